import { setImmediate } from 'node:timers/promises'
import { busMessage } from '../bus-message.js'
import type { Subscription } from '../ports/event-bus/event-bus.js'

/** The merged events of a room since the last read. */
export interface News {
  /** Entries that were named. */
  readonly indexes: readonly number[]
  /** There was more than is kept here: any entry may be another one, or gone. */
  readonly isIncomplete: boolean
  /** Some of it was of the log. */
  readonly isOfLog: boolean
}

const indexesKept = 20

/** Coalesces unread room events into one read. */
export class RoomEventBuffer {
  readonly #indexes = new Set<number>()
  #isIncomplete = false
  #isOfLog = false
  #hasNews = false
  #isOver = false
  #wake: (() => void) | undefined

  constructor(private readonly subscriptions: readonly Subscription[]) {}

  /** Reads them until `end`, or until the bus ends one. */
  static of(subscriptions: readonly Subscription[]): RoomEventBuffer {
    const pile = new RoomEventBuffer(subscriptions)
    for (const subscription of subscriptions) void pile.#read(subscription)
    return pile
  }

  get hasNews(): boolean {
    return this.#hasNews
  }

  /** Nothing will come any more. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Empties it; call it before the look, so that what happens during the look is news again. */
  take(): News {
    const news = { indexes: [...this.#indexes], isIncomplete: this.#isIncomplete, isOfLog: this.#isOfLog }
    this.#indexes.clear()
    this.#isIncomplete = false
    this.#isOfLog = false
    this.#hasNews = false
    return news
  }

  /** Resolves when there is news, at the end, and after so many milliseconds. One waits at a time. */
  async wait(ms: number): Promise<void> {
    if (this.#hasNews || this.#isOver) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      timer.unref()
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = undefined
    // what is published in the same moment belongs to the same read
    await setImmediate()
  }

  /** Wakes who waits, at once. */
  async end(): Promise<void> {
    this.#isOver = true
    this.#wake?.()
    for (const subscription of this.subscriptions) await subscription.return()
  }

  async #read(subscription: Subscription): Promise<void> {
    for await (const item of subscription) {
      if (item.kind === 'message') this.#note(item.message)
      else this.#isIncomplete = true
      this.#hasNews = true
      this.#wake?.()
    }
    await this.end()
  }

  #note(message: string): void {
    const item = busMessage(message)
    this.#isIncomplete ||= item === undefined
    this.#isOfLog ||= !isOfOthers(item)
    if (!namesEntry(item)) return
    if (this.#indexes.size < indexesKept) this.#indexes.add(item.index)
    else this.#isIncomplete ||= !this.#indexes.has(item.index)
  }
}

function isOfOthers(item: unknown): boolean {
  return (
    typeof item === 'object' &&
    item !== null &&
    'kind' in item &&
    (item.kind === 'generation' || item.kind === 'character')
  )
}

function namesEntry(item: unknown): item is { readonly index: number } {
  return typeof item === 'object' && item !== null && 'index' in item && typeof item.index === 'number'
}
