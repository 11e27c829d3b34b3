import type { LogEntry } from '@parley/chat-log-store'
import { limits } from '../limits.js'
import type { Generation } from '../replies/generation.js'
import type { RoomEvent } from './room-event.js'
import type { LogPage, NamedEntries, RoomView } from './room-view.js'
import { touchesEntry, type ClientState } from './client-state.js'

const events = new WeakMap<object, Map<string, RoomEvent>>()

/**
 * The event that a part of a view leads to. Followers of one view get the same objects, so that their results are
 * computed and serialized once.
 */
function shared(part: object, name: string, make: () => RoomEvent): RoomEvent {
  const known = events.get(part) ?? new Map<string, RoomEvent>()
  events.set(part, known)
  const event = known.get(name) ?? make()
  known.set(name, event)
  return event
}

/** With more events than this a snapshot is shorter. */
const eventsAtOnce = 20

/** The events of one read of the log, in the order of publication: removed entries, then new and changed ones. */
export function entryEvents(client: ClientState, log: LogPage, named: NamedEntries['entries']): readonly RoomEvent[] {
  const { entries, hasOlderEntries } = log
  const newest = entries.at(-1)?.index ?? 0
  const oldest = entries[0]?.index ?? Infinity
  const present = new Set(entries.map(({ index }) => index))
  // the client drops entries older than the read by itself, but only if the log has older entries
  const missing = client.indexes.filter((index) => !present.has(index) && (index > oldest || !hasOlderEntries))
  const isCut = missing.filter((index) => index > newest).length > 1
  const deleted = new Set([...missing, ...[...named.keys()].filter((index) => !named.get(index))])
  return [
    ...(isCut ? [shared(log, 'LogCut', () => ({ kind: 'LogCut', fromIndex: newest + 1 }))] : []),
    ...[...deleted]
      .filter((index) => !isCut || index < newest)
      .map((index) => shared(log, `EntryDeleted ${index}`, () => ({ kind: 'EntryDeleted', index }))),
    ...entries
      .filter((entry) => !client.has(entry))
      .map((entry) => entryEvent(client.hasIndex(entry.index) ? 'EntryChanged' : 'EntryAdded', entry)),
    ...[...named.values()].flatMap((entry) => (entry ? [entryEvent('EntryChanged', entry)] : [])),
  ]
}

function entryEvent(kind: 'EntryAdded' | 'EntryChanged', entry: LogEntry): RoomEvent {
  return shared(entry, kind, () => ({ kind, entry }))
}

export function roomChanged({ room }: Pick<RoomView, 'room'>, hasOlderEntries: boolean): RoomEvent {
  return shared(room, `RoomChanged ${hasOlderEntries}`, () => ({ kind: 'RoomChanged', room, hasOlderEntries }))
}

/** Oldest first. `entries` are published before. A generation whose entry has changed counts as changed. */
export function generationEvents(
  client: ClientState,
  generations: readonly Generation[],
  entries: readonly RoomEvent[],
): readonly RoomEvent[] {
  return generations
    .filter((one) => !client.hasGeneration(one) || entries.some((event) => touchesEntry(event, one.entryIndex)))
    .map((generation) => shared(generation, 'GenerationChanged', () => ({ kind: 'GenerationChanged', generation })))
    .reverse()
}

/** Whether a generation that the client has was deleted, for which there is no event. */
export function isGenerationGone(client: ClientState, generations: readonly Generation[]): boolean {
  const isFull = generations.length >= limits.roomFeedGenerations
  const oldest = (isFull ? generations.at(-1)?.createdAt : undefined) ?? 0
  const present = new Set(generations.map(({ id }) => id))
  return client.generations.some(({ id, createdAt }) => createdAt >= oldest && !present.has(id))
}

/**
 * Whether the byte bound ended the read early and the client has, or would get, an older entry than the read: no read
 * compares that entry, and a new snapshot does not contain it.
 */
export function hasEntryBeyond(
  client: ClientState,
  { entries, hasOlderEntries }: LogPage,
  named: NamedEntries['entries'],
): boolean {
  const oldest = entries[0]?.index ?? 0
  const endedEarly = hasOlderEntries && entries.length < limits.roomFeedEntries
  return endedEarly && (client.indexes.some((index) => index < oldest) || [...named.values()].some((entry) => entry))
}

export function isTooMuch(events: readonly RoomEvent[]): boolean {
  return events.length > eventsAtOnce
}

export function snapshotOf({ room, generations }: RoomView, log: LogPage): RoomEvent {
  return shared(log, 'RoomSnapshot', () => {
    const { entries, hasOlderEntries } = log
    const activeGeneration = generations.find(({ status }) => status === 'QUEUED' || status === 'RUNNING') ?? null
    return { kind: 'RoomSnapshot', room, entries, hasOlderEntries, generations, activeGeneration }
  })
}
