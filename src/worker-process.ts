import { listening } from './compose/listening.js'
import { openProcessLimits } from './compose/process-limits.js'
import { requireModel } from './compose/require-model.js'
import { Undo } from './compose/undo.js'
import type { WorkerMessage } from './compose/worker-child.js'
import { openWorkerService } from './compose/worker-service.js'
import type { Config } from './config/config.js'
import { createLogger } from './logger.js'
import type { WorkerKind } from './ports/reply-generator/reply-generator.js'
import { stopOnSignals } from './stop-on-signals.js'

const drainMs = 8_000

/** Runs one worker until it is told to stop. Rejects when its model cannot be loaded. */
export async function runWorker(config: Config, kind: WorkerKind): Promise<void> {
  const log = createLogger(config.logLevel)
  requireModel(config)
  const undo = new Undo(log)
  const limits = openProcessLimits(config, { log, undo })
  const service = await listening(kind, openWorkerService(config, kind, { limits, log }))
  undo.push(() => service.close(drainMs))
  const stop = () => undo.all()
  if (process.connected) {
    // Ctrl-C goes to the whole terminal group: a child waits for its parent's word, and ends when it has none
    process.on('SIGINT', () => undefined)
    process.on('SIGTERM', () => void stop().then(() => process.exit(0)))
    process.on('disconnect', () => process.exit(0))
    const tell = (message: WorkerMessage) => process.send?.(message)
    // a process that hangs does not answer
    process.on('message', () => tell({ kind: 'alive' }))
    tell({ kind: 'listening', port: service.port })
  } else {
    stopOnSignals(stop)
    log.info({ kind, port: service.port }, 'ready')
  }
  await service.loaded
}
