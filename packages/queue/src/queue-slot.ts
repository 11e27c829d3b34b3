import { type AppError, wokenOrAborted } from '@parley/runtime'
import type { JobPriority } from './fair-queue.js'
import { isReportable, type QueuePosition } from './queue-position.js'

interface QueueSlotOptions {
  readonly caller: string
  readonly priority: JobPriority
  /** The number of slots that may run when this one has started, including itself. */
  readonly atOnce: number
  readonly model: string
  /** Epoch milliseconds; the job leaves the slot by then. */
  readonly deadline: number
  /** Ascending: a later job has a higher number. */
  readonly arrival: number
  /** The position in the order of starts; see `admission`. */
  readonly tag: number
  readonly onLeave: (slot: QueueSlot, end: SlotEnd) => void
}

export interface SlotEnd {
  /** Whether the job ended by itself, without being stopped. */
  readonly isComplete: boolean
}

/** The slot of one job: it waits, then runs, and always ends exactly once. */
export class QueueSlot {
  /** Epoch milliseconds; undefined while it waits. */
  startedAt: number | undefined
  #latest: QueuePosition | undefined
  #refused: AppError | undefined
  #wake: (() => void) | undefined

  constructor(readonly entry: QueueSlotOptions) {}

  get caller(): string {
    return this.entry.caller
  }

  get tag(): number {
    return this.entry.tag
  }

  /**
   * The newest position while the slot waits; ends when it runs. Throws the signal's reason when aborted, UNAVAILABLE
   * when the queue drains or displaces the job.
   */
  async *positions(signal: AbortSignal): AsyncGenerator<QueuePosition, void, undefined> {
    let reported: QueuePosition | undefined
    for (;;) {
      signal.throwIfAborted()
      if (this.#refused) throw this.#refused
      if (this.startedAt !== undefined) return
      if (!this.#latest || this.#latest === reported) {
        await wokenOrAborted(signal, (wake) => (this.#wake = wake))
        continue
      }
      reported = this.#latest
      yield reported
    }
  }

  leave(end: SlotEnd = { isComplete: false }): void {
    this.entry.onLeave(this, end)
  }

  /** Reports a position that differs from the last reported one. */
  report(position: QueuePosition, now: number): void {
    if (this.#latest && !isReportable(this.#latest, position, now)) return
    this.#latest = position
    this.#wake?.()
  }

  start(now: number): void {
    this.startedAt = now
    this.#wake?.()
  }

  refuse(error: AppError): void {
    this.#refused = error
    this.#wake?.()
  }
}
