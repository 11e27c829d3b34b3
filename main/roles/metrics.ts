import type { Logger } from '@parley/runtime'
import type { Config } from '../../src/config/config.js'
import type { ReadyCheck } from '../../src/http/edge/health.js'
import type { Listener } from '../../src/http/edge/listener.js'
import type { ProcessLimits } from '../../src/http/load/process-limits.js'
import { openInternalListener } from './internal-listener.js'

interface MetricsOptions {
  readonly limits: ProcessLimits
  readonly log: Logger
  readonly ready: ReadyCheck
}

/** A listener for health checks and metrics alone, in a process without another internal one; undefined unless set. */
export async function openMetrics(config: Config, options: MetricsOptions): Promise<Listener | undefined> {
  const { metrics: port } = config.ports
  if (port === undefined) return undefined
  return openInternalListener(config, { ...options, port, closeTimeoutMs: 1_000, mount: () => undefined })
}
