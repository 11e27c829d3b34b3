import { waitForListener } from '../wait-for-listener.js'
import { openProcessLimits } from '../open-process-limits.js'
import { requireModel } from './require-model.js'
import { CleanupStack } from '../cleanup-stack.js'
import type { WorkerMessage } from './worker-child.js'
import { openWorkerService } from './worker-service.js'
import type { Config } from '../../src/config/config.js'
import type { Logger } from '../../src/logger.js'
import type { Kind } from '../../src/kinds.js'
import { stopOnSignals } from '../stop-on-signals.js'
import { addressesOf } from '../welcome.js'

const drainMs = 8_000

/** Runs one worker until a signal stops it. Rejects when its model cannot be loaded. */
export async function runWorker(config: Config, kind: Kind, log: Logger): Promise<void> {
  // also when the parent has ended before this line
  const isChild = process.send !== undefined
  if (isChild) endWithParent()
  log.info({ kind }, 'starting')
  requireModel(config)
  const cleanup = new CleanupStack(log)
  const limits = openProcessLimits(config, { log, cleanup })
  const service = await waitForListener(config, kind, openWorkerService(config, kind, { limits, log }))
  cleanup.push(() => service.close(drainMs))
  stopOnSignals(() => cleanup.all(), { log, fields: { kind }, isChild })
  if (isChild) {
    const report = (message: WorkerMessage) => process.send?.(message)
    // a hung process does not answer
    process.on('message', () => report({ kind: 'alive' }))
    report({ kind: 'listening', port: service.port })
  } else {
    const addresses = addressesOf(config, { [kind]: service.port })
    log.info({ kind, port: service.port, addresses }, 'ready')
  }
  await service.loaded
}

function endWithParent(): void {
  if (!process.connected) process.exit(0)
  process.on('disconnect', () => process.exit(0))
}
