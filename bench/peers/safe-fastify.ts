import { fastify, type FastifyInstance } from 'fastify'
import { newRequestId, notesOf, securityHeaders } from '@parley/edge'
import type { Logger } from '@parley/runtime'

/**
 * Fastify with what Parley does for every request: a request id, the same headers, one log line, and errors whose
 * texts stay in the log.
 */
export function safeFastify(log: Logger): FastifyInstance {
  const headers = { ...Object.fromEntries(securityHeaders()), 'Cache-Control': 'no-store', Vary: 'Origin' }
  const app = fastify({ genReqId: ({ headers: sent }) => newRequestId(sent) })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('X-Request-Id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method, raw, routeOptions } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    log.info({ requestId, method, status: reply.statusCode, ms, route: routeOptions.url, ...notesOf(raw) }, 'request')
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    log.error({ requestId: request.id, err: error }, 'request.failed')
    return reply.code(500).send({ detail: 'Server error' })
  })
  return app
}
