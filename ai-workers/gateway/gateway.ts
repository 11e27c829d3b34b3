import type { IRouter } from 'express'
import { note, refusals } from '@parley/edge'
import type { Logger } from '@parley/runtime'
import { kinds, perKind, type Kind } from '../../src/kinds.js'
import { forward, serviceTimeoutMs } from './forward.js'
import { Http1Exchange } from './http1-exchange.js'
import { notFoundPage } from './not-found-page.js'
import { framingFault } from './framing-fault.js'
import { readTarget } from './target.js'
import { Upstream } from './upstream.js'

export interface GatewayOptions extends Readonly<Record<Kind, URL>> {
  /** How long a service may be silent before and within its answer, in milliseconds. Default 420 s. */
  readonly timeoutMs?: number
  /**
   * The interval at which a silent service is asked for its health, in milliseconds; without answers it is lost after
   * three. Default 4 s.
   */
  readonly askMs?: number
  /** The credential for the services; it replaces the caller's. Without it the caller's credential is forwarded. */
  readonly serviceToken?: string | undefined
  readonly logger: Logger
}

export interface Gateway {
  /** Ends the connections to the services; call it when the listener is closed. */
  close(): void
}

/**
 * Answers every path of a listener (contract: gateway.1): `/office/...` and `/character/...` by the two services, any
 * other with a page. Access is checked by handlers that are mounted before it.
 */
export function mountGateway(app: IRouter, options: GatewayOptions): Gateway {
  const { timeoutMs = serviceTimeoutMs, askMs, serviceToken, logger } = options
  const upstreams = perKind((kind) => new Upstream(options[kind]))
  app.use(async (request, response, next) => {
    const objection = framingFault(request)
    if (objection !== undefined) {
      // the boundary between this request and the next cannot be determined
      response.set('Connection', 'close')
      throw refusals.badRequest(objection)
    }
    const target = readTarget(request.url)
    if (target.kind === 'unknown') return notFoundPage(request, response, next)
    if (target.kind === 'redirect') return response.redirect(301, target.location)
    const { service, path } = target
    note(request, { route: `/${service}/*` })
    const exchange = new Http1Exchange(request, response)
    await forward(exchange, { upstream: upstreams[service], path, timeoutMs, askMs, serviceToken, logger })
  })
  return {
    close: () => {
      for (const kind of kinds) upstreams[kind].close()
    },
  }
}
