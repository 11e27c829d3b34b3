import type { Broadcast, Follower } from './broadcast.js'
import type { Position } from './cursor.js'
import type { GenerationEvent } from './generation.js'
import { isFinal } from './generation.js'
import { eventSince } from './snapshot.js'

export interface WatchOptions {
  readonly broadcast: Broadcast
  /** Where the client stands; undefined for one that has nothing. */
  readonly after: Position | undefined
  /** Names who reads; see `Broadcast.since`. */
  readonly reader: string
}

/**
 * The events of one generation for one client, without gap, repeat or splice, until its final state. It holds no more than
 * the client's place: a slow one finds what it lacks in one piece. Written by hand because `return()` must end a waiting
 * `next()`, which an async generator cannot.
 */
export class GenerationWatch implements AsyncIterableIterator<GenerationEvent, undefined>, Follower {
  #seen: GenerationEvent | undefined
  #isOver = false
  #wake: (() => void) | undefined

  /** Follows from here on. */
  constructor(private readonly options: WatchOptions) {
    options.broadcast.join(this)
  }

  async next(): Promise<IteratorResult<GenerationEvent, undefined>> {
    const event = await this.#read().catch(async (error: unknown) => {
      await this.return()
      throw error
    })
    if (event === undefined || this.#over()) return this.return()
    this.#seen = event
    if (isFinal(event.status)) await this.return()
    return { done: false, value: event }
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.#isOver = true
    this.options.broadcast.leave(this)
    this.wake()
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  wake(): void {
    this.#wake?.()
    this.#wake = undefined
  }

  async #read(): Promise<GenerationEvent | undefined> {
    const { broadcast, after, reader } = this.options
    if (this.#seen === undefined) return this.#isOver ? undefined : this.#first(after)
    while (!this.#over()) {
      const event = broadcast.since(this.#seen, reader)
      if (event || broadcast.isOver) return event
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    return undefined
  }

  /** By a look of its own: what it is told first is as new as can be. */
  async #first(after: Position | undefined): Promise<GenerationEvent | undefined> {
    const state = await this.options.broadcast.look()
    return state ? eventSince(after, state) : undefined
  }

  // read through a method: return() may have been called during an await
  #over(): boolean {
    return this.#isOver
  }
}
