/** Aborts its signal when a wait lasts longer than agreed. */
export class Patience {
  private readonly controller = new AbortController()
  private timer: NodeJS.Timeout | undefined

  get signal(): AbortSignal {
    return this.controller.signal
  }

  get isOver(): boolean {
    return this.controller.signal.aborted
  }

  begin(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.controller.abort(), ms)
  }

  end(): void {
    clearTimeout(this.timer)
  }
}
