/** Requests of one connection. */
const most = {
  /** That run at once. */
  running: 8,
  /** That run or wait, as many as a session of HTTP/2 may have: further ones end the connection. */
  open: 64,
} as const

/**
 * The requests of one connection of HTTP/1.1, in the order of their answers. A client may send any number ahead, and Node begins all of them
 * at once: here the first 8 run, and each of the others when an answer before it is out.
 */
export class PipelinedRequests<Answer> {
  /** With what begins each request that waits. */
  readonly #open = new Map<Answer, (() => void) | undefined>()

  get size(): number {
    return this.#open.size
  }

  get answers(): readonly Answer[] {
    return [...this.#open.keys()]
  }

  /** Begins a request now or in its turn; false when there are too many. */
  begin(answer: Answer, run: () => void): boolean {
    if (this.#open.size >= most.open) return false
    const isNext = this.#open.size < most.running
    this.#open.set(answer, isNext ? undefined : run)
    if (isNext) run()
    return true
  }

  /** Its answer is out. */
  end(answer: Answer): void {
    this.#open.delete(answer)
  }

  /** Begins the next requests. */
  next(): void {
    let position = 0
    for (const [answer, run] of this.#open) {
      if (position === most.running) return
      position += 1
      if (!run) continue
      this.#open.set(answer, undefined)
      run()
    }
  }
}
