import type { LogEntry } from '../ports/chat-log-store/chat-log-store.js'
import type { Generation } from '../replies/generation.js'
import type { Room } from '../rooms/room.js'

/** A room as one read of the stores returned it. */
export interface RoomView {
  readonly room: Room
  /** Changes when the room or its character changes. */
  readonly roomKey: string
  /** The newest ones, newest first. */
  readonly generations: readonly Generation[]
  /** Undefined where it was not read, because nothing can have changed in it. */
  readonly log: LogView | undefined
}

export interface LogView {
  /** The newest ones, by ascending index. */
  readonly entries: readonly LogEntry[]
  readonly hasOlderEntries: boolean
  /** The requested ones that are not in `entries`, as they are now; null for one that does not exist. */
  readonly named: ReadonlyMap<number, LogEntry | null>
  /** Whether some of those were not read, because the others have more text than a page holds. */
  readonly hasUnreadNamed: boolean
}
