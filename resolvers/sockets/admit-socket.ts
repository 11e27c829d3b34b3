import type { WebSocket } from 'ws'
import type { SessionWatch } from '../../src/sessions/session-watch.js'
import type { RequestContext } from '../context/request-context.js'
import { closeSocket } from './close-socket.js'
import type { SocketLease } from './socket-quota.js'
import { closesOfEndings, socketCloses } from './socket-closes.js'

/** A socket after `connection_init`. */
interface SocketAdmission {
  readonly webSocket: WebSocket
  readonly lease: SocketLease
  readonly sessionWatch: Pick<SessionWatch, 'watch'>
  /** Resolves when the pending answers have been passed to the socket, so that a sign-out over the socket is answered too. */
  readonly flushPending: () => Promise<void>
}

/**
 * Whether the socket may stay open. It is closed as soon as its session ends; a socket without a valid token belongs to
 * a guest and stays.
 */
export function admitSocket(
  { caller, credential }: Pick<RequestContext, 'caller' | 'credential'>,
  { webSocket, lease, sessionWatch, flushPending }: SocketAdmission,
): boolean {
  // it may have closed during the check
  if (webSocket.readyState !== webSocket.OPEN) return false
  if (caller.kind !== 'user' || !credential) return true
  if (!lease.signIn(caller.id)) {
    closeSocket(webSocket, socketCloses.tooMany)
    return false
  }
  const letGo = sessionWatch.watch(credential, (ending) => {
    void flushPending().then(() => closeSocket(webSocket, closesOfEndings[ending]))
  })
  webSocket.once('close', letGo)
  return true
}
