import type { AppError } from '../src/errors.js'

export interface PlaceOptions {
  readonly caller: string
  /** Places that may run when this one starts, itself included. */
  readonly atOnce: number
  /** Its turn among those that wait; see SerialQueue. */
  readonly round: number
  readonly onLeave: (place: Place) => void
}

/** One job's place: it waits, then runs, and is left exactly once whatever happens. */
export class Place {
  private position = Infinity
  private refused: AppError | undefined
  private wake: (() => void) | undefined

  constructor(private readonly options: PlaceOptions) {}

  get caller(): string {
    return this.options.caller
  }

  get atOnce(): number {
    return this.options.atOnce
  }

  get round(): number {
    return this.options.round
  }

  /**
   * The places it stands at while it waits (1 is the next), the newest only; over when it runs. Throws the signal's
   * reason when aborted, UNAVAILABLE when the queue drains or gives the place away.
   */
  async *positions(signal: AbortSignal): AsyncGenerator<number, void, undefined> {
    let told = Infinity
    for (;;) {
      signal.throwIfAborted()
      if (this.refused) throw this.refused
      if (this.position === 0) return
      if (this.position === told) {
        await this.change(signal)
        continue
      }
      told = this.position
      yield told
    }
  }

  leave(): void {
    this.options.onLeave(this)
  }

  moveTo(position: number): void {
    this.position = position
    this.wake?.()
  }

  refuse(error: AppError): void {
    this.refused = error
    this.wake?.()
  }

  private change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.wake = undefined
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.wake = done
      signal.addEventListener('abort', done, { once: true })
    })
  }
}
