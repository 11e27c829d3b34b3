import { trace } from '@opentelemetry/api'
import { pino, stdSerializers, type DestinationStream, type LoggerOptions } from 'pino'

/** Writes one JSON line per event, without prompts, replies, codes and tokens. */
export interface Logger {
  debug(fields: object, event: string): void
  info(fields: object, event: string): void
  warn(fields: object, event: string): void
  error(fields: object, event: string): void
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Writes to `destination`, by default to stdout. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    messageKey: 'name',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    mixin: traceFields,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorFields },
    redact: {
      paths: [
        ...['password', '*.password', 'newPassword', '*.newPassword', 'authorization', '*.authorization'],
        ...['token', '*.token', 'resetToken', '*.resetToken', 'verificationCode', '*.verificationCode'],
      ],
      censor: '[redacted]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Of the active span, if there is tracing. */
function traceFields(): { readonly traceId?: string } {
  const span = trace.getActiveSpan()
  return span ? { traceId: span.spanContext().traceId } : {}
}

const maxErrorLength = 8_000

/** The fields of an error for a log line. Others are left out: a database error has parameters of its statement. */
export function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error
  const { type, message, stack } = stdSerializers.err(error)
  const code = 'code' in error ? { code: error.code } : {}
  return { type, ...code, message: message.slice(0, maxErrorLength), stack: stack.slice(0, maxErrorLength) }
}
