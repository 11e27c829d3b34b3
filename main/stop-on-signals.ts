import type { Logger } from '../src/logger.js'

interface StopOptions {
  readonly log: Logger
  /** The fields of the log events of the stop. */
  readonly fields?: object
  /** A child of a process that is signalled too: SIGINT goes to the whole terminal group, and its parent sends SIGTERM. */
  readonly isChild?: boolean
}

/** Stops in order on SIGTERM and SIGINT, once; a second signal after a second ends the process at once. */
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
