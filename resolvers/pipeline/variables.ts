import { coerceInputValue, isInputType, Kind, typeFromAST } from 'graphql'
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { AppError, maxFaults } from '../../src/errors.js'
import { isJsonObject } from '../../src/json.js'
import type { FieldFault } from '../../src/errors.js'
import { checkVariableBounds } from './variable-bounds.js'

/**
 * Throws BAD_USER_INPUT for variables that exceed a bound or do not match their types. The error names at most
 * `maxFaults` variables and never their values, which graphql-js would repeat.
 */
export function checkVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  checkVariableBounds(variables)
  const fields: FieldFault[] = []
  for (const { variable, type: typeNode, defaultValue } of operation.variableDefinitions ?? []) {
    const type = typeFromAST(schema, typeNode)
    const name = variable.name.value
    const value = variables[name]
    if (!isInputType(type) || (value === undefined && (defaultValue || typeNode.kind !== Kind.NON_NULL_TYPE))) continue
    const onFault = (path: readonly (string | number)[], invalid: unknown) => {
      fields.push(faultOf([name, ...path], invalid))
      // graphql-js continues as long as this returns
      if (fields.length === maxFaults) throw refusalOf(fields)
    }
    coerceInputValue(value, type, onFault, hideSuggestions)
  }
  if (fields.length > 0) throw refusalOf(fields)
}

const hideSuggestions = true

function faultOf(path: readonly (string | number)[], invalid: unknown): FieldFault {
  const rule = invalid === undefined || invalid === null || isJsonObject(invalid) ? 'required' : 'type'
  return { path, rule, message: `Variable "$${path.join('.')}" does not fit its type` }
}

function refusalOf(fields: readonly FieldFault[]): AppError {
  return new AppError('BAD_USER_INPUT', { message: fields[0]?.message ?? '', fields })
}
