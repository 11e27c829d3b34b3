import {
  getNamedType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { isJsonObject } from '@parley/runtime'

export type Values = Readonly<Record<string, unknown>>

/**
 * Fills in the defaults of fields inside an operation's inputs: graphql-jit applies only the defaults of variables and
 * arguments, and refuses an input without a required field that has a default. Undefined keys are removed: graphql-jit
 * would turn them into null, which clears a field, while an absent key keeps it.
 */
export function inputDefaults(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): (variables: Values) => Values {
  const inputs = (operation.variableDefinitions ?? []).flatMap(({ variable, type: node }) => {
    const type = typeFromAST(schema, node)
    return isInputType(type) && isInputObjectType(getNamedType(type)) ? [{ name: variable.name.value, type }] : []
  })
  if (inputs.length === 0) return (variables) => variables
  return (variables) => {
    const filled: Record<string, unknown> = { ...variables }
    for (const { name, type } of inputs) if (name in filled) filled[name] = withDefaults(filled[name], type)
    return filled
  }
}

function withDefaults(value: unknown, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return withDefaults(value, type.ofType)
  if (isListType(type)) return Array.isArray(value) ? value.map((item) => withDefaults(item, type.ofType)) : value
  if (!isInputObjectType(type) || !isJsonObject(value)) return value
  const filled = Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined))
  for (const { name, type: inner, defaultValue } of Object.values(type.getFields())) {
    if (filled[name] !== undefined) filled[name] = withDefaults(filled[name], inner)
    else if (defaultValue !== undefined) filled[name] = defaultValue
  }
  return filled
}
