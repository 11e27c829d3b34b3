import type { ServerResponse } from 'node:http'

/** Calls back once, when the answer is out or the caller gone. An answer that waits behind another one of its connection has no `close` of its own. */
export function whenOver(response: ServerResponse, callback: () => void): void {
  const { socket } = response.req
  let isOver = false
  const over = () => {
    // a socket's `close` also closes its answer, and listeners removed meanwhile are still called
    if (isOver) return
    isOver = true
    socket.off('close', over)
    callback()
  }
  // a caller may send any number of requests ahead on one connection
  socket.setMaxListeners(0)
  socket.once('close', over)
  response.once('close', over)
}

/** Aborted as soon as the client of the answer has disconnected. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  whenOver(response, () => gone.abort())
  return gone.signal
}
