import type { WebSocket } from 'ws'
import type { SessionWatch } from '../src/sessions/session-watch.js'
import type { RequestContext } from './request-context.js'
import type { Seat } from './socket-census.js'
import { closesOfEndings, socketCloses } from './socket-closes.js'
import type { SocketClose } from './socket-closes.js'

/** A socket that has said who it is. */
export interface Arrival {
  readonly webSocket: WebSocket
  readonly seat: Seat
  readonly sessionWatch: Pick<SessionWatch, 'hold'>
}

const goodbyeMs = 2_000

/**
 * Whether it may stay. It is closed as soon as what it was opened with has ended; one without a valid token is nobody's and
 * stays.
 */
export function admitSocket(
  { caller, credential }: Pick<RequestContext, 'caller' | 'credential'>,
  { webSocket, seat, sessionWatch }: Arrival,
): boolean {
  // it may have left while it was looked at
  if (webSocket.readyState !== webSocket.OPEN) return false
  if (caller.kind !== 'user' || !credential) return true
  if (!seat.signIn(caller.id)) {
    closeWith(webSocket, socketCloses.tooMany)
    return false
  }
  const letGo = sessionWatch.hold(credential, (ending) => {
    closeWith(webSocket, closesOfEndings[ending])
    // who does not answer, because it does not read, is not waited for
    const hangUp = setTimeout(() => webSocket.terminate(), goodbyeMs)
    webSocket.once('close', () => clearTimeout(hangUp))
  })
  webSocket.once('close', letGo)
  return true
}

export function closeWith(webSocket: WebSocket, { code, reason }: SocketClose): void {
  webSocket.close(code, reason)
}
