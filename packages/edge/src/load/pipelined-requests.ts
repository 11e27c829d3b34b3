/** Limits of one connection. */
const maximum = {
  /** Requests that run concurrently. */
  running: 8,
  /** Requests that run or wait, as many as in an HTTP/2 session; one more ends the connection. */
  open: 64,
  /** Bytes of earlier answers that the client has not accepted, when the next request begins. */
  unsentBytes: 65_536,
} as const

/** What a connection can say about itself. */
interface AnsweringConnection {
  /** Whether it can have more answers. After one that closes it, no request begins. */
  readonly isOpen: () => boolean
  /** Bytes of answers that the client has not accepted. */
  readonly unsent: () => number
}

/**
 * The requests of one HTTP/1.1 connection, in the order of their answers. A client may pipeline any number, and Node
 * starts all of them at once. Here 8 run at a time, and each one behind another begins in a round of the event loop of
 * its own, so that the requests of other connections come between them. None begins for a client that does not read.
 */
export class PipelinedRequests<Answer> {
  /** The start function of each waiting request. */
  readonly #open = new Map<Answer, (() => void) | undefined>()
  #isDue = false

  constructor(private readonly connection: AnsweringConnection) {}

  get size(): number {
    return this.#open.size
  }

  get answers(): readonly Answer[] {
    return [...this.#open.keys()]
  }

  /** Begins a request now, or queues it behind others; false when there are too many. */
  begin(answer: Answer, run: () => void): boolean {
    if (this.#open.size >= maximum.open) return false
    const isFirst = this.#open.size === 0
    this.#open.set(answer, isFirst ? undefined : run)
    if (isFirst) run()
    else this.#beginNext()
    return true
  }

  /** Removes a request whose answer is sent, and lets the next one begin. */
  end(answer: Answer): void {
    this.#open.delete(answer)
    if (this.#open.size > 0) this.#beginNext()
  }

  /** Begins a waiting request in the next round of the event loop, up to the limit. */
  #beginNext(): void {
    if (this.#isDue) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      const next = [...this.#open].slice(0, maximum.running).find(([, run]) => run)
      if (!next || !this.connection.isOpen()) return
      // the end of the answer that has them is the next occasion
      if (this.connection.unsent() > maximum.unsentBytes) return
      const [answer, run] = next
      this.#open.set(answer, undefined)
      run?.()
      this.#beginNext()
    })
  }
}
