import type { Logger } from '@parley/runtime'
import type { QueueOrder } from './queue-order.js'

/** Logs that a shared queue is paused, also since before the start, and that it is resumed. */
export class PauseLog {
  #wasPaused = false

  constructor(
    private readonly kind: string,
    private readonly log: Logger,
  ) {}

  /** Returns the order that was read. */
  see(order: QueueOrder): QueueOrder {
    const { kind } = this
    if (order.isPaused && !this.#wasPaused) this.log.warn({ kind }, 'queue.paused')
    if (!order.isPaused && this.#wasPaused) this.log.info({ kind }, 'queue.resumed')
    this.#wasPaused = order.isPaused
    return order
  }
}
