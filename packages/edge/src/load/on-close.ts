import type { ServerResponse } from 'node:http'

/**
 * Calls back once, when the answer is sent or the client has disconnected. A pipelined answer that still waits has no
 * `close` event of its own.
 */
export function onClose(response: ServerResponse, callback: () => void): void {
  const { socket } = response.req
  let isOver = false
  const done = () => {
    // a socket's `close` also closes its answer, and a listener that was removed meanwhile is still called
    if (isOver) return
    isOver = true
    socket.off('close', done)
    callback()
  }
  // a client may pipeline any number of requests on one connection
  socket.setMaxListeners(0)
  socket.once('close', done)
  response.once('close', done)
}

/** Aborted when the answer is sent or its client disconnects. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const disconnected = new AbortController()
  onClose(response, () => disconnected.abort())
  return disconnected.signal
}
