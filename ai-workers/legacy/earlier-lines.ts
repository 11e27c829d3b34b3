import type { Express } from 'express'
import type { Gateway, GatewayOptions } from '../gateway/gateway.js'
import type { EarlierServices } from './earlier-services.js'
import { mountEventReplies } from './event-replies.js'
import { mountJsonReplies } from './json-replies.js'
import { mountStoreNames } from './store-names.js'
import type { StoreNames } from './store-names.js'
import { mountTextReplies } from './text-replies.js'
import { Router } from 'express'
import { unknownRoute } from '../../src/http/errors/error-middleware.js'
import { mountPath } from '../../src/http/paths.js'
import { kinds } from '../../src/kinds.js'
import { mountGateway } from '../gateway/gateway.js'

interface EarlierLinesOptions {
  readonly services: EarlierServices
  /** host[:port] that the URL of an image may have. */
  readonly imageHosts: readonly string[]
  readonly stores: StoreNames
  readonly gateway: GatewayOptions
}

/** Lines 1.1 to 1.3 of the AI services, with the paths of 1.5 and 1.6 (docs/contract/earlier-ai-lines.md). */
export function mountEarlierLines(app: Express, options: EarlierLinesOptions): Gateway {
  const { services, imageHosts, stores, gateway } = options
  mountTextReplies(app, services, imageHosts)
  mountStoreNames(app, stores)
  mountJsonReplies(app, services)
  mountEventReplies(app, services)
  return mountModelPaths(app, gateway)
}

/** `POST /office/{model}` and `POST /character/{model}` of lines 1.5 and 1.6, as the gateway answers them. */
function mountModelPaths(app: Express, options: Omit<GatewayOptions, 'elsewhere'>): Gateway {
  const services = Router()
  const gateway = mountGateway(services, { ...options, elsewhere: unknownRoute })
  for (const kind of kinds) mountPath(app, `/${kind}/:model`, { post: services })
  return gateway
}
