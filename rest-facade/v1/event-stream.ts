import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

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
    private readonly beatMs: number,
  ) {}

  /** Sends the head. From here on a failure can only be an event. */
  open(): void {
    this.response.writeHead(200, headers)
    this.response.flushHeaders()
    this.#beat = setInterval(() => {
      if (!this.response.writableNeedDrain) this.response.write(': ping\n\n')
    }, this.beatMs)
    this.response.once('close', () => clearInterval(this.#beat))
  }

  /** Resolves when the reader has room for more. */
  async send(event: object | '[DONE]'): Promise<void> {
    const data = typeof event === 'string' ? event : JSON.stringify(event)
    this.#beat?.refresh()
    if (this.response.destroyed || this.response.write(`data: ${data}\n\n`)) return
    const waiting = new AbortController()
    const { signal } = waiting
    try {
      await Promise.race([once(this.response, 'drain', { signal }), once(this.response, 'close', { signal })])
    } finally {
      // the one that did not come listens no longer
      waiting.abort()
    }
  }

  end(): void {
    clearInterval(this.#beat)
    this.response.end()
  }
}
