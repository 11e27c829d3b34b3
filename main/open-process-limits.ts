import { getHeapStatistics } from 'node:v8'
import {
  FileHandles,
  LoadMonitor,
  type LoadProbe,
  type ProcessLimits,
  systemHandles,
  systemProbe,
  UnsentBytes,
  type UnsentLimits,
} from '@parley/edge'
import type { Logger } from '@parley/runtime'
import type { Config } from '../src/config/config.js'
import type { CleanupStack } from './cleanup-stack.js'

interface ProcessLimitsOptions {
  readonly log: Logger
  /** Measures the load; by default that of this process. */
  readonly probe?: LoadProbe | undefined
  readonly cleanup: CleanupStack
}

/** Starts to measure the load of this process; `cleanup` stops it. */
export function openProcessLimits(config: Config, { log, probe, cleanup }: ProcessLimitsOptions): ProcessLimits {
  const load = new LoadMonitor({ thresholds: config.loadLimits, probe: probe ?? systemProbe(), log })
  load.start()
  cleanup.push(() => load.stop())
  const unsent = new UnsentBytes({ limits: unsentLimits(config), log })
  cleanup.push(() => unsent.stop())
  const { keepAliveMs, socketLimits } = config
  const handles = new FileHandles({ probe: systemHandles(), log })
  return { load, unsent, handles, connectionsPerAddress: socketLimits.connectionsPerAddress, keepAliveMs }
}

/**
 * By default an eighth of the heap limit for all clients, since a text is in memory several times while it is sent, and
 * a quarter of that per client.
 */
function unsentLimits({ loadLimits }: Config): UnsentLimits {
  const perProcess = loadLimits.unsentPerProcess ?? Math.floor(getHeapStatistics().heap_size_limit / 8)
  return { perProcess, perClient: loadLimits.unsentPerClient ?? Math.floor(perProcess / 4) }
}
