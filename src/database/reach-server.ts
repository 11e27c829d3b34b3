import { AppError } from '../errors.js'
import { systemErrorCode } from '../system-error-code.js'
import { GuardedClient } from './guarded-client.js'
import { translated } from './translate-error.js'

/** PostgreSQL answers, and refuses the role, its password or the name of the database. */
const refusals = new Set(['28000', '28P01', '3D000'])

/**
 * Connects to PostgreSQL at a start or for a command: only operators see these messages. Throws AppError UNAVAILABLE with
 * host and port, and BAD_USER_INPUT with the reason of the server when it refuses the URL.
 */
export async function reachServer<T>(url: string, connect: () => Promise<T>): Promise<T> {
  try {
    return await translated(connect)
  } catch (error) {
    if (refusals.has(systemErrorCode(error)) && error instanceof Error)
      throw new AppError('BAD_USER_INPUT', { message: `is refused by the server: ${error.message}`, cause: error })
    if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error
    const message = `The database at ${serverOf(url)} cannot be reached`
    throw new AppError('UNAVAILABLE', { part: 'store', message, cause: error.cause })
  }
}

/** Host and port, or the folder of the socket, as the driver parses the URL. */
function serverOf(url: string): string {
  const { host, port } = new GuardedClient({ connectionString: url })
  return host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${String(port)}`
}
