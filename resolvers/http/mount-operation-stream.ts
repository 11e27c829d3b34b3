import { Router, type RequestHandler } from 'express'
import { getOperationAST, OperationTypeNode, type DocumentNode } from 'graphql'
import {
  answerErrors,
  codeOfStatus,
  disconnectSignal,
  type ErrorAnswer,
  errorMiddleware,
  EventStream,
  eventTimes,
  HttpError,
  mountPath,
  noteGraphql,
  type OpenStreams,
  refusals,
} from '@parley/edge'
import { AppError, type Logger } from '@parley/runtime'
import { subscriberOf, type Origin, type RequestContext } from '../context/request-context.js'
import { sendOperationEvents, type Refusal } from './operation-events.js'
import { extensionsOf } from '../pipeline/mask-error.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { graphqlBody } from './graphql-body.js'
import { readGraphqlRequest, type GraphqlRequest } from './graphql-request.js'
import type { SessionWatch } from '../../src/sessions/session-watch.js'
import { httpOrigin } from './http-origin.js'

interface OperationStreamParts {
  readonly pipeline: Pipeline
  readonly context: (origin: Origin) => Promise<RequestContext>
  /** Of one body. */
  readonly bodyBytes: number
  readonly sessionWatch: Pick<SessionWatch, 'watch'>
  /** Bounds the streams, and ends them. */
  readonly open: OpenStreams
  readonly log: Logger
}

const path = '/graphql/stream'

/** GraphQL over server-sent events, one operation for each request (ADR 0082). */
export function mountOperationStream(parts: OperationStreamParts): Router {
  const { pipeline, context, bodyBytes, sessionWatch, open, log } = parts
  const router = Router({ caseSensitive: true })
  const serve: RequestHandler = async (request, response) => {
    if (!request.accepts('text/event-stream')) throw notAcceptable()
    const read = readGraphqlRequest(request)
    const { operationName, variables } = read
    const disconnected = disconnectSignal(response)
    const known = await context(httpOrigin(request, response))
    const document = await documentOf(pipeline, read, known)
    const kind = 'kind' in document ? getOperationAST(document, operationName)?.operation : undefined
    // a link or an image of any page can send a GET
    if (request.method !== 'POST' && kind === OperationTypeNode.MUTATION) throw refusals.notAllowed('POST')
    await open.run({ ...subscriberOf(known), disconnected }, async (signal) => {
      // its client repeats it, at another instance
      if (signal.aborted && kind === OperationTypeNode.SUBSCRIPTION) throw stopping()
      const stream = new EventStream(response, { beatMs: eventTimes.beatMs, disconnected })
      stream.open(eventTimes.retryMs())
      const asked = { document, operationName, variables, context: known }
      if (request.method !== 'HEAD')
        await sendOperationEvents(pipeline, asked, {
          signal,
          disconnected,
          sessionWatch,
          send: (event) => stream.send(event),
        })
      stream.end()
    })
  }
  router.use(path, noteGraphql(path), ...graphqlBody(bodyBytes))
  mountPath(router, path, { get: serve, post: serve })
  router.use(path, errorMiddleware(answerErrors(log, graphqlAnswer)))
  return router
}

/** Or the fault of one that cannot be executed, which is answered as a result. */
async function documentOf(
  pipeline: Pipeline,
  request: GraphqlRequest,
  client: RequestContext,
): Promise<DocumentNode | Refusal> {
  try {
    return await pipeline.parse(pipeline.textOf(request), client)
  } catch (error) {
    return { refusal: error }
  }
}

function stopping(): AppError {
  return new AppError('UNAVAILABLE', { message: 'The server is stopping', retryAfterMs: eventTimes.retryMs() })
}

function notAcceptable(): HttpError {
  return new HttpError({ status: 406, body: { detail: 'Not acceptable', message: 'Accept text/event-stream' } })
}

/** A refusal in the form of a GraphQL response. */
function graphqlAnswer({ status, headers, body }: ErrorAnswer, error: unknown) {
  const extensions = error instanceof AppError ? extensionsOf(error) : { code: codeOfStatus(status) }
  const message = error instanceof AppError ? error.message : (body.message ?? body.detail)
  return { status, ...(headers ? { headers } : {}), body: { errors: [{ message, extensions }] } }
}
