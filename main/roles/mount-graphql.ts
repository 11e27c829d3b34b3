import { expressMiddleware } from '@as-integrations/express5'
import type { RequestHandler } from 'express'
import { contextFault } from '../../resolvers/http/apollo.js'
import type { Origin, RequestContext } from '../../resolvers/context/request-context.js'
import { graphqlBody } from '../../src/http/body/graphql-body.js'
import { noteGraphql } from '../../src/http/edge/request-log.js'
import type { PublicPipeline } from './public-pipeline.js'
import { httpOrigin } from './http-origin.js'

export const graphqlPath = '/graphql'

/** The handlers of `/graphql`. `checkAccess` throws an error for a request that must not be executed. */
export function graphqlHandlers(
  { apollo, pipeline }: PublicPipeline,
  context: (origin: Origin) => Promise<RequestContext>,
  checkAccess: (body: unknown, context: RequestContext) => void = () => undefined,
) {
  const serve: RequestHandler = expressMiddleware(apollo, {
    context: async ({ req, res }) => {
      const origin = httpOrigin(req, res)
      try {
        const requestContext = await context(origin)
        checkAccess(req.body, requestContext)
        return requestContext
      } catch (error) {
        throw contextFault(pipeline, error, origin)
      }
    },
  })
  return [noteGraphql(graphqlPath), graphqlBody, serve]
}
