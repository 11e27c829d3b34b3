import type { Logger } from '../src/logger.js'

interface StopOptions {
  readonly log: Logger
  /** The fields of the log events of the stop. */
  readonly fields?: object
  /** Whether a parent process is signalled too: SIGINT reaches the terminal group, and the parent sends SIGTERM. */
  readonly isChild?: boolean
}

/** Stops the process in order on SIGTERM or SIGINT. A further signal after more than a second ends it at once. */
export function stopOnSignals(stopAll: () => Promise<void>, { log, fields = {}, isChild = false }: StopOptions): void {
  let firstAt = 0
  const stop = (signal: NodeJS.Signals): void => {
    const waitedMs = Date.now() - firstAt
    // npm forwards the terminal's signal, so one Ctrl-C can arrive twice
    if (firstAt !== 0 && waitedMs > 1_000) {
      log.warn({ ...fields, signal, ms: waitedMs }, 'shutdown.aborted')
      process.exit(1)
    }
    if (firstAt !== 0) return
    firstAt = Date.now()
    log.info({ ...fields, signal }, 'draining')
    void stopAll().then(() => {
      log.info({ ...fields, ms: Date.now() - firstAt }, 'stopped')
      process.exit(0)
    })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', isChild ? () => undefined : stop)
}
