import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ApolloServer, HeaderMap } from '@apollo/server'
import { expressMiddleware } from '@as-integrations/express5'
import type { RequestHandler } from 'express'
import { type DirectRoute, noteGraphql, noteGraphqlRequest, splitTarget, written } from '@parley/edge'
import { contextFault } from './apollo.js'
import type { Origin, RequestContext } from '../context/request-context.js'
import { graphqlBody, hasPlainBody, readPlainBody } from './graphql-body.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { httpOrigin } from './http-origin.js'

export const graphqlPath = '/graphql'

/** The public schema, for the listeners that serve it. */
export interface PublicPipeline {
  readonly pipeline: Pipeline
  /** GraphQL over HTTP. It was started; its owner stops it. */
  readonly apollo: ApolloServer<RequestContext>
}

type CreateContext = (origin: Origin) => Promise<RequestContext>

interface GraphqlRequests {
  readonly context: CreateContext
  /** Of one body. */
  readonly bodyBytes: number
  /** Rejects for a request that must not be executed. */
  readonly checkAccess?: (body: unknown, context: RequestContext) => Promise<void>
}

/** The handlers of `/graphql`. */
export function graphqlHandlers(graphql: PublicPipeline, { context, bodyBytes, checkAccess }: GraphqlRequests) {
  const serve: RequestHandler = expressMiddleware(graphql.apollo, {
    context: ({ req, res }) =>
      contextOf(graphql, httpOrigin(req, res), async (origin) => {
        const requestContext = await context(origin)
        await checkAccess?.(req.body, requestContext)
        return requestContext
      }),
  })
  return [noteGraphql(graphqlPath), ...graphqlBody(bodyBytes), serve]
}

/** The `POST /graphql` of ordinary clients without Express, with the answers of `graphqlHandlers`. */
export function directGraphql(graphql: PublicPipeline, context: CreateContext, bodyBytes: number): DirectRoute {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    noteGraphqlRequest(graphqlPath, request, response)
    const body = await readPlainBody(request, response, bodyBytes)
    if (body === undefined) return
    const {
      status,
      headers,
      body: result,
    } = await graphql.apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: 'POST', headers: headersOf(request), search: searchOf(request), body },
      context: () => contextOf(graphql, httpOrigin(request, response), context),
    })
    if (result.kind !== 'complete') throw new Error('the answer has several parts')
    for (const [name, value] of headers) response.setHeader(name, value)
    response.statusCode = status ?? 200
    response.setHeader('Content-Type', withCharset(headers.get('content-type')))
    const bytes = written(result.string)
    response.setHeader('Content-Length', Buffer.byteLength(bytes))
    response.end(bytes)
  }
  return { takes: (request) => hasPlainBody(request, bodyBytes), answer }
}

async function contextOf({ pipeline }: PublicPipeline, origin: Origin, create: CreateContext): Promise<RequestContext> {
  try {
    return await create(origin)
  } catch (error) {
    throw contextFault(pipeline, error, origin)
  }
}

function headersOf({ headers }: IncomingMessage): HeaderMap {
  const map = new HeaderMap()
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) map.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return map
}

function searchOf({ url }: IncomingMessage): string {
  const { query } = splitTarget(url)
  return query === '' ? '' : `?${query}`
}

/** All answers are UTF-8; Apollo names no charset for the plain texts of its refusals. */
function withCharset(type = 'text/plain'): string {
  return type.includes('charset=') ? type : `${type}; charset=utf-8`
}
