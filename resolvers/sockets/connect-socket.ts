import { randomBytes } from 'node:crypto'
import { CloseCode } from 'graphql-ws'
import type { WebSocket as Carrier } from 'graphql-ws'
import type { WebSocket } from 'ws'
import { SilenceTimer } from '../../src/silence-timer.js'
import { socketEnds } from './socket-backpressure.js'
import type { Pipeline } from '../pipeline/pipeline.js'

interface ConnectOptions {
  readonly open: (carrier: Carrier) => (code: number, reason: string) => Promise<void>
  readonly pipeline: Pipeline
  /** Between two pings, in milliseconds. */
  readonly pingMs: number
  /** Called when an answer has been written to the socket. */
  readonly sent: () => void
}

/** Connects a socket to graphql-ws without its adapter, which prints a line for every disconnected client. */
export function connectSocket(webSocket: WebSocket, { open, pipeline, pingMs, sent }: ConnectOptions): void {
  const closed = open({
    protocol: webSocket.protocol,
    send: (data) =>
      new Promise((resolve) => {
        // resolves on a failure too: the socket then closes, which ends everything on it
        if (webSocket.readyState === webSocket.OPEN) webSocket.send(data, () => resolve())
        else resolve()
        sent()
      }),
    close: (code, reason = '') => webSocket.close(code, sendableReason(reason)),
    onMessage: (handler) => {
      webSocket.on('message', (data: Buffer) => {
        handler(data.toString()).catch((error: unknown) => {
          pipeline.mask(error)
          webSocket.close(CloseCode.InternalServerError, 'Internal server error')
        })
      })
    },
  })
  // an invalid frame: ws closes the socket with the right code
  webSocket.on('error', () => undefined)
  const stopPings = keepAlive(webSocket, pingMs)
  webSocket.once('close', (code, reason) => {
    stopPings()
    socketEnds.add(() => void closed(code, reason.toString()))
  })
}

const maxReasonBytes = 123

/** Shortens a reason to fit a close frame (RFC 6455, 5.5): graphql-ws repeats the id of an operation in one. */
function sendableReason(reason: string): string {
  // a UTF-16 code unit has at most three bytes in UTF-8
  return Buffer.byteLength(reason) > maxReasonBytes ? reason.slice(0, maxReasonBytes / 3) : reason
}

/** Ends a socket whose client has not answered a ping before the next one. A ping waits behind all unread data. */
function keepAlive(webSocket: WebSocket, pingMs: number): () => void {
  let sent = randomBytes(8)
  const silence = new SilenceTimer({
    everyMs: pingMs,
    ticks: 2,
    onTick: () => {
      sent = randomBytes(8)
      if (webSocket.readyState === webSocket.OPEN) webSocket.ping(sent)
    },
    onTimeout: () => webSocket.terminate(),
  })
  webSocket.on('pong', (payload: Buffer) => {
    // only a client that has read a ping can repeat it
    if (sent.equals(payload)) silence.received()
  })
  return () => silence.stop()
}
