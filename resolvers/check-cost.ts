import { createRequire } from 'node:module'
import type { DocumentNode, GraphQLSchema } from 'graphql'
import { AppError } from '../src/errors.js'
import { maxCost } from './costs.js'

// its ESM build loads a second copy of graphql, whose types are foreign to ours
const { getComplexity, fieldExtensionsEstimator, simpleEstimator } = createRequire(import.meta.url)(
  'graphql-query-complexity',
) as typeof import('graphql-query-complexity')

export interface CostedOperation {
  readonly document: DocumentNode
  readonly operationName: string | null | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

/** Throws BAD_USER_INPUT for an operation that costs more than any client needs (costs.ts says what costs what). */
export function checkCost(schema: GraphQLSchema, { document, operationName, variables }: CostedOperation): void {
  const cost = getComplexity({
    schema,
    query: document,
    variables,
    ...(operationName ? { operationName } : {}),
    estimators: [fieldExtensionsEstimator(), simpleEstimator({ defaultComplexity: 1 })],
  })
  if (cost <= maxCost) return
  const message = `The operation costs ${cost}, more than ${maxCost}: ask for fewer rows or fields`
  throw new AppError('BAD_USER_INPUT', { message })
}
