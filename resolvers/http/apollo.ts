import { ApolloServer, type GraphQLRequestContext } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql'
import { isJsonObject, type Logger } from '@parley/runtime'
import type { DocumentCode } from '../pipeline/document-codes.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { boundedMessage } from '../pipeline/mask-error.js'
import { operationNotes } from '../context/operation-notes.js'
import type { Origin, RequestContext } from '../context/request-context.js'

/**
 * The GraphQL server over HTTP. Apollo's job is the protocol: it reads the parameters of a GET or a POST, refuses a request
 * that has none, a mutation by GET, and what accepts no media type of an answer. The pipeline reads the document and runs
 * the operation.
 */
export function createApollo(pipeline: Pipeline, schema: GraphQLSchema, log: Logger): ApolloServer<RequestContext> {
  return new ApolloServer<RequestContext>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    // the pipeline resolves hashes
    persistedQueries: false,
    // browsers attach no credential by themselves (ADR 0062), so a forged request runs as a guest's; without a
    // preflight only GET queries run
    csrfPrevention: false,
    // the pipeline parses, validates and keeps documents
    documentStore: null,
    dangerouslyDisableValidation: true,
    formatError: (formatted, error) => ownWords(pipeline, formatted, error),
    logger: apolloLogger(log),
    plugins: [
      // Apollo's own page loads its scripts from Apollo's servers
      ApolloServerPluginLandingPageDisabled(),
      // our types have no cache hints; the one header that the plugin would add is set below
      ApolloServerPluginCacheControlDisabled(),
      {
        requestDidStart: async (requestContext) => {
          const { request, contextValue } = requestContext
          // before Apollo looks for the operation, of which a GET may only name a query
          if (request.operationName === '') delete request.operationName
          const refusal = await readDocument(pipeline, requestContext)
          return {
            willSendResponse: async ({ response, document }) => {
              response.http.headers.set('cache-control', 'no-store')
              const { body } = response
              const errors = body.kind === 'single' ? body.singleResult.errors : undefined
              const { operationName } = request
              contextValue.noteOperation(
                operationNotes({ document: refusal ? undefined : document, operationName }, errors),
              )
            },
            responseForOperation: async ({ document, response }) => {
              const operation = {
                document,
                // as sent: Apollo's own is the name that it found in the document
                operationName: request.operationName,
                variables: request.variables,
                context: contextValue,
              }
              const result = refusal ? { errors: [refusal] } : await pipeline.execute(operation)
              // nothing was executed: the request was faulty (GraphQL over HTTP)
              if (!('data' in result)) response.http.status = statusOf(result.errors?.[0]?.extensions['code'])
              const { errors, ...rest } = result
              const singleResult = errors ? { ...rest, errors: errors.map((error) => error.toJSON()) } : rest
              return { http: response.http, body: { kind: 'single', singleResult } }
            },
          }
        },
      },
    ],
  })
}

/** Reads the document of a request, which Apollo then does not parse. Returns the error of one that cannot be executed. */
async function readDocument(
  pipeline: Pipeline,
  requestContext: GraphQLRequestContext<RequestContext>,
): Promise<GraphQLError | undefined> {
  const { request, contextValue } = requestContext
  const { query, http } = request
  const documentId = isJsonObject(http?.body)
    ? http.body['documentId']
    : new URLSearchParams(http?.search).get('documentId')
  // Apollo would refuse it, as it knows no persisted queries
  const { persistedQuery, ...extensions }: { persistedQuery?: unknown } = request.extensions ?? {}
  request.extensions = extensions
  try {
    const text = pipeline.textOf({ query, documentId, extensions: { persistedQuery } })
    // Apollo refuses it
    if (text === '') return undefined
    request.query = text
    Object.assign(requestContext, { document: await pipeline.parse(text, contextValue) })
    return undefined
  } catch (error) {
    // Apollo needs a document before it asks for the response, which is the error
    request.query = '{ __typename }'
    return pipeline.mask(error)
  }
}

/** Apollo's own server answers these with 200, and clients may read no errors from other answers. */
const codesAnsweredWith200: readonly unknown[] = [
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
] satisfies DocumentCode[]

/**
 * The error to throw when the context of a request cannot be created: the answer and its log line have the status of
 * the error's code.
 */
export function contextFault(
  pipeline: Pipeline,
  error: unknown,
  { requestId, noteOperation }: Pick<Origin, 'requestId' | 'noteOperation'>,
): GraphQLError {
  const masked = pipeline.mask(error, requestId)
  noteOperation?.(operationNotes({}, [masked]))
  const http = { status: statusOf(masked.extensions['code']) }
  return new GraphQLError(masked.message, { extensions: { ...masked.extensions, http } })
}

function statusOf(code: unknown): number {
  if (code === 'INTERNAL_SERVER_ERROR') return 500
  if (codesAnsweredWith200.includes(code)) return 200
  return code === 'UNAVAILABLE' ? 503 : 400
}

function ownWords(pipeline: Pipeline, formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  // Apollo's own refusals carry Apollo's codes
  if (formatted.extensions?.['code'] === 'INTERNAL_SERVER_ERROR') return pipeline.mask(error).toJSON()
  return { ...formatted, message: boundedMessage(formatted.message) }
}

function apolloLogger(log: Logger) {
  const fields = (message?: unknown) => ({ message: String(message) })
  const debug = (message?: unknown) => log.debug(fields(message), 'apollo.logged')
  return {
    debug,
    info: debug,
    warn: (message?: unknown) => log.warn(fields(message), 'apollo.logged'),
    error: (message?: unknown) => log.error(fields(message), 'apollo.logged'),
  }
}
