import type { LogEntry } from '@parley/chat-log-store'
import { limits } from '../limits.js'
import type { Generation } from '../replies/generation.js'
import type { RoomEvent, RoomSnapshot } from './room-event.js'

/** The state of one client without the texts, updated by the same rules as in the client (docs/room-feed.md). */
export class ClientState {
  #entries = new Map<number, string>()
  #generations: readonly KnownGeneration[] = []
  #hasOlderEntries = false

  constructor(snapshot: RoomSnapshot) {
    this.fold(snapshot)
  }

  get hasOlderEntries(): boolean {
    return this.#hasOlderEntries
  }

  get indexes(): readonly number[] {
    return [...this.#entries.keys()]
  }

  get generations(): readonly KnownGeneration[] {
    return this.#generations
  }

  has(entry: LogEntry): boolean {
    return this.#entries.get(entry.index) === entryKey(entry)
  }

  hasIndex(index: number): boolean {
    return this.#entries.has(index)
  }

  hasGeneration(generation: Generation): boolean {
    const known = this.#generations.find(({ id }) => id === generation.id)
    return known?.isStale === false && known.key === generationKey(generation)
  }

  fold(event: RoomEvent): void {
    if (event.kind === 'RoomSnapshot') {
      this.#entries = new Map(event.entries.map((entry) => [entry.index, entryKey(entry)]))
      this.#generations = event.generations.map(knownOf)
    }
    if (event.kind === 'EntryAdded' || event.kind === 'EntryChanged') this.#put(event.entry)
    if (event.kind === 'EntryDeleted') this.#entries.delete(event.index)
    if (event.kind === 'LogCut')
      for (const index of this.indexes) if (index >= event.fromIndex) this.#entries.delete(index)
    this.#generations = this.#generations.map((one) =>
      touchesEntry(event, one.entryIndex) ? { ...one, isStale: true } : one,
    )
    if (event.kind === 'GenerationChanged') this.#putGeneration(event.generation)
    if ('hasOlderEntries' in event) this.#hasOlderEntries = event.hasOlderEntries
  }

  #put(entry: LogEntry): void {
    this.#entries.set(entry.index, entryKey(entry))
    const newest = [...this.#entries].sort(([one], [other]) => one - other).slice(-limits.roomFeedEntries)
    this.#entries = new Map(newest)
  }

  #putGeneration(generation: Generation): void {
    const others = this.#generations.filter(({ id }) => id !== generation.id)
    this.#generations = [knownOf(generation), ...others]
      .sort((one, other) => other.createdAt - one.createdAt)
      .slice(0, limits.roomFeedGenerations)
  }
}

interface KnownGeneration {
  readonly id: string
  readonly createdAt: number
  readonly key: string
  readonly entryIndex: number | null
  /** The entry of the generation has changed since. */
  readonly isStale: boolean
}

function knownOf(generation: Generation): KnownGeneration {
  const { id, createdAt, entryIndex } = generation
  return { id, createdAt, entryIndex, key: generationKey(generation), isStale: false }
}

/** Whether the event changes or removes the entry at this index. */
export function touchesEntry(event: RoomEvent, index: number | null): boolean {
  if (event.kind === 'EntryChanged') return event.entry.index === index
  if (event.kind === 'EntryDeleted') return event.index === index
  return event.kind === 'LogCut' && index !== null && index >= event.fromIndex
}

/** Includes the time, because a log that was recreated after a loss starts at index and version 1 again. */
function entryKey(entry: LogEntry): string {
  const key = entryKeys.get(entry) ?? `${String(entry.version)} ${String(entry.createdAt)}`
  entryKeys.set(entry, key)
  return key
}

// of the objects that followers share
const entryKeys = new WeakMap<LogEntry, string>()
const generationKeys = new WeakMap<Generation, string>()

/** Without text, thoughts with their time and sources, which its own subscription streams, and without the lease. */
function generationKey(generation: Generation): string {
  const known = generationKeys.get(generation)
  if (known !== undefined) return known
  const {
    text: _text,
    thoughts: _thoughts,
    thoughtsMs: _thoughtsMs,
    sources: _sources,
    leaseUntil: _lease,
    ...rest
  } = generation
  const key = JSON.stringify(rest)
  generationKeys.set(generation, key)
  return key
}
