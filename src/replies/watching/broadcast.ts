import { isJsonObject, within } from '@parley/runtime'
import type { BusItem, BusMessage, Subscription } from '../../ports/event-bus/event-bus.js'
import { positionOf } from './cursor.js'
import { type GenerationEvent, isFinal } from '../generation.js'
import { ended, eventSince, type Snapshot } from './snapshot.js'
import { isSamePosition } from '../queue-position.js'

export interface BroadcastOptions {
  /** Opened before the first read, so that no change is missed in between. */
  readonly subscription: Subscription
  /** The newest state; null when the generation is deleted. */
  readonly read: () => Promise<Snapshot | null>
  /** Called once, when no more events will follow. */
  readonly onOver: () => void
  /** How long to wait for the bus before the state is read again, in milliseconds; 5,000 by default. */
  readonly pollMs?: number
}

/** The follower that reads, for `since`. */
interface Reader {
  /** Differs between readers that may see different fields of an entry. */
  readonly name: string
  /** The number of the first read that it received. */
  readonly readNumber: number
  readonly readsThoughts: boolean
}

/** Woken at each change and at the end; at a new thought only if it reads them. */
export interface Follower {
  readonly readsThoughts: boolean
  wake(): void
}

const defaultPollMs = 5_000
// other requests run between two batches
const wokenAtOnce = 250

/**
 * One generation, shared by all its watchers in this process. Its changes are read once, and followers at the same
 * offset get the same event object. Followers have no queues: each one reads what it lacks when it is ready. The bus
 * only makes this faster: after a message that does not continue the known state, the state is read.
 */
export class Broadcast {
  readonly #followers = new Set<Follower>()
  /** Caches the next event: by the identity of an event that many followers have, else by cursor and status. */
  readonly #following = new Map<GenerationEvent, GenerationEvent>()
  readonly #events = new Map<string, GenerationEvent>()
  #state: Snapshot | null | undefined
  /** Counts reads in the order of their start. The state is at least as new as read number `#stateRead`. */
  #reads = 0
  #stateRead = 0
  #failure: { readonly error: unknown } | undefined
  #isOver = false
  #unread: ReturnType<Subscription['next']> | undefined

  constructor(private readonly options: BroadcastOptions) {}

