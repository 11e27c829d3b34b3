/** The error code of the system, such as EACCES. */
export function systemErrorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown'
}

/** Code and message of an error, without its other fields: those of a driver can have a password. */
export function reasonOf(error: unknown): string {
  return `${systemErrorCode(error)}: ${error instanceof Error ? error.message : ''}`
}
