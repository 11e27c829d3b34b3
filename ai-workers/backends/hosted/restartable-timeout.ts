/** Aborts its signal when a wait lasts longer than agreed. */
export class RestartableTimeout {
  readonly #controller = new AbortController()
  #timer: NodeJS.Timeout | undefined

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get hasExpired(): boolean {
    return this.#controller.signal.aborted
  }

  /** Infinity waits without a limit. */
  start(ms: number): void {
    this.stop()
    if (ms < Infinity) this.#timer = setTimeout(() => this.#controller.abort(), ms)
  }

  /** A running wait begins again. */
  restart(): void {
    this.#timer?.refresh()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
