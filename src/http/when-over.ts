import type { ServerResponse } from 'node:http'

/** Calls back when the answer is out or the caller gone. An answer that waits behind another one of its connection has no `close` of its own. */
export function whenOver(response: ServerResponse, callback: () => void): void {
  const { socket } = response.req
  const over = () => {
    socket.off('close', over)
    callback()
  }
  // a caller may send any number of requests ahead on one connection
  socket.setMaxListeners(0)
  socket.once('close', over)
  response.once('close', over)
}

/** Aborted as soon as nobody waits for the answer any more. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  whenOver(response, () => gone.abort())
  return gone.signal
}
