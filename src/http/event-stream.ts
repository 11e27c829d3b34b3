import type { ServerResponse } from 'node:http'
import { writePaced } from './paced-write.js'

interface EventStreamOptions {
  /** Between two signs of life. */
  readonly beatMs: number
  /** Aborted when the client has disconnected. */
  readonly gone: AbortSignal
}

interface SentEvent {
  readonly data: object | '[DONE]'
  /** What a client that comes back sends as `Last-Event-ID`; without one its last id stays. One line. */
  readonly id?: string | undefined
  /** `message` when unset. */
  readonly event?: string
}

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache',
  // proxies that collect answers before they pass them on
  'X-Accel-Buffering': 'no',
}

/** An answer of server-sent events. While nothing is said a comment goes out now and then: proxies cut what is silent. */
export class EventStream {
  #beat: NodeJS.Timeout | undefined

  constructor(
    private readonly response: ServerResponse,
    private readonly options: EventStreamOptions,
  ) {}

  /** Sends the head. From here on a failure can only be an event. `retryMs`: when a client whose stream ended comes back. */
  open(retryMs?: number): void {
    const { beatMs, gone } = this.options
    if (gone.aborted) return
    this.response.writeHead(200, headers)
    this.response.flushHeaders()
    if (retryMs !== undefined) this.response.write(`retry: ${retryMs}\n\n`)
    this.#beat = setInterval(() => {
      if (!this.response.writableNeedDrain) this.response.write(': ping\n\n')
    }, beatMs)
    gone.addEventListener('abort', () => this.release(), { once: true })
  }

  /** Resolves when the client can receive more, or is gone: one that reads nothing for too long is cut off. */
  async send({ data, id, event }: SentEvent): Promise<void> {
    const line = typeof data === 'string' ? data : lineOf(data)
    const head = (event === undefined ? '' : `event: ${event}\n`) + (id === undefined ? '' : `id: ${id}\n`)
    this.#beat?.refresh()
    await writePaced(this.response, `${head}data: ${line}\n\n`, this.options.gone)
  }

  end(): void {
    this.release()
    this.response.end()
  }

  /** Gives no more signs of life. */
  release(): void {
    clearInterval(this.#beat)
    this.#beat = undefined
  }
}

// the same object may go to many streams
const lines = new WeakMap<object, string>()

/** As JSON, which is one line: it has no line breaks outside of its texts, and none in them. */
function lineOf(data: object): string {
  const known = lines.get(data)
  if (known !== undefined) return known
  const line = JSON.stringify(data)
  lines.set(data, line)
  return line
}
