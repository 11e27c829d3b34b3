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
    clearTimeout(this.#timer)
    if (ms < Infinity) this.#timer = setTimeout(() => this.#controller.abort(), ms)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
