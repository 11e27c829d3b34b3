import { randomBytes } from 'node:crypto'
import { CloseCode, type WebSocket as Carrier } from 'graphql-ws'
import type { WebSocket } from 'ws'
import { parsedBytes, SilenceTimer, smallBodyBytes, tooDeepAt } from '@parley/runtime'
import { closeSocket } from './close-socket.js'
import { socketCloses } from './socket-closes.js'
import { socketEnds } from './socket-backpressure.js'
import type { Pipeline } from '../pipeline/pipeline.js'

interface ConnectOptions {
  readonly open: (carrier: Carrier) => (code: number, reason: string) => Promise<void>
  readonly pipeline: Pipeline
  /** Between two pings, in milliseconds. */
  readonly pingMs: number
  /** Called when an answer has been written to the socket. */
  readonly sent: () => void
  /** The turn of a message of so many bytes; undefined when it needs none. Rejects when the client has disconnected. */
  readonly turnOf: (bytes: number) => Promise<void> | undefined
  /** Nothing more is read from the socket until the returned function is called. */
  readonly pauseReading: () => () => void
  /** Counts so many bytes until the returned function is called. Throws UNAVAILABLE when there is no room for them. */
  readonly hold: (bytes: number) => () => void
}

/** Connects a socket to graphql-ws without its adapter, which prints a line for every disconnected client. */
export function connectSocket(
  webSocket: WebSocket,
  { open, pipeline, pingMs, sent, turnOf, pauseReading, hold }: ConnectOptions,
): void {
  const closed = open({
    protocol: webSocket.protocol,
    // is not awaited: graphql-ws would keep the result while its bytes wait for the reader
    send: (data) => {
      // of a long text Node would reserve three bytes for each character
      const bytes = data.length > shortText ? Buffer.from(data) : data
      if (webSocket.readyState === webSocket.OPEN) webSocket.send(bytes, { binary: false })
      sent()
    },
    close: (code, reason = '') => webSocket.close(code, sendableReason(reason)),
    onMessage: (handler) => {
      const handle = (data: Buffer) => {
        const text = data.toString()
        if (tooDeepAt(text) !== undefined) {
          closeSocket(webSocket, socketCloses.tooDeep)
          return
        }
        // until its operation has ended
        const release = held(text)
        if (!release) {
          closeSocket(webSocket, socketCloses.tryAgain)
          return
        }
        handler(text)
          .catch((error: unknown) => {
            pipeline.mask(error)
            webSocket.close(CloseCode.InternalServerError, 'Internal server error')
          })
          .finally(release)
      }
      const held = (text: string) => {
        const bytes = text.length + parsedBytes(text)
        if (bytes <= smallBodyBytes) return () => undefined
        try {
          return hold(bytes)
        } catch {
          // there is no room
          return undefined
        }
      }
      const inTurn = messagesInTurn(handle, { turnOf, pauseReading })
      webSocket.on('message', (data: Buffer) => inTurn(data))
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

/** Handles messages in their order: a large one when it is its turn, and those after it then. */
function messagesInTurn(
  handle: (data: Buffer) => void,
  { turnOf, pauseReading }: Pick<ConnectOptions, 'turnOf' | 'pauseReading'>,
): (data: Buffer) => void {
  let last: Promise<void> | undefined
  return (data) => {
    const turn = turnOf(data.length)
    if (!turn && !last) {
      handle(data)
      return
    }
    const resume = pauseReading()
    const handled = Promise.all([last, turn])
      .then(() => handle(data))
      // the client has disconnected
      .catch(() => undefined)
      .finally(() => {
        if (last === handled) last = undefined
        resume()
      })
    last = handled
  }
}

const shortText = 16_384
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
