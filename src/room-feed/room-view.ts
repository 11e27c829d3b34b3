import type { LogEntry } from '../ports/chat-log-store/chat-log-store.js'
import type { Generation } from '../replies/generation.js'
import type { Room } from '../rooms/room.js'

/** A room as the stores have it at one look. */
export interface RoomView {
  readonly room: Room
  /** Is another one when the room, or the character that it shows, is another one. */
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
  /** Of those that were asked for and are not among these: as they are now, null for one that is not there. */
  readonly named: ReadonlyMap<number, LogEntry | null>
  /** Whether some of those were not read, because the others have more text than a page holds. */
  readonly hasUnreadNamed: boolean
}
