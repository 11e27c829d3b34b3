import type { Logger } from '@parley/runtime'

interface StopOptions {
  readonly log: Logger
  /** The fields of the log events of the stop. */
  readonly fields?: object
  /** Whether a parent process is signalled too: SIGINT reaches the terminal group, and the parent sends SIGTERM. */
  readonly isChild?: boolean
}

/**
 * Stops the process on SIGTERM or SIGINT: `stopAll` runs the steps in the reverse of the order in which `main/app.ts` and
 * `main/core.ts` opened them (docs/reference/internals.md, One stop). A further signal after more than a second ends it at once. The
 * returned function does the same without a signal, and ends with the given exit code.
 */
export function stopOnSignals(
  stopAll: () => Promise<void>,
  { log, fields = {}, isChild = false }: StopOptions,
): (code: number) => void {
  let firstAt = 0
  const stop = (signal?: NodeJS.Signals, code = 0): void => {
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
      process.exit(code)
    })
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => (isChild ? undefined : stop('SIGINT')))
  return (code) => stop(undefined, code)
}
