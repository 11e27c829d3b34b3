import type { BusItem, Subscription } from './event-bus.js'

type Result = IteratorResult<BusItem, undefined>

/**
 * The subscriber's end that adapters fill with `push`. Written by hand because an async generator that waits is not
 * closed by `return()`.
 */
export class BoundedSubscription implements Subscription {
  private readonly unread: BusItem[] = []
  private readonly readers: ((result: Result) => void)[] = []
  private isOver = false

  /** `limit`: unread items kept, at least 1. `onEnd` runs once, when the subscription ends for any reason. */
  constructor(
    private readonly limit: number,
    private readonly onEnd: () => void,
  ) {}

  push(message: string): void {
    if (this.unread.length >= Math.max(1, this.limit)) {
      this.lag()
      return
    }
    this.give({ kind: 'message', message })
  }

  /** Drops what is unread and leaves one `lagged` item: its reader reads the store afterwards, so nothing is missed. */
  lag(): void {
    this.unread.length = 0
    this.give({ kind: 'lagged' })
  }

  next(): Promise<Result> {
    const item = this.unread.shift()
    if (item) return Promise.resolve({ done: false, value: item })
    if (this.isOver) return Promise.resolve({ done: true, value: undefined })
    return new Promise((resolve) => this.readers.push(resolve))
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.end()
    return Promise.resolve({ done: true, value: undefined })
  }

  end(): void {
    if (this.isOver) return
    this.isOver = true
    this.unread.length = 0
    for (const resolve of this.readers.splice(0)) resolve({ done: true, value: undefined })
    this.onEnd()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  private give(item: BusItem): void {
    if (this.isOver) return
    const reader = this.readers.shift()
    if (reader) reader({ done: false, value: item })
    else this.unread.push(item)
  }
}
