import { AppError } from '../src/errors.js'

export interface SerialQueueOptions {
  /** Places that run at the same time. */
  readonly concurrency: number
  /** Places that may wait; the next one is refused. */
  readonly limit: number
  /** What a refused caller is told to wait, in milliseconds. */
  readonly retryAfterMs: number
}

/** First in, first out, bounded. */
export class SerialQueue {
  private readonly running = new Set<Place>()
  private readonly waiting: Place[] = []
  private readonly watchers: (() => void)[] = []
  private isDraining = false

  constructor(private readonly options: SerialQueueOptions) {}

  /** Takes a place at the end of the line. Throws UNAVAILABLE when the line is full or the queue drains. */
  enter(): Place {
    const isBusy = this.running.size >= this.options.concurrency
    if (this.isDraining) throw away()
    if (isBusy && this.waiting.length >= this.options.limit) throw this.full()
    const place = new Place((left) => this.remove(left))
    this.waiting.push(place)
    this.advance()
    return place
  }

  /** Refuses the waiting and all who come later (they may go elsewhere), and resolves when nothing runs any more. */
  async drain(): Promise<void> {
    this.isDraining = true
    for (const place of this.waiting.splice(0)) place.refuse(away())
    if (this.running.size === 0) return
    await new Promise<void>((resolve) => this.watchers.push(resolve))
  }

  private remove(place: Place): void {
    const index = this.waiting.indexOf(place)
    if (index >= 0) this.waiting.splice(index, 1)
    this.running.delete(place)
    this.advance()
    if (this.running.size === 0) for (const resolve of this.watchers.splice(0)) resolve()
  }

  private advance(): void {
    while (this.running.size < this.options.concurrency) {
      const next = this.waiting.shift()
      if (!next) break
      this.running.add(next)
      next.moveTo(0)
    }
    this.waiting.forEach((place, index) => place.moveTo(index + 1))
  }

  private full(): AppError {
    return new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: this.options.retryAfterMs })
  }
}

const away = () => new AppError('UNAVAILABLE', { part: 'model' })

/** One job's place: it waits, then runs, and is left exactly once whatever happens. */
export class Place {
  private position = Infinity
  private refused: AppError | undefined
  private wake: (() => void) | undefined

  constructor(private readonly onLeave: (place: Place) => void) {}

  /**
   * The places it stands at while it waits (1 is the next), the newest only; over when it runs. Throws the signal's
   * reason when aborted, UNAVAILABLE when the queue drains.
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
    this.onLeave(this)
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