  /** True when no more events will follow. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** The newest state, and the number of this read, for `since`. */
  async read(): Promise<{ readonly state: Snapshot | null; readonly readNumber: number }> {
    const readNumber = (this.#reads += 1)
    return { state: await this.options.read(), readNumber }
  }

  /** The first follower starts the broadcast; it ends when the last one leaves. */
  join(follower: Follower): void {
    const isFirst = this.#followers.size === 0
    this.#followers.add(follower)
    if (isFirst) void this.#run()
  }

  leave(follower: Follower): void {
    this.#followers.delete(follower)
    if (this.#followers.size === 0) this.#end()
  }

  /**
   * The event that follows `seen` for this reader; undefined if there is none yet. Throws the error of a failed read.
   */
  since(seen: GenerationEvent, reader: Reader): GenerationEvent | undefined {
    if (this.#failure) throw this.#failure.error
    const state = this.#state
    if (state === undefined) return undefined
    const following = this.#following.get(seen)
    if (following && state?.entryIndex === null) return following
    const { cursor, status, webSearch, position, queueReason, estimatedStartAt } = seen
    const { readsThoughts } = reader
    const thoughts = readsThoughts ? positionOf(seen).thoughts : undefined
    const viewer = state?.entryIndex === null ? '' : reader.name
    const name = [cursor, status, webSearch?.state, position, queueReason, estimatedStartAt, thoughts, viewer].join()
    const event = this.#events.get(name) ?? (state ? eventAfter(seen, state, readsThoughts) : ended(seen))
    if (!event || (this.#stateRead < reader.readNumber && isOnlyState(seen, event))) return undefined
    this.#events.set(name, event)
    this.#following.set(seen, event)
    return event
  }

  async #run(): Promise<void> {
    try {
      const { active } = this.options.subscription
      if (active) await active
      this.#publishRead(await this.read())
      while (!this.#isOver) {
        const item = await this.#next()
        if (item.kind === 'closed') break
        const folded = item.kind === 'message' ? fold(item.message, this.#state) : undefined
        if (folded === this.#state) continue
        if (folded) this.#publish(folded, { isThought: folded.text === this.#state?.text })
        else this.#publishRead(await this.read())
      }
    } catch (error) {
      this.#failure = { error }
    }
    this.#end()
  }

  #publishRead({ state, readNumber }: { readonly state: Snapshot | null; readonly readNumber: number }): void {
    this.#stateRead = readNumber
    this.#publish(state)
  }

  #publish(state: Snapshot | null, { isThought } = { isThought: false }): void {
    this.#state = state
    this.#events.clear()
    this.#following.clear()
    if (state === null || isFinal(state.status)) this.#end()
    else this.#wake([...this.#followers].filter(({ readsThoughts }) => readsThoughts || !isThought))
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    void this.options.subscription.return()
    this.options.onOver()
    this.#wake([...this.#followers])
  }

  #wake(followers: readonly Follower[], from = 0): void {
    const end = Math.min(followers.length, from + wokenAtOnce)
    for (let index = from; index < end; index += 1) followers[index]?.wake()
    if (end < followers.length) setImmediate(() => this.#wake(followers, end))
  }

  /** A message; `lagged` when some were lost or none arrived for a while; `closed` at the end of the bus. */
  async #next(): Promise<BusItem | { readonly kind: 'closed' }> {
    this.#unread ??= this.options.subscription.next()
    const item = await within(this.options.pollMs ?? defaultPollMs, this.#unread)
    if (item === undefined) return { kind: 'lagged' }
    this.#unread = undefined
    return item.done ? { kind: 'closed' } : item.value
  }
}

/** The state with a delta or a thought that continues it; the same state for a known one; undefined for any other message. */
function fold(message: BusMessage, state: Snapshot | null | undefined): Snapshot | undefined {
  const thought = isJsonObject(message) ? message['thought'] : undefined
  const piece = thought ?? message
  if (!isDelta(piece) || state?.status !== 'RUNNING' || piece.attempt !== state.attempt) return undefined
  const known = (thought === undefined ? state.text : state.thoughts) ?? ''
  if (piece.offset > known.length) return undefined
  const added = piece.delta.slice(known.length - piece.offset)
  if (added === '') return state
  const { thoughtsMs = state.thoughtsMs } = piece
  return thought === undefined
    ? { ...state, thoughtsMs, text: known + added }
    : { ...state, thoughtsMs, thoughts: known + added }
}

function eventAfter(seen: GenerationEvent, state: Snapshot, readsThoughts: boolean): GenerationEvent | undefined {
  const event = eventSince(positionOf(seen), state, readsThoughts)
  const isNew =
    hasAdded(event) ||
    event.attempt !== seen.attempt ||
    event.status !== seen.status ||
    event.webSearch?.state !== seen.webSearch?.state ||
    !isSamePosition(event, seen)
  return isNew ? event : undefined
}

const hasAdded = ({ delta, thoughtsDelta }: GenerationEvent) => delta !== '' || !!thoughtsDelta

/**
 * Whether the event has no new text, only a state, which the follower's own read may have replaced with a newer one.
 */
function isOnlyState(seen: GenerationEvent, event: GenerationEvent): boolean {
  return !hasAdded(event) && event.attempt === seen.attempt && !isFinal(event.status)
}

/** An instance of an earlier release sends no times. */
function isDelta(
  value: unknown,
): value is { attempt: number; offset: number; delta: string; thoughtsMs?: number | null } {
  if (!isJsonObject(value)) return false
  const { attempt, offset, delta, thoughtsMs = null } = value
  const isTime = thoughtsMs === null || typeof thoughtsMs === 'number'
  return isTime && typeof attempt === 'number' && typeof offset === 'number' && typeof delta === 'string'
}
