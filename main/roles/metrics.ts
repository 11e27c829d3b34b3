import type { Listener, ProcessLimits, ReadyCheck } from '@parley/edge'
import type { Logger } from '@parley/runtime'
import type { Config } from '../../src/config/config.js'
import { openInternalListener } from './internal-listener.js'

/** A listener for health checks and metrics alone, in a process without another internal one; undefined unless set. */
export async function openMetrics(
  config: Config,
  options: { readonly limits: ProcessLimits; readonly log: Logger; readonly ready: ReadyCheck },
): Promise<Listener | undefined> {
  const { metrics: port } = config.ports
  if (port === undefined) return undefined
  return openInternalListener(config, { ...options, port, closeTimeoutMs: 1_000, mount: () => undefined })
}
