import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { AppError, smallBodyBytes } from '@parley/runtime'
import { closeSocket } from './close-socket.js'
import { socketCloses } from './socket-closes.js'

/** The head of a frame of a client without a payload of its own: two bytes, and the mask. */
const controlHeadBytes = 6

/**
 * Counts a message of more than 16 KiB from its first bytes to its last: `receive` counts one of unknown length until the
 * returned function is called, and throws UNAVAILABLE when there is no room for it: the socket is closed with 1013.
 */
export function countArriving(webSocket: WebSocket, connection: Socket, receive: () => () => void): void {
  // since the last message; pings can arrive within one
  let bytes = 0
  let release: (() => void) | undefined
  const arrived = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= smallBodyBytes || release) return
    try {
      release = receive()
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'UNAVAILABLE')) throw error
      connection.off('data', arrived)
      closeSocket(webSocket, socketCloses.tryAgain)
    }
  }
  const isOver = () => {
    bytes = 0
    release?.()
    release = undefined
  }
  const control = (data: Buffer) => (bytes = Math.max(0, bytes - controlHeadBytes - data.length))
  connection.on('data', arrived)
  webSocket.on('message', isOver)
  webSocket.on('ping', control)
  webSocket.on('pong', control)
  webSocket.once('close', () => {
    connection.off('data', arrived)
    isOver()
  })
}
