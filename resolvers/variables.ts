import { coerceInputValue, isInputType, Kind, typeFromAST } from 'graphql'
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { AppError } from '../src/errors.js'
import type { FieldFault } from '../src/errors.js'

/** Throws BAD_USER_INPUT that names every variable that does not fit its type, never the value (graphql-js echoes it). */
export function checkVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  const fields: FieldFault[] = []
  for (const { variable, type: typeNode, defaultValue } of operation.variableDefinitions ?? []) {
    const type = typeFromAST(schema, typeNode)
    const name = variable.name.value
    const value = variables[name]
    if (!isInputType(type) || (value === undefined && (defaultValue || typeNode.kind !== Kind.NON_NULL_TYPE))) continue
    coerceInputValue(value, type, (path, invalid) => {
      const rule = invalid === undefined || invalid === null || isObject(invalid) ? 'required' : 'type'
      fields.push({
        path: [name, ...path],
        rule,
        message: `Variable "$${[name, ...path].join('.')}" does not fit its type`,
      })
    })
  }
  if (fields.length > 0) throw new AppError('BAD_USER_INPUT', { message: fields[0]?.message ?? '', fields })
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
