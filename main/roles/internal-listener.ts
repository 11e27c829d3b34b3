import type { Express, RequestHandler } from 'express'
import { ConfigError } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'
import { isLoopback } from '../../src/config/rules.js'
import { noOrigins } from '../../src/http/edge/cors.js'
import { openListener } from '../../src/http/edge/listener.js'
import type { Listener } from '../../src/http/edge/listener.js'
import { localCallersOnly } from '../../src/http/edge/local-callers-only.js'
import { requireServiceToken } from '../../src/http/edge/service-token.js'
import type { ProcessLimits } from '../../src/http/load/process-limits.js'
import type { Logger } from '../../src/logger.js'

export interface InternalListenerOptions {
  /** 0 means any free one. */
  readonly port: number
  readonly limits: ProcessLimits
  readonly log: Logger
  readonly ready: () => boolean | Promise<boolean>
  readonly closeTimeoutMs: number
  /** Adds what has its own rule for callers, and is answered before the service token is asked for. */
  readonly mountOpen?: (app: Express) => void
  /** The callers that pass where there is a service token; those that send it when absent. */
  readonly admit?: RequestHandler
  /** Adds what is answered to callers that pass. */
  readonly mount: (app: Express) => void
}

/**
 * Opens a listener of `INTERNAL_HOST` (contract: access.2). Without a service token it answers programs of this machine alone; with
 * one every request needs it but those of `/health/*`.
 * @throws ConfigError when it would be reached from elsewhere without a token; else what the system says of the address.
 */
export async function openInternalListener(
  { internalHost, serviceToken, corsOrigins, trustedProxies, hstsIncludeSubdomains }: Config,
  { port, log, mountOpen, admit, mount, ...settings }: InternalListenerOptions,
): Promise<Listener> {
  const guard = serviceToken === undefined ? localCallersOnly : (admit ?? requireServiceToken(serviceToken))
  const listener = await openListener({
    ...settings,
    host: internalHost,
    port,
    logger: log,
    // without a token no page may read answers; with one only pages of the listed origins may
    corsOrigins: serviceToken === undefined ? noOrigins : { ...noOrigins, listed: corsOrigins.listed },
    corsSetting: serviceToken === undefined ? 'SERVICE_TOKEN, CORS_ORIGINS' : 'CORS_ORIGINS',
    trustedProxies,
    // PUBLIC_URL is the address of another listener
    strictTransport: { isHttps: false, includeSubDomains: hstsIncludeSubdomains },
    mount: (app) => {
      if (serviceToken === undefined) app.use(guard)
      mountOpen?.(app)
      if (serviceToken !== undefined) app.use(guard)
      mount(app)
    },
  })
  const address = listener.server.address()
  // only the resolved address shows whether a name is local
  const isLocal = typeof address === 'object' && address !== null && isLoopback(address.address)
  if (isLocal || serviceToken !== undefined) return listener
  await listener.close()
  throw new ConfigError(['INTERNAL_HOST: is not a loopback address, which needs SERVICE_TOKEN to be set'])
}
