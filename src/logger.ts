import { pino } from 'pino'

/** One JSON line per event. Never a prompt, a reply, a code, a token. */
export interface Logger {
  debug(fields: object, event: string): void
  info(fields: object, event: string): void
  warn(fields: object, event: string): void
  error(fields: object, event: string): void
}

export type LogLevel = 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug'

export function createLogger(level: LogLevel): Logger {
  return pino({
    level,
    base: null,
    messageKey: 'name',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        ...['password', '*.password', 'newPassword', '*.newPassword', 'authorization', '*.authorization'],
        ...['token', '*.token', 'resetToken', '*.resetToken', 'verificationCode', '*.verificationCode'],
      ],
      censor: '[redacted]',
    },
  })
}
