import { PushIterator } from '@parley/runtime'
import type { BusItem, BusMessage, Subscription } from './event-bus.js'

/** A subscription that adapters fill with `push`. */
export class BoundedSubscription extends PushIterator<BusItem> implements Subscription {
  active: Promise<void> | undefined
  readonly #unread: BusItem[] = []

  /** `limit`: unread items kept, at least 1. `onEnd` runs once, when the subscription ends for any reason. */
  constructor(
    private readonly limit: number,
    private readonly onEnd: () => void,
  ) {
    super()
  }

  push(message: BusMessage): void {
    if (this.#unread.length >= Math.max(1, this.limit)) this.lag()
    else this.#enqueue({ kind: 'message', message })
  }

  /** Drops unread items and adds one `lagged` item. Its reader then reads the store, so nothing is missed. */
  lag(): void {
    this.#unread.length = 0
    this.#enqueue({ kind: 'lagged' })
  }

  end(): void {
    if (this.isOver) return
    this.#unread.length = 0
    this.finish()
    this.onEnd()
  }

  protected nextItem(): BusItem | undefined {
    return this.#unread.shift()
  }

  #enqueue(item: BusItem): void {
    if (this.isOver) return
    this.#unread.push(item)
    this.deliver()
  }
}
