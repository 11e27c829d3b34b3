import type { Express, RequestHandler } from 'express'
import {
  checkAccess,
  checkedRoutes,
  type DirectRoutes,
  type Listener,
  localCallersOnly,
  noOrigins,
  openListener,
  type ProcessLimits,
  type ReadyCheck,
  requireServiceToken,
} from '@parley/edge'
import type { Logger } from '@parley/runtime'
import { ConfigError } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'
import { isLoopback } from '../../src/config/rules.js'
import { sendRefusalPage } from '../../src/http/pages/refusal-page.js'
import { mountMetrics } from '../../src/http/metrics.js'

export interface InternalListenerOptions {
  /** 0 means any free port. */
  readonly port: number
  readonly limits: ProcessLimits
  readonly log: Logger
  readonly ready: ReadyCheck
  readonly closeTimeoutMs: number
  /** Mounts routes with their own access rule, before the check of the service token. */
  readonly mountOpen?: (app: Express) => void
  /** The access check when a service token is set; by default it requires the token. */
  readonly accessCheck?: RequestHandler
  /** Mounts the routes behind the access check. */
  readonly mount: (app: Express) => void
  /** Those of them that are answered before Express. They require the service token, whatever `accessCheck` accepts. */
  readonly direct?: DirectRoutes
}

/**
 * Opens a listener on `INTERNAL_HOST` (contract: access.2). Without a service token it answers only programs on this
 * machine. With one it requires the token, except for `/health/*`. Each has `/metrics`, behind the access check.
 * @throws ConfigError when other machines could reach it without a token; otherwise the system's error for the address.
 */
export async function openInternalListener(
  { internalHost, serviceToken, corsOrigins, trustedProxies, hstsIncludeSubdomains }: Config,
  { port, log, mountOpen, accessCheck, mount, direct = new Map(), ...settings }: InternalListenerOptions,
): Promise<Listener> {
  const check = serviceToken === undefined ? localCallersOnly : requireServiceToken(serviceToken)
  const guard = serviceToken === undefined ? checkAccess(check) : (accessCheck ?? checkAccess(check))
  const listener = await openListener({
    sendRefusalPage,
    ...settings,
    isInternal: true,
    host: internalHost,
    port,
    logger: log,
    // without a token no page may read answers; with one only pages of the listed origins
    corsOrigins: serviceToken === undefined ? noOrigins : { ...noOrigins, listed: corsOrigins.listed },
    corsSetting: serviceToken === undefined ? 'SERVICE_TOKEN, CORS_ORIGINS' : 'CORS_ORIGINS',
    trustedProxies,
    direct: checkedRoutes(direct, check),
    // PUBLIC_URL describes another listener
    strictTransport: { isHttps: false, includeSubDomains: hstsIncludeSubdomains },
    mount: (app) => {
      if (serviceToken === undefined) app.use(guard)
      mountOpen?.(app)
      if (serviceToken !== undefined) app.use(guard)
      mountMetrics(app)
      mount(app)
    },
  })
  const address = listener.server.address()
  // a host name is local only if its resolved address is
  const isLocal = typeof address === 'object' && address !== null && isLoopback(address.address)
  if (isLocal || serviceToken !== undefined) return listener
  await listener.close()
  throw new ConfigError(['INTERNAL_HOST: is not a loopback address, which needs SERVICE_TOKEN to be set'])
}
