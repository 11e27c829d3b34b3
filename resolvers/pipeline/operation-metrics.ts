import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql'
import { defaultMessages, nameSpan, stopwatch } from '@parley/runtime'
import { countErrorsFromTheStart, errors, operations, operationSeconds } from '../../src/metrics/requests.js'
import { rootFields } from '../context/operation-notes.js'
import { documentCodes } from './document-codes.js'

countErrorsFromTheStart(Object.keys({ ...defaultMessages, ...documentCodes }))

const known = new WeakMap<OperationDefinitionNode, readonly string[]>()

/**
 * Counts an operation whose document fits the schema, so that its root fields are names of the schema. Call the
 * returned function when a query or a mutation has its result.
 */
export function measureOperation(document: DocumentNode, operation: OperationDefinitionNode): () => void {
  const fields = known.get(operation) ?? rootFields(document, operation.selectionSet)
  known.set(operation, fields)
  const type = operation.operation
  nameSpan(`${type} ${fields.join(' ')}`)
  for (const field of fields) operations.inc({ type, field })
  const seconds = stopwatch()
  return () => {
    const took = seconds()
    for (const field of fields) operationSeconds.observe({ field }, took)
  }
}

export function countErrors({ errors: found = [] }: ExecutionResult): void {
  for (const { extensions } of found) errors.inc({ code: String(extensions['code']) })
}
