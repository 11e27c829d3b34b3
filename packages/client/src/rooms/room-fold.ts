import type {
  EntryFragment,
  GenerationFragment,
  GenerationStatus,
  RoomEventsSubscription,
  RoomFragment,
} from '../operations.generated.js'

/** The part of a room that its events change. Entries are in ascending order, without a gap. */
export interface RoomLog {
  readonly room: RoomFragment | null
  readonly entries: readonly EntryFragment[]
  readonly hasOlderEntries: boolean
  /** The newest first. */
  readonly generations: readonly GenerationFragment[]
  readonly isDeleted: boolean
}

export type RoomEvent = RoomEventsSubscription['roomEvents']

export const isRunning = (status: GenerationStatus): boolean => status === 'QUEUED' || status === 'RUNNING'

/** Applies an event of a room. A log has at most `most` entries, of which the oldest are left out. */
export function foldRoom(log: RoomLog, event: RoomEvent, most: number): RoomLog {
  switch (event.__typename) {
    case 'RoomSnapshot': {
      const { __typename, ...snapshot } = event
      return { ...snapshot, isDeleted: false }
    }
    case 'EntryAdded':
    case 'EntryChanged': {
      // a changed one can be older than those of this log
      const isKnown = !log.hasOlderEntries || event.entry.index >= (log.entries[0]?.index ?? 0)
      return isKnown ? withEntries(log, [event.entry], most) : log
    }
    case 'EntryDeleted':
      return { ...log, entries: log.entries.filter(({ index }) => index !== event.index) }
    case 'LogCut':
      return { ...log, entries: log.entries.filter(({ index }) => index < event.fromIndex) }
    case 'GenerationChanged': {
      const others = log.generations.filter(({ id }) => id !== event.generation.id)
      const generations = [event.generation, ...others].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
      return { ...log, generations: generations.slice(0, 10) }
    }
    case 'RoomChanged':
      return { ...log, room: event.room, hasOlderEntries: event.hasOlderEntries }
    case 'RoomDeleted':
      return { ...log, isDeleted: true }
    default:
      // of a newer server
      return log
  }
}

/** Puts entries into a log. A version that is older than the known one changes nothing. */
export function withEntries(log: RoomLog, added: readonly EntryFragment[], most: number): RoomLog {
  const entries = new Map(log.entries.map((entry) => [entry.index, entry]))
  for (const entry of added)
    if ((entries.get(entry.index)?.version ?? 0) <= entry.version) entries.set(entry.index, entry)
  const sorted = [...entries.values()].sort((a, b) => a.index - b.index)
  const hasOlderEntries = log.hasOlderEntries || sorted.length > most
  return { ...log, entries: sorted.slice(-most), hasOlderEntries }
}
