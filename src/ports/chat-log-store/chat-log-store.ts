import type { LogRoomKind } from '../../kinds.js'
import type { PageBounds } from '../../result-bytes.js'

/** A room of the chat-log service: with another kind or user id the same UUID is not found. */
export interface LogRoomKey {
  readonly kind: LogRoomKind
  /** 1 to 100 code points; of more than 50 the rooms of the application service alone. */
  readonly userId: string
  /** UUID, lower case, with hyphens. */
  readonly id: string
}

/** The generation that a reply is from. */
interface ReplyOrigin {
  /** UUID; the generation itself is kept for a while only. */
  readonly generationId: string
  /** The word of its model, as `sendMessage` accepts it. */
  readonly model: string
}

/** One reply that an entry has or had, with the words it answers. */
export interface LogAlternative {
  /** Counts from 1 in its entry; never given twice there. */
  readonly number: number
  readonly inputData: string
  readonly outputData: string
  /** Null for one that a client wrote or saved. */
  readonly origin: ReplyOrigin | null
  /** Epoch milliseconds. */
  readonly createdAt: number
}

export interface LogEntry {
  readonly roomId: string
  /** At least 1; never given twice in a room. */
  readonly index: number
  readonly inputData: string
  readonly outputData: string
  readonly imgUrl: string | null
  /** 1 when written, one more at each change. */
  readonly version: number
  /** By rising number, at least the shown one; at most 20, and of bounded length together. */
  readonly alternatives: readonly LogAlternative[]
  /** The number of the alternative that `inputData` and `outputData` are. */
  readonly shown: number
  /** Epoch milliseconds. */
  readonly createdAt: number
}

export interface NewLogEntry {
  readonly inputData: string
  readonly outputData: string
  readonly imgUrl: string | null
  /** Names what writes it (a generation, an idempotency key). The same source never writes a second entry in a room. */
  readonly source?: string
  /** The generation that made `outputData`. */
  readonly origin?: ReplyOrigin | null
}

/** Another reply for an entry that is there. */
export interface NewReply {
  readonly inputData: string
  readonly outputData: string
  /** The same generation never gives an entry a second reply. */
  readonly origin: ReplyOrigin
  /** The version that it was made for: where another stands by now, it is kept without being shown. */
  readonly seenVersion: number
}

/** What the caller of a cut has seen; each is for any when absent. */
export interface CutGuard {
  /** Of the first entry that goes. */
  readonly expectedVersion?: number | undefined
  /** The index of the last entry there is. */
  readonly expectedLastIndex?: number | undefined
}

/** A requested page. It ends early where its bytes are used up, and has at least one entry if there is one. */
export interface LogPage extends PageBounds {
  /** Only indexes above / below. */
  readonly after?: number | undefined
  readonly before?: number | undefined
  /** Highest index first. */
  readonly newestFirst: boolean
}

/** Entries of a page, in the order read. */
export interface LogEntries {
  readonly entries: readonly LogEntry[]
  /** Whether there are entries beyond these, within the bounds of the page. */
  readonly hasMore: boolean
}

/** A room as the store lists it. */
export interface ListedLogRoom extends LogRoomKey {
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** That of the call which made it. */
  readonly source: string | null
}

export interface LogRoomPage {
  /** At most this many rooms. */
  readonly limit: number
  /** The id of the last room of the page before; from the beginning when absent. */
  readonly after?: string | undefined
}

/** Names that the store gives to what is left of rooms, each a text of at most 255 characters. */
export interface LogRemnants {
  readonly names: readonly string[]
  /** What the next page begins behind; null at the end. */
  readonly next: string | null
}

/**
 * Where chat logs live: one document per entry. Every method throws AppError UNAVAILABLE (part `store`) when the store
 * cannot be reached, and those on a room NOT_FOUND when (kind, user id, id) has no room.
 */
export interface ChatLogStore {
  /**
   * Makes the room, or adopts the one of the same key; throws CONFLICT when another kind or user has this id. With a source,
   * the room that an earlier call for the same kind and user made with it is answered instead, whatever its id.
   */
  createRoom(room: LogRoomKey, source?: string): Promise<{ id: string; created: boolean }>
  /** Appends at the next index; the entry of an earlier call with the same source is answered instead (`appended` false). */
  append(room: LogRoomKey, entry: NewLogEntry): Promise<{ entry: LogEntry; appended: boolean }>
  /** The entry that a call with this source wrote in the room; null without one, and without the room. */
  findBySource(room: LogRoomKey, source: string): Promise<LogEntry | null>
  /** Entries in the requested order. What does not fit the page is not read. */
  page(room: LogRoomKey, page: LogPage): Promise<LogEntries>
  /** The entry at an index, null when there is none. */
  findEntry(room: LogRoomKey, index: number): Promise<LogEntry | null>
  /**
   * Replaces an entry, and keeps its reply as an alternative when `outputData` is another one; NOT_FOUND without an entry,
   * CONFLICT when `expectedVersion` is not its version.
   */
  replace(room: LogRoomKey, index: number, entry: NewLogEntry, expectedVersion?: number): Promise<LogEntry>
  /** Gives an entry another reply, in one write and once for its generation; NOT_FOUND without an entry. */
  addReply(room: LogRoomKey, index: number, reply: NewReply): Promise<LogEntry>
  /**
   * Shows an alternative; one that is shown already changes nothing. NOT_FOUND without the entry or the alternative, CONFLICT
   * when `expectedVersion` is not the entry's version.
   */
  choose(room: LogRoomKey, index: number, alternative: number, expectedVersion?: number): Promise<LogEntry>
  /** Removes one entry, without renumbering; NOT_FOUND without one, CONFLICT as `replace`. */
  remove(room: LogRoomKey, index: number, expectedVersion?: number): Promise<void>
  /**
   * Removes the entry at `from` and all later ones, all or none whatever is killed meanwhile; their indexes are not given
   * again, and an entry that is appended at the same time goes with them or stays. Where none is left there is nothing to do,
   * which is not an error. CONFLICT when the guard is of something else than what is there.
   */
  truncate(room: LogRoomKey, from: number, guard?: CutGuard): Promise<void>
  hasRoom(room: LogRoomKey): Promise<boolean>
  /**
   * All rooms in pages, in an order of ids that is the store's own and always the same; an empty page is the end. What is
   * made or deleted meanwhile may be among them or not. Throws nothing for an id of a deleted room.
   */
  rooms(page: LogRoomPage): Promise<ListedLogRoom[]>
  /**
   * Removes the room and its entries; false when there was none, which is not an error. Whatever a try that was cut off has left
   * of them, the next one removes.
   */
  deleteRoom(room: LogRoomKey): Promise<boolean>
  /** The same for every room of a user id text, of either kind. */
  deleteRoomsOf(userId: string): Promise<void>
  /**
   * Entries that belong to no room and that the store will not remove by itself, in pages; always none in a store that ties
   * entries to their room.
   */
  remnants(after?: string): Promise<LogRemnants>
  /** Removes one of these; false when it is none, or none any more. */
  removeRemnant(name: string): Promise<boolean>
  ping(): Promise<void>
}
