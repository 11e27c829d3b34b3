import type { WebSocket } from 'ws'
import type { SocketClose } from './socket-closes.js'

const timeoutMs = 2_000

/** Closes a socket; destroys it when the client does not answer the close. */
export function closeSocket(webSocket: WebSocket, { code, reason }: SocketClose): void {
  webSocket.close(code, reason)
  const hangUp = setTimeout(() => webSocket.terminate(), timeoutMs)
  webSocket.once('close', () => clearTimeout(hangUp))
}
