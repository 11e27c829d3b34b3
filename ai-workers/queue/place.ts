import type { AppError } from '../../src/errors.js'
import type { JobPriority } from '../../src/ports/reply-generator/reply-generator.js'
import { isNews } from './standing.js'
import type { Standing } from './standing.js'

export interface PlaceOptions {
  readonly caller: string
  readonly priority: JobPriority
  /** Places that may run when this one starts, itself included. */
  readonly atOnce: number
  /** What runs in it. */
  readonly model: string
  /** Epoch milliseconds; it is left then at the latest. */
  readonly deadline: number
  /** Counts up: who came later has the higher one. */
  readonly arrival: number
  /** Its turn among those of its priority; see FairLine. */
  readonly round: number
  readonly onLeave: (place: Place, end: PlaceEnd) => void
}

export interface PlaceEnd {
  /** Whether what ran in it ended by itself: it was not stopped. */
  readonly isWhole: boolean
}

/** One job's place: it waits, then runs, and is left exactly once whatever happens. */
export class Place {
  /** Epoch milliseconds; undefined while it waits. */
  startedAt: number | undefined
  private standing: Standing | undefined
  private refused: AppError | undefined
  private wake: (() => void) | undefined

  constructor(readonly entry: PlaceOptions) {}

  get caller(): string {
    return this.entry.caller
  }

  /**
   * Where it stands while it waits, the newest only; over when it runs. Throws the signal's reason when aborted,
   * UNAVAILABLE when the queue drains or gives the place away.
   */
  async *standings(signal: AbortSignal): AsyncGenerator<Standing, void, undefined> {
    let told: Standing | undefined
    for (;;) {
      signal.throwIfAborted()
      if (this.refused) throw this.refused
      if (this.startedAt !== undefined) return
      if (!this.standing || this.standing === told) {
        await this.change(signal)
        continue
      }
      told = this.standing
      yield told
    }
  }

  leave(end: PlaceEnd = { isWhole: false }): void {
    this.entry.onLeave(this, end)
  }

  /** Reports its position, if that has changed. */
  stand(standing: Standing, now: number): void {
    if (this.standing && !isNews(this.standing, standing, now)) return
    this.standing = standing
    this.wake?.()
  }

  start(now: number): void {
    this.startedAt = now
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
