/** Limits of one connection. */
const maximum = {
  /** Requests that run concurrently. */
  running: 8,
  /** Requests that run or wait, as many as in an HTTP/2 session; one more ends the connection. */
  open: 64,
} as const

/**
 * The requests of one HTTP/1.1 connection, in the order of their answers. A client may pipeline any number, and Node
 * starts all of them at once. Here 8 run at a time, and the next one starts when an earlier answer is sent.
 */
export class PipelinedRequests<Answer> {
  /** The start function of each waiting request. */
  readonly #open = new Map<Answer, (() => void) | undefined>()

  get size(): number {
    return this.#open.size
  }

  get answers(): readonly Answer[] {
    return [...this.#open.keys()]
  }

  /** Begins a request now or queues it; false when there are too many. */
  begin(answer: Answer, run: () => void): boolean {
    if (this.#open.size >= maximum.open) return false
    const isNext = this.#open.size < maximum.running
    this.#open.set(answer, isNext ? undefined : run)
    if (isNext) run()
    return true
  }

  /** Removes a request whose answer is sent. */
  end(answer: Answer): void {
    this.#open.delete(answer)
  }

  /** Starts waiting requests up to the limit. */
  next(): void {
    let position = 0
    for (const [answer, run] of this.#open) {
      if (position === maximum.running) return
      position += 1
      if (!run) continue
      this.#open.set(answer, undefined)
      run()
    }
  }
}
