import { AppError, StoreUnwritable } from '@parley/runtime'
import { GuardedClient } from './guarded-client.js'
import { refusalOf } from './server-refusal.js'
import { hasNoConnectionLeft, translated } from '../translate-error.js'

/**
 * Connects to PostgreSQL at a start or for a command: only operators see these messages. Throws AppError UNAVAILABLE with
 * host and port, StoreUnwritable when its disk is full, and BAD_USER_INPUT with the reason when the server refuses the URL,
 * or TLS with it fails.
 */
export async function reachServer<T>(url: string, connect: () => Promise<T>): Promise<T> {
  try {
    return await translated(connect)
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error
    const refusal = refusalOf(cause)
    if (refusal !== undefined) throw new AppError('BAD_USER_INPUT', { message: refusal, cause })
    if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error
    const isCrowded = hasNoConnectionLeft(cause) && cause instanceof Error
    if (error instanceof StoreUnwritable && !isCrowded) throw error
    const state = isCrowded ? `has no connection left (${cause.message})` : 'cannot be reached'
    const message = `The database at ${serverOf(url)} ${state}`
    throw new AppError('UNAVAILABLE', { part: 'store', message, cause })
  }
}

/** Host and port, or the folder of the socket, as the driver parses the URL. */
function serverOf(url: string): string {
  const { host, port } = new GuardedClient({ connectionString: url })
  return host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${String(port)}`
}
