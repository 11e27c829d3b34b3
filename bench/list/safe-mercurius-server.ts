import { getOperationAST, GraphQLError, GraphQLObjectType, specifiedRules } from 'graphql'
import { mercurius } from 'mercurius'
import { note } from '@parley/edge'
import { createLogger } from '@parley/runtime'
import { CostRule } from '../../resolvers/pipeline/cost-rule.js'
import { mutationCost, searchablePageCost } from '../../resolvers/pipeline/costs.js'
import { documentLimits, documentRules } from '../../resolvers/pipeline/document-rules.js'
import { nameFault, sizeFault } from '../../resolvers/pipeline/document-size.js'
import { maskError, parseFault } from '../../resolvers/pipeline/mask-error.js'
import { checkVariableBounds } from '../../resolvers/pipeline/variable-bounds.js'
import { operationNotes } from '../../resolvers/context/operation-notes.js'
import { safeFastify } from '../peers/safe-fastify.js'
import { readServerEnvironment } from '../server-environment.js'
import { BareCharacters, typeDefs } from './characters.js'

// Mercurius with the safety of Parley: the limits of documents, costs and variables, and masked errors. The rules are
// Parley's own, so that both servers refuse the same.
const { port, ...environment } = readServerEnvironment()
const characters = new BareCharacters(environment)
const log = createLogger('info')
const app = safeFastify(log)

/** Mercurius puts the faults of a document into one error. */
function faultsIn(error: GraphQLError): readonly unknown[] {
  const { originalError } = error
  return originalError && 'errors' in originalError && Array.isArray(originalError.errors)
    ? originalError.errors
    : [error]
}

/** Mercurius checks the types of variables and literals by the rules of graphql-js, whose messages repeat values. */
function withoutValue(error: GraphQLError): GraphQLError {
  const repeatsValue = /got invalid value|cannot represent|Expected value of type|does not exist in/
  if (!repeatsValue.test(error.message)) return error
  return new GraphQLError('A value does not fit its type', { extensions: error.extensions })
}

await app.register(mercurius, {
  schema: typeDefs,
  resolvers: characters.resolvers,
  graphql: { parseOptions: { maxLexicalTokens: documentLimits.tokens } },
  validationRules: documentRules.filter((rule) => !specifiedRules.includes(rule)),
  context: async (request) => {
    const { callerId } = await characters.identify(request.headers.authorization)
    if (callerId !== undefined) note(request.raw, { caller: String(callerId) })
    return { callerId }
  },
  errorFormatter: ({ data, errors }, { reply }) => {
    const faults = errors.flatMap((error) => faultsIn(error))
    const masked = faults.map((fault) => withoutValue(maskError(parseFault(fault), log, reply.request.id)))
    note(reply.request.raw, operationNotes({}, masked))
    return { statusCode: data ? 200 : 400, response: { data: data ?? null, errors: masked } }
  },
})
const { schema } = app.graphql
const cost = new CostRule(schema)
// the lists of the schema that no request of the bench asks for have no cost of their own
setCost(schema.getQueryType(), 'characters', searchablePageCost)
setCost(schema.getMutationType(), 'setLike', mutationCost)

app.graphql.addHook('preValidation', async (_schema, document) => {
  const fault = sizeFault(document) ?? nameFault(document)
  if (fault) throw fault
})
app.graphql.addHook('preExecution', async (_schema, document, { reply }, sent) => {
  note(reply.request.raw, operationNotes({ document }))
  // undefined for a request without variables
  const variables = { ...sent }
  checkVariableBounds(variables)
  const operation = getOperationAST(document)
  if (operation) cost.check({ document, operation, variables })
})
await app.listen({ port, host: '127.0.0.1' })

function setCost(type: GraphQLObjectType | null | undefined, name: string, complexity: unknown): void {
  const field = type?.getFields()[name]
  if (!field) throw new Error(`the schema has no ${name}`)
  field.extensions = { complexity }
}
