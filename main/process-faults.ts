import { createLogger, type Logger, openLogOutput } from '@parley/runtime'
import { ConfigError } from '../src/config/config-error.js'

/** The output of the process. On a terminal it is text for a person, otherwise lines of JSON. */
interface Output {
  readonly isTTY?: boolean | undefined
}

/** Logs the warnings and uncaught errors that Node.js would print. An uncaught error ends the process. */
export function logProcessFaults(log: Logger): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'process.warned'))
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'exception.uncaught')
    process.exit(1)
  })
}

/** Reports a failed start on stderr: each fault of the configuration, or the error. */
export function failedStart(error: unknown, { subject, stdout }: { subject: string; stdout: Output }): void {
  const isFaults = error instanceof ConfigError
  if (stdout.isTTY === true) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(isFaults ? `${error.faults.join('\n')}\n` : `${subject} could not start: ${message}\n`)
    return
  }
  const ignore = () => undefined
  // a fixed level, since the configured log level itself may be invalid
  const log = createLogger('error', openLogOutput({ fd: process.stderr.fd, onDropped: ignore, onResumed: ignore }))
  log.error(isFaults ? { subject, faults: error.faults } : { subject, err: error }, 'start.failed')
}
