import type { ServerResponse } from 'node:http'

/**
 * Calls back once, when the answer is sent or the client has disconnected. A pipelined answer that still waits has no
 * `close` event of its own.
 */
export function whenOver(response: ServerResponse, callback: () => void): void {
  const { socket } = response.req
  let isOver = false
  const over = () => {
    // a socket's `close` also closes its answer, and a listener that was removed meanwhile is still called
    if (isOver) return
    isOver = true
    socket.off('close', over)
    callback()
  }
  // a client may pipeline any number of requests on one connection
  socket.setMaxListeners(0)
  socket.once('close', over)
  response.once('close', over)
}

/** Aborted when the client of the answer disconnects. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  whenOver(response, () => gone.abort())
  return gone.signal
}
