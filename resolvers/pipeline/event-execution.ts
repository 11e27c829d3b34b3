import {
  execute,
  getVariableValues,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  Kind,
  type ExecutionResult,
  type GraphQLFieldConfig,
  type VariableDefinitionNode,
} from 'graphql'
import { countingResolver } from './count-long-texts.js'
import { selectionVariables, type Selection } from './selection.js'

interface Event {
  readonly rootValue: unknown
  readonly contextValue: unknown
}

/** The type of variables whose values have been coerced. */
const coercedValue = new GraphQLScalarType({ name: 'CoercedValue', parseValue: (value) => value })

/**
 * Executes the events of subscriptions at a cost that does not depend on the size of the request. graphql-js would coerce
 * all variables for each event, and type-graphql convert all arguments: here those of the selection are coerced once, and
 * only the source of the events has the arguments of the subscription.
 */
export class EventExecution {
  #eventSchema: GraphQLSchema | undefined

  constructor(private readonly schema: GraphQLSchema) {}

  /** The returned function executes one event. */
  begin({ document, operation, variables }: Selection): (event: Event) => ExecutionResult | Promise<ExecutionResult> {
    const names = selectionVariables(document, operation)
    const used = (operation.variableDefinitions ?? []).filter(({ variable }) => names.includes(variable.name.value))
    const { coerced, errors } = getVariableValues(this.schema, used, variables)
    if (errors) return () => ({ errors })
    const eventOperation = { ...operation, variableDefinitions: used.map(asCoerced) }
    const definitions = document.definitions.map((node) => (node === operation ? eventOperation : node))
    const schema = (this.#eventSchema ??= eventSchemaOf(this.schema))
    const operationName = operation.name?.value
    const args = {
      schema,
      document: { ...document, definitions },
      operationName,
      variableValues: coerced,
      fieldResolver: countingResolver,
    }
    return (event) => execute({ ...args, ...event })
  }
}

/** The same types, with the subscriptions without arguments. It is never shown to clients. */
function eventSchemaOf(schema: GraphQLSchema): GraphQLSchema {
  const { types, ...config } = schema.toConfig()
  const own = config.subscription?.toConfig()
  if (!own) throw new Error('a schema without subscriptions has no events')
  const withoutArguments = ({ args: _args, ...field }: GraphQLFieldConfig<unknown, unknown>) => field
  const fields = Object.fromEntries(Object.entries(own.fields).map(([name, field]) => [name, withoutArguments(field)]))
  return new GraphQLSchema({
    ...config,
    subscription: new GraphQLObjectType({ ...own, fields }),
    types: [...types.filter((type) => type !== config.subscription), coercedValue],
    assumeValid: true,
  })
}

function asCoerced({ variable }: VariableDefinitionNode): VariableDefinitionNode {
  const type = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: coercedValue.name } } as const
  return { kind: Kind.VARIABLE_DEFINITION, variable, type }
}
