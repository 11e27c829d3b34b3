/** The streams that are open on a listener: each ends when its reader is gone, all of them when the listener stops. */
export class OpenStreams {
  readonly #open = new Set<AbortController>()
  #isStopped = false

  /** Runs what tells one stream. Its signal is aborted when the stream has to end; `gone` says that nobody reads any more. */
  async run(gone: AbortSignal, tell: (over: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController()
    const end = () => controller.abort()
    if (this.#isStopped || gone.aborted) end()
    gone.addEventListener('abort', end, { once: true })
    this.#open.add(controller)
    try {
      await tell(controller.signal)
    } finally {
      this.#open.delete(controller)
    }
  }

  /** Ends them, and every later one at its first word: what is not told yet is told to who comes back. */
  stop(): void {
    this.#isStopped = true
    for (const controller of this.#open) controller.abort()
  }
}
