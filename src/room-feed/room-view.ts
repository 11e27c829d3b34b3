import type { LogEntry } from '@parley/chat-log-store'
import type { Generation } from '../replies/generation.js'
import type { Room } from '../rooms/room.js'

export interface RoomView {
  readonly room: Room
  /** Changes when the room, its character or its persona changes. */
  readonly roomDigest: string
  /** The newest generations, newest first. */
  readonly generations: readonly Generation[]
  /** Undefined when the log was not read because it cannot have changed. */
  readonly log: LogPage | undefined
}

/** The newest page of a log. */
export interface LogPage {
  /** The newest entries, by ascending index. */
  readonly entries: readonly LogEntry[]
  readonly hasOlderEntries: boolean
}

/** Entries that bus messages named and that the newest page does not contain. */
export interface NamedEntries {
  /** By index; null for one that does not exist. */
  readonly entries: ReadonlyMap<number, LogEntry | null>
  /** False when some were not read, because the others fill the byte limit of a page. */
  readonly isComplete: boolean
}
