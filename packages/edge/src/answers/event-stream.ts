import type { ServerResponse } from 'node:http'
import { streamHeaders } from './stream-headers.js'
import { writeWithBackpressure } from './write-with-backpressure.js'

/** Of a stream whose client reconnects by itself. */
export const eventTimes: { readonly beatMs: number; readonly retryMs: () => number } = {
  /** Milliseconds between two heartbeats. */
  beatMs: 5_000,
  /**
   * Milliseconds that a client waits before it reconnects after the end of its stream; called for each stream. Random, so
   * that clients do not all reconnect at once after a restart.
   */
  retryMs: () => 1_000 + Math.floor(Math.random() * 1_000),
}

interface SentEvent {
  readonly data: object | '' | '[DONE]'
  /** The client sends it as `Last-Event-ID` when it reconnects; without one it keeps its last id. One line. */
  readonly id?: string | undefined
  /** `message` by default. */
  readonly event?: string
}

const headers = { 'Content-Type': 'text/event-stream; charset=utf-8', ...streamHeaders }

/** An answer of server-sent events. Sends a comment from time to time, because proxies close silent connections. */
export class EventStream {
  #beat: NodeJS.Timeout | undefined

  constructor(
    private readonly response: ServerResponse,
    private readonly options: {
      /** Interval of keep-alive comments, in milliseconds. */
      readonly beatMs: number
      /** Aborted when the client has disconnected. */
      readonly disconnected: AbortSignal
    },
  ) {}

  /** Sends the head; later failures can only be sent as events. `retryMs`: the reconnection time of the client. */
  open(retryMs?: number): void {
    const { beatMs, disconnected } = this.options
    if (disconnected.aborted) return
    this.response.writeHead(200, headers)
    this.response.flushHeaders()
    if (retryMs !== undefined) this.response.write(`retry: ${retryMs}\n\n`)
    this.#beat = setInterval(() => {
      if (!this.response.writableNeedDrain) this.response.write(': ping\n\n')
    }, beatMs)
    disconnected.addEventListener('abort', () => this.release(), { once: true })
  }

  /** Resolves when the client can receive more. One that reads nothing for too long is disconnected. */
  send({ data, id, event }: SentEvent): Promise<void> {
    const line = typeof data === 'string' ? data : lineOf(data)
    const head = (event === undefined ? '' : `event: ${event}\n`) + (id === undefined ? '' : `id: ${id}\n`)
    this.#beat?.refresh()
    return writeWithBackpressure(this.response, `${head}data: ${line}\n\n`, this.options.disconnected)
  }

  end(): void {
    this.release()
    this.response.end()
  }

  /** Stops the keep-alive comments. */
  release(): void {
    clearInterval(this.#beat)
    this.#beat = undefined
  }
}

// caches the line of an object, which may be sent to many streams
const lines = new WeakMap<object, string>()

/** JSON text, which never contains a line break. */
function lineOf(data: object): string {
  const known = lines.get(data)
  if (known !== undefined) return known
  const line = JSON.stringify(data)
  lines.set(data, line)
  return line
}
