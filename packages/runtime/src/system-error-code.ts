/** The error code of the system, such as EACCES. */
export function systemErrorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown'
}

/** Code and message of an error, or of its cause, without other fields: those of a driver can have a password. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause)
  const message = error instanceof Error ? error.message : ''
  const code = systemErrorCode(error)
  if (message === '') return code
  // those of the system have it
  return code === 'unknown' || message.startsWith(code) ? message : `${code}: ${message}`
}
