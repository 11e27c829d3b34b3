import type { LogEntry } from '../ports/chat-log-store/chat-log-store.js'
import type { Generation } from '../replies/generation.js'
import type { Room } from '../rooms/room.js'

export interface RoomView {
  readonly room: Room
  /** Changes when the room or its character changes. */
  readonly roomDigest: string
  /** The newest generations, newest first. */
  readonly generations: readonly Generation[]
  /** Undefined when the log was not read because it cannot have changed. */
  readonly log: LogView | undefined
}

export interface LogView {
  /** The newest entries, by ascending index. */
  readonly entries: readonly LogEntry[]
  readonly hasOlderEntries: boolean
  /** The requested entries that are not in `entries`; null for one that does not exist. */
  readonly named: ReadonlyMap<number, LogEntry | null>
  /** Whether some named entries were not read, because the others fill the byte limit of a page. */
  readonly hasUnreadNamed: boolean
}
