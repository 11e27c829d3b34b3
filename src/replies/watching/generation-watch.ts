import type { Pollable } from '@parley/runtime'
import type { Broadcast, Follower } from './broadcast.js'
import type { Position } from './cursor.js'
import { type GenerationEvent, isFinal } from '../generation.js'
import { eventSince } from './snapshot.js'

/**
 * The events of one generation for one client until its final state, without gaps, repeats or mixed attempts. It stores
 * only the position of the client: a slow client receives the missing text in one piece. Not an async generator,
 * because `return()` must end a waiting `next()`.
 */
export class GenerationWatch implements Pollable<GenerationEvent>, Follower {
  #seen: GenerationEvent | undefined
  #readNumber = 0
  #isOver = false
  /** The waiting `next()` call; only one at a time, as with every iterator. */
  #waiting: { readonly resolve: (result: Result) => void; readonly reject: (error: unknown) => void } | undefined
  #ready: (() => void) | undefined

  /** Follows from now on. */
  constructor(
    private readonly options: {
      readonly broadcast: Broadcast
      /** The position of the client; undefined if it has received nothing. */
      readonly after: Position | undefined
      /** See Reader. */
      readonly reader: string
      readonly readsThoughts: boolean
    },
  ) {
    options.broadcast.join(this)
  }

  get readsThoughts(): boolean {
    return this.options.readsThoughts
  }

  next(): Promise<Result> {
    if (this.#seen === undefined) return this.#first()
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.wake()
    })
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.#end()
    this.wake()
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  notify(ready: () => void): void {
    this.#ready = ready
  }

  poll(): Result | undefined {
    try {
      return this.#nextResult()
    } catch (error) {
      this.#end()
      throw error
    }
  }

  wake(): void {
    if (this.#ready) return this.#ready()
    const waiting = this.#waiting
    if (!waiting) return
    try {
      const result = this.poll()
      if (!result) return
      this.#waiting = undefined
      waiting.resolve(result)
    } catch (error) {
      this.#waiting = undefined
      waiting.reject(error)
    }
  }

  /** The next result for the client; undefined if there is none yet. */
  #nextResult(): Result | undefined {
    const { broadcast, reader: name, readsThoughts } = this.options
    if (this.#isOver || this.#seen === undefined) return { done: true, value: undefined }
    const event = broadcast.since(this.#seen, { name, readNumber: this.#readNumber, readsThoughts })
    if (event) return this.#deliver(event)
    if (!broadcast.isOver) return undefined
    this.#end()
    return { done: true, value: undefined }
  }

  /** Reads the state itself, so that the first event is as new as possible. */
  async #first(): Promise<Result> {
    if (this.#isOver) return { done: true, value: undefined }
    try {
      const { state, readNumber } = await this.options.broadcast.read()
      this.#readNumber = readNumber
      if (state && !this.#over()) return this.#deliver(eventSince(this.options.after, state, this.readsThoughts))
    } catch (error) {
      this.#end()
      throw error
    }
    this.#end()
    return { done: true, value: undefined }
  }

  #deliver(event: GenerationEvent): Result {
    this.#seen = event
    if (isFinal(event.status)) this.#end()
    return { done: false, value: event }
  }

  #end(): void {
    this.#isOver = true
    this.options.broadcast.leave(this)
  }

  // a method, since return() may be called during an await
  #over(): boolean {
    return this.#isOver
  }
}

type Result = IteratorResult<GenerationEvent, undefined>
