import type { AppError } from '../../src/errors.js'
import type { JobPriority } from '../../src/ports/reply-generator/reply-generator.js'
import { isNews } from './queue-position.js'
import type { QueuePosition } from './queue-position.js'

export interface QueueSlotOptions {
  readonly caller: string
  readonly priority: JobPriority
  /** Slots that may run when this one starts, itself included. */
  readonly atOnce: number
  /** What runs in it. */
  readonly model: string
  /** Epoch milliseconds; it is left then at the latest. */
  readonly deadline: number
  /** Counts up: who came later has the higher one. */
  readonly arrival: number
  /** Its turn among those of its priority; see FairQueue. */
  readonly round: number
  readonly onLeave: (slot: QueueSlot, end: SlotEnd) => void
}

export interface SlotEnd {
  /** Whether what ran in it ended by itself: it was not stopped. */
  readonly isWhole: boolean
}

/** One job's slot: it waits, then runs, and is left exactly once whatever happens. */
export class QueueSlot {
  /** Epoch milliseconds; undefined while it waits. */
  startedAt: number | undefined
  private latest: QueuePosition | undefined
  private refused: AppError | undefined
  private wake: (() => void) | undefined

  constructor(readonly entry: QueueSlotOptions) {}

  get caller(): string {
    return this.entry.caller
  }

  /**
   * Where it stands while it waits, the newest only; over when it runs. Throws the signal's reason when aborted,
   * UNAVAILABLE when the queue drains or gives the slot away.
   */
  async *positions(signal: AbortSignal): AsyncGenerator<QueuePosition, void, undefined> {
    let reported: QueuePosition | undefined
    for (;;) {
      signal.throwIfAborted()
      if (this.refused) throw this.refused
      if (this.startedAt !== undefined) return
      if (!this.latest || this.latest === reported) {
        await this.change(signal)
        continue
      }
      reported = this.latest
      yield reported
    }
  }

  leave(end: SlotEnd = { isWhole: false }): void {
    this.entry.onLeave(this, end)
  }

  /** Reports its position, if that has changed. */
  report(position: QueuePosition, now: number): void {
    if (this.latest && !isNews(this.latest, position, now)) return
    this.latest = position
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
