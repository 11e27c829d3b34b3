/** Aborts its signal when a wait lasts longer than agreed. */
export class RestartableTimeout {
  private readonly controller = new AbortController()
  private timer: NodeJS.Timeout | undefined

  get signal(): AbortSignal {
    return this.controller.signal
  }

  get hasExpired(): boolean {
    return this.controller.signal.aborted
  }

  start(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.controller.abort(), ms)
  }

  stop(): void {
    clearTimeout(this.timer)
  }
}
