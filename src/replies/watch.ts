import type { BusItem, Subscription } from '../ports/event-bus/event-bus.js'
import type { Position } from './cursor.js'
import type { GenerationEvent } from './generation.js'
import { isFinal } from './generation.js'
import { eventOf, eventSince } from './snapshot.js'
import type { Snapshot } from './snapshot.js'
import { isSameStanding, notWaiting } from './standing.js'

export interface WatchOptions {
  /** Registered before the first look, so that nothing falls between the two. */
  readonly subscription: Subscription
  /** The newest state; null when the generation is gone, which ends the watch as a cancel does. */
  readonly look: () => Promise<Snapshot | null>
  /** Where the client stands; undefined for one that has nothing. */
  readonly after: Position | undefined
  /** How long to trust the bus's silence, in milliseconds. */
  readonly pollMs?: number
}

/**
 * The events of one generation for one client, without gap, repeat or splice, until its final state. The bus only
 * hurries it: a message that does not continue what the client has is answered by a look at the state. Written by hand
 * because `return()` must end a waiting `next()`, which an async generator cannot.
 */
export class GenerationWatch implements AsyncIterableIterator<GenerationEvent, undefined> {
  #seen: GenerationEvent | undefined
  #looked = false
  #waiting: ReturnType<Subscription['next']> | undefined
  #over = false

  constructor(private readonly options: WatchOptions) {}

  async next(): Promise<IteratorResult<GenerationEvent, undefined>> {
    const event = this.#over ? undefined : await this.#advance()
    if (event === undefined || this.#isOver()) return this.return()
    this.#seen = event
    if (isFinal(event.status)) await this.return()
    return { done: false, value: event }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#over = true
    await this.options.subscription.return()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async #advance(): Promise<GenerationEvent | undefined> {
    if (!this.#looked) {
      this.#looked = true
      const first = await this.options.look()
      return first ? eventSince(this.options.after, first) : undefined
    }
    while (!this.#over) {
      const news = await this.#news()
      if (news.kind === 'closed') return undefined
      const folded = news.kind === 'message' ? this.#fold(news.message) : undefined
      if (folded === 'known') continue
      if (folded) return folded
      const state = await this.options.look()
      if (!state) return this.#seen && ended(this.#seen)
      const event = eventSince(positionOf(this.#seen), state)
      if (this.#isNew(event)) return event
    }
    return undefined
  }

  // read through a method: return() may have been called during an await
  #isOver(): boolean {
    return this.#over
  }

  /** A message, `lagged` when some were lost or none came for a while, `closed` at the end of the bus. */
  async #news(): Promise<BusItem | { readonly kind: 'closed' }> {
    this.#waiting ??= this.options.subscription.next()
    const patience = timer(this.options.pollMs ?? 5_000)
    const item = await Promise.race([this.#waiting, patience.elapsed])
    patience.clear()
    if (item === undefined) return { kind: 'lagged' }
    this.#waiting = undefined
    return item.done ? { kind: 'closed' } : item.value
  }

  /** The event of a delta that continues what the client has, 'known' for one it has; undefined for anything else. */
  #fold(message: string): GenerationEvent | 'known' | undefined {
    const news: unknown = JSON.parse(message)
    const seen = positionOf(this.#seen)
    if (!isDelta(news) || news.attempt !== seen?.attempt) return undefined
    if (this.#seen?.status !== 'RUNNING' || news.offset > seen.offset) return undefined
    const delta = news.delta.slice(seen.offset - news.offset)
    if (delta === '') return 'known'
    return eventOf({ ...this.#seen, id: this.#seen.generationId }, seen, delta)
  }

  #isNew(event: GenerationEvent): boolean {
    const seen = this.#seen
    return (
      event.delta !== '' ||
      event.attempt !== seen?.attempt ||
      event.status !== seen.status ||
      !isSameStanding(event, seen)
    )
  }
}

/** The last event of one that was deleted under its watcher: no text is lost, and none follows. */
function ended(seen: GenerationEvent): GenerationEvent {
  const { attempt, offset, delta } = seen
  const gone = { status: 'CANCELLED', ...notWaiting, errorCode: null, entryIndex: null } as const
  return eventOf(
    { ...gone, id: seen.generationId, roomId: seen.roomId },
    { attempt, offset: offset + delta.length },
    '',
  )
}

function positionOf(event: GenerationEvent | undefined): Position | undefined {
  return event && { attempt: event.attempt, offset: event.offset + event.delta.length }
}

function isDelta(value: unknown): value is { attempt: number; offset: number; delta: string } {
  return typeof value === 'object' && value !== null && 'delta' in value && typeof value.delta === 'string'
}

function timer(ms: number): { readonly elapsed: Promise<undefined>; clear(): void } {
  let handle: NodeJS.Timeout | undefined
  const elapsed = new Promise<undefined>((resolve) => {
    handle = setTimeout(resolve, ms, undefined)
    handle.unref()
  })
  return {
    elapsed,
    clear: () => {
      clearTimeout(handle)
    },
  }
}
