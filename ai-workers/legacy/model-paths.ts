import { Router } from 'express'
import type { Express } from 'express'
import { unknownRoute } from '../../src/http/errors/error-middleware.js'
import { mountPath } from '../../src/http/paths.js'
import { kinds } from '../../src/kinds.js'
import { mountGateway } from '../gateway/gateway.js'
import type { Gateway, GatewayOptions } from '../gateway/gateway.js'

/** `POST /office/{model}` and `POST /character/{model}` of lines 1.5 and 1.6, as the gateway answers them. */
export function mountModelPaths(app: Express, options: Omit<GatewayOptions, 'elsewhere'>): Gateway {
  const services = Router()
  const gateway = mountGateway(services, { ...options, elsewhere: unknownRoute })
  for (const kind of kinds) mountPath(app, `/${kind}/:model`, { post: services })
  return gateway
}
