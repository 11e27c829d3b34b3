import type { OpenPort, ProcessLimits } from '@parley/edge'
import type { Logger } from '@parley/runtime'
import { mountGateway, type Gateway } from '../../ai-workers/gateway/gateway.js'
import type { Config } from '../../src/config/config.js'
import type { Kind } from '../../src/kinds.js'
import { openInternalListener } from './internal-listener.js'

/** The AI gateway: one address for the office and the character service. */
export async function openGateway(
  config: Config,
  { urls, limits, log }: { urls: Readonly<Record<Kind, URL>>; limits: ProcessLimits; log: Logger },
): Promise<OpenPort> {
  const { serviceToken } = config
  const mounted: Gateway[] = []
  const listener = await openInternalListener(config, {
    port: config.ports.gateway,
    limits,
    log,
    ready: () => true,
    closeTimeoutMs: 8_000,
    mount: (app) => {
      mounted.push(mountGateway(app, { ...urls, serviceToken, logger: log }))
    },
  })
  return {
    ...listener,
    close: async () => {
      await listener.close()
      for (const gateway of mounted) gateway.close()
    },
  }
}
