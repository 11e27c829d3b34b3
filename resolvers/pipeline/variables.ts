import {
  coerceInputValue,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInputType,
  isListType,
  Kind,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { AppError, type FieldFault, maxFaults, shortened } from '@parley/runtime'
import { expectationOf, refusedValue } from './refused-value.js'
import { checkVariableBounds } from './variable-bounds.js'

/**
 * Throws BAD_USER_INPUT for variables that exceed a bound or do not match their types. The error names at most
 * `maxFaults` fields and what they expect, and never their values, which graphql-js would repeat.
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
    const onFault = (path: readonly (string | number)[], invalid: unknown, { message }: Error) => {
      fields.push(faultOf({ name, path, type: typeAt(type, path), invalid }, message))
      // graphql-js continues as long as this returns
      if (fields.length === maxFaults) throw refusalOf(fields)
    }
    coerceInputValue(value, type, onFault, hideSuggestions)
  }
  if (fields.length > 0) throw refusalOf(fields)
}

// a suggestion for a name of a megabyte takes 30 ms
const hideSuggestions = true

/** What graphql-js appends to the message about the unknown field of an object, such as ` Did you mean "password"?` */
function suggestionAfter(reason: string, object: object, type: GraphQLInputType): string {
  let suggestion = ''
  coerceInputValue(object, getNamedType(type), (_path, _value, { message }) => {
    if (message.startsWith(reason)) suggestion = message.slice(reason.length)
  })
  return suggestion
}

interface RefusedValue {
  /** Of the variable. */
  readonly name: string
  readonly path: readonly (string | number)[]
  readonly type: GraphQLInputType
  readonly invalid: unknown
}

/** `reason` is the message of graphql-js. A missing and an unknown field are faults of their object there. */
function faultOf({ name, path, type, invalid }: RefusedValue, reason: string): FieldFault {
  const fault = (field: readonly string[], rule: FieldFault['rule'], expected: string) => ({
    path: [name, ...path, ...field],
    rule,
    message: refusedValue(`$${name}`, path, expected),
  })
  const unknown = `" is not defined by type "${getNamedType(type).name}".`
  if (reason.endsWith(unknown)) {
    const field = reason.slice('Field "'.length, -unknown.length)
    const named = shortened(field)
    const suggestion = named === field ? suggestionAfter(reason, { [field]: null }, type) : ''
    return fault([named], 'format', `Field "${named}${unknown}${suggestion}`)
  }
  if (reason.startsWith('Field "')) return fault(reason.split('"').slice(1, 2), 'required', reason)
  if (invalid !== undefined) return fault([], invalid === null ? 'required' : 'type', expectationOf(type, reason))
  const message = `Variable "$${name}" of required type "${String(type)}" was not provided.`
  return { path: [name], rule: 'required', message }
}

/** The type of a value inside a value of `type`. A list accepts one item in its place. */
function typeAt(type: GraphQLInputType, [key, ...path]: readonly (string | number)[]): GraphQLInputType {
  if (key === undefined) return type
  const nullable = getNullableType(type)
  if (isListType(nullable)) return typeAt(nullable.ofType, typeof key === 'number' ? path : [key, ...path])
  const field = isInputObjectType(nullable) ? nullable.getFields()[key] : undefined
  return field ? typeAt(field.type, path) : type
}

function refusalOf(fields: readonly FieldFault[]): AppError {
  return new AppError('BAD_USER_INPUT', { message: fields[0]?.message ?? '', fields })
}
