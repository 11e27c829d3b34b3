import type { PageBounds } from '@parley/runtime'

/** The kinds of rooms in the chat-log service. */
export const logRoomKinds = ['office', 'chatbot'] as const

export type LogRoomKind = (typeof logRoomKinds)[number]

/** A room of the chat-log service. With another kind or user id the same UUID is not found. */
export interface LogRoomKey {
  readonly kind: LogRoomKind
  /** 1 to 100 code points. Only rooms of the application service have more than 50. */
  readonly userId: string
  /** UUID, lower case, with hyphens. */
  readonly id: string
}

/**
 * Whose a room is. `account`: of the account that its user id names. `guest`: made by a caller without a token, who can
 * name any user id. `service`: of the chat-log service, without a record of the application; it is deleted with the
 * account that its user id names, and no search finds its entries.
 */
export const logRoomHolders = ['account', 'guest', 'service'] as const
export type LogRoomHolder = (typeof logRoomHolders)[number]

/** Why a reply has no more text: the model ended it, a limit of tokens did, the owner stopped it, or something else did. */
export const finishReasons = ['STOP', 'LENGTH', 'CANCELLED', 'OTHER'] as const
export type FinishReason = (typeof finishReasons)[number]

/** The generation that produced a reply. */
interface ReplyOrigin {
  /** UUID. The record of the generation itself is deleted after a while. */
  readonly generationId: string
  /** The model name, as `sendMessage` accepts it. */
  readonly model: string
  /** When its message was sent, epoch milliseconds; absent in entries of earlier releases. */
  readonly askedAt?: number
  /** The IANA time zone of the dates in its prompt; absent for that of the worker. */
  readonly timeZone?: string
  /** Absent in entries of earlier releases. */
  readonly finishReason?: FinishReason
  /** How long the model thought before the reply, in milliseconds; absent without thoughts, and in entries of earlier releases. */
  readonly thoughtsMs?: number
}

/** Where a model has read: a page of the web, or a file. */
export const sourceKinds = ['WEB', 'FILE'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** What a model was given to read for a reply. Its writer has bounded the texts. */
export interface LogSource {
  readonly kind: SourceKind
  /** That of its prompt, from 1. */
  readonly number: number
  readonly title: string
  /** An http or https URL; null without one, as for a file. */
  readonly link: string | null
  /** The id of a file; null for a page of the web. */
  readonly file: string | null
  /** Where in the source the passage is, in words; null for the whole source. */
  readonly place: string | null
  /** The text that the model has read of it; null without one, and of a file, which is deleted with its texts. */
  readonly passage: string | null
  /** Of a file: the number of the passage in it, from 0. */
  readonly ordinal?: number
}

/** A reply that an entry shows or has shown, with the message that it answers. */
export interface LogAlternative {
  /** Counts from 1 in its entry; never reused there. */
  readonly number: number
  readonly inputData: string
  readonly outputData: string
  /** What the model thought before the reply; absent without thoughts. No search finds them. */
  readonly thoughts?: string
  /** What the model was given to read for it; absent without any. No search finds them. */
  readonly sources?: readonly LogSource[]
  /** Null for a reply that a client wrote or saved. */
  readonly origin: ReplyOrigin | null
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** An alternative without its texts, which are those of its entry. */
export type ShownReply = Pick<LogAlternative, 'number' | 'thoughts' | 'sources' | 'origin' | 'createdAt'>

/** As whom a person has sent a message. */
export interface MessageSender {
  /** The persona with its name at that time; null without one, as the account itself. */
  readonly persona: { readonly id: number; readonly name: string } | null
}

/** A file of a message, with its name at that time. */
export interface Attachment {
  readonly id: string
  readonly name: string
}

export interface LogEntry {
  readonly roomId: string
  /** At least 1; never reused in a room. */
  readonly index: number
  readonly inputData: string
  readonly outputData: string
  readonly imgUrl: string | null
  /** Of the message. Absent where it is not known: in entries of earlier releases, and of callers that are not the account of the room. */
  readonly sender?: MessageSender
  /** The files of the message, which stay with the entry; absent without any. */
  readonly attachments?: readonly Attachment[]
  /** 1 when written; every change adds one. */
  readonly version: number
  /** The alternative in `inputData` and `outputData`. */
  readonly shown: ShownReply
  /** The other alternatives, in any order; at most 19, and limited in total length. */
  readonly others: readonly LogAlternative[]
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** All alternatives of an entry, in ascending order of number. */
export function alternativesOf({ inputData, outputData, shown, others }: LogEntry): LogAlternative[] {
  return [...others, { ...shown, inputData, outputData }].sort((a, b) => a.number - b.number)
}

export interface NewLogEntry {
  readonly inputData: string
  readonly outputData: string
  readonly imgUrl: string | null
  /** Identifies the writer (a generation, an idempotency key). A source never writes a second entry in a room. */
  readonly source?: string
  /** Stays with the entry, whatever its message becomes. */
  readonly sender?: MessageSender | undefined
  /** As `sender`. */
  readonly attachments?: readonly Attachment[] | undefined
  /** Of the model that produced `outputData`. */
  readonly thoughts?: string | null
  readonly sources?: readonly LogSource[] | null
  /** The generation that produced `outputData`. */
  readonly origin?: ReplyOrigin | null
}

/** New content of an entry. */
export interface EntryChange extends Omit<NewLogEntry, 'imgUrl' | 'sender' | 'attachments'> {
  /** The entry keeps its image when it is undefined. */
  readonly imgUrl: string | null | undefined
}

/** Another reply for an existing entry. */
export interface NewReply {
  readonly inputData: string
  readonly outputData: string
  readonly thoughts?: string | null
  readonly sources?: readonly LogSource[] | null
  /** A generation never adds a second reply to an entry. */
  readonly origin: ReplyOrigin
  /** The version that the caller has read. If the entry has changed since, the reply is stored but not shown. */
  readonly seenVersion: number
}

/** The text of a shown reply that goes on where it ended. */
export interface LongerReply {
  /** All of it, with the text so far. */
  readonly outputData: string
  /** Those of the newest part; they follow those of the reply so far. */
  readonly thoughts?: string | null | undefined
  /** That of the newest part. A generation never continues a reply twice. */
  readonly origin: ReplyOrigin
  /** The version that the caller has read. */
  readonly seenVersion: number
}

/** The first and the last index of a cut. Entries that are appended later have higher ones. */
export interface LogCut {
  readonly from: number
  readonly to: number
}

/** The state that the caller of a cut has read. An absent field is not checked. */
export interface CutGuard {
  /** The version of the first entry that is removed. */
  readonly expectedVersion?: number | undefined
  /** The index of the last entry of the log. */
  readonly expectedLastIndex?: number | undefined
}

/** A requested page. It ends early when its byte limit is reached, but has at least one entry if there is one. */
export interface LogPage extends PageBounds {
  /** Only indexes above `after` and below `before`. */
  readonly after?: number | undefined
  readonly before?: number | undefined
  /** Highest index first. */
  readonly newestFirst: boolean
}

/** Entries of a page, in the order read. */
export interface LogEntries {
  readonly entries: readonly LogEntry[]
  /** Whether the log has further entries within the bounds of the page. */
  readonly hasMore: boolean
}

/** A room as the store lists it. */
export interface ListedLogRoom extends LogRoomKey {
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** The source of the call that created the room. */
  readonly source: string | null
  readonly holder: LogRoomHolder
}

export interface LogRoomPage {
  readonly limit: number
  /** The id of the last room of the previous page; the first page when absent. */
  readonly after?: string | undefined
}

/** The store's names for the remnants of rooms, each at most 255 characters long. */
export interface LogRemnants {
  readonly names: readonly string[]
  /** The cursor of the next page; null at the end. */
  readonly next: string | null
}

/** A search in the rooms of an account. The page ends early when its byte limit is reached. */
export interface LogSearch extends PageBounds {
  /** The id of the account as text, which is the user id of its rooms. */
  readonly userId: string
  /** Only in this room. */
  readonly roomId?: string | undefined
  /** Only in one of these rooms. */
  readonly roomIds?: readonly string[] | undefined
  /** Only entries that were written at this time or later, in epoch milliseconds. */
  readonly from?: number | undefined
  /** Only entries that were written before this time. */
  readonly to?: number | undefined
  /** Of `termsOf` and `termsOfBeginning`, at least one; an entry must have all of them in its message and its shown reply together. */
  readonly terms: readonly string[]
  /** The position of an entry: only entries after it. */
  readonly after?: string | undefined
  /** Returns which of these rooms may be read; of the others no text is read. */
  readonly readable: (roomIds: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Entries that may match: the terms of a run need not stand side by side, and two terms can share an index key. */
export interface FoundEntries {
  /** The newest first. */
  readonly found: readonly { readonly entry: LogEntry; readonly position: string }[]
  /** The position where the next page continues; null at the end. */
  readonly next: string | null
  /** Whether entries of an earlier release are not indexed yet. */
  readonly isIndexing: boolean
}

/** Entries that a search does not find by their terms, by the names that the store gives them. */
export interface UnindexedEntries extends LogRemnants {
  /** How many entries were examined. */
  readonly examined: number
}

/**
 * Stores chat logs, with one document per entry. Every method throws AppError UNAVAILABLE (part `store`) when the store
 * cannot be reached. Methods on a room throw NOT_FOUND when (kind, user id, id) has no room.
 */
export interface ChatLogStore {
  /**
   * Creates the room, or returns the existing one of the same key. Throws CONFLICT when another kind or user has this
   * id. If an earlier call for the same kind and user created a room with this source, that room is returned, whatever
   * its id. A new room is of `holder`, by default of the account; an existing one stays as it is.
   */
  createRoom(room: LogRoomKey, source?: string, holder?: LogRoomHolder): Promise<{ id: string; created: boolean }>
  /**
   * Records whose an existing room is, with the search index of its entries, so that an interrupted call can be repeated.
   * Does nothing without the room.
   */
  assign(room: LogRoomKey, holder: LogRoomHolder): Promise<void>
  /** Appends at the next index, or returns the entry of an earlier call with this source (`appended` false). */
  append(room: LogRoomKey, entry: NewLogEntry): Promise<{ entry: LogEntry; appended: boolean }>
  /** The entry that a call with this source wrote in the room; null without such an entry or without the room. */
  findBySource(room: LogRoomKey, source: string): Promise<LogEntry | null>
  /** Entries in the requested order. Entries beyond the page are not read. */
  page(room: LogRoomKey, page: LogPage): Promise<LogEntries>
  findEntry(room: LogRoomKey, index: number): Promise<LogEntry | null>
  /**
   * Replaces an entry. Its reply stays as an alternative if `outputData` differs. NOT_FOUND without an entry, CONFLICT
   * when `expectedVersion` is not its version.
   */
  replace(room: LogRoomKey, index: number, entry: EntryChange, expectedVersion?: number): Promise<LogEntry>
  /** Adds a reply to an entry in one write, and once for each generation; NOT_FOUND without an entry. */
  addReply(room: LogRoomKey, index: number, reply: NewReply): Promise<LogEntry>
  /**
   * Replaces the text of the shown alternative in one write, and once for each generation; its sources and the time of its
   * message stay. NOT_FOUND without an entry, CONFLICT when the entry has changed since `seenVersion`.
   */
  continueReply(room: LogRoomKey, index: number, reply: LongerReply): Promise<LogEntry>
  /**
   * Shows an alternative; no change if it is already shown. NOT_FOUND without the entry or the alternative, CONFLICT
   * when `expectedVersion` is not the entry's version.
   */
  choose(room: LogRoomKey, index: number, alternative: number, expectedVersion?: number): Promise<LogEntry>
  /** Removes one entry without renumbering the others; NOT_FOUND without one, CONFLICT as in `replace`. */
  remove(room: LogRoomKey, index: number, expectedVersion?: number): Promise<void>
  /**
   * Removes the entry at `from` and all later ones, atomically even if a process is killed. Their indexes are not
   * reused. An entry that is appended at the same time is either removed with them or stays. Without such entries it
   * does nothing. CONFLICT when the log is not in the state that the guard describes. No caller sees the entries any more, but a
   * store can keep them until `finishCut`: it then records the cut in the same transaction.
   */
  truncate(room: LogRoomKey, from: number, guard?: CutGuard): Promise<void>
  /**
   * Deletes the entries that a cut has hidden, which may take long; `name` is the one that was recorded. Rejects with the reason of
   * `signal` when that aborts first.
   */
  finishCut(name: string, signal?: AbortSignal): Promise<void>
  hasRoom(room: LogRoomKey): Promise<boolean>
  /** The room as `rooms` lists it; null without it. */
  findRoom(room: LogRoomKey): Promise<ListedLogRoom | null>
  /**
   * All rooms in pages, in a stable order of ids that the store chooses; an empty page is the end. Rooms that are
   * created or deleted during the listing may or may not be included. `after` may be the id of a deleted room.
   */
  rooms(page: LogRoomPage): Promise<ListedLogRoom[]>
  /**
   * Removes the room and its entries, which may take long; false when the room does not exist, which is not an error. A
   * retry also removes the entries that an interrupted call has left. Rejects with the reason of `signal` when that aborts
   * first.
   */
  deleteRoom(room: LogRoomKey, signal?: AbortSignal): Promise<boolean>
  /** Removes every room of a user id, of either kind, as `deleteRoom` does; those of guests stay. */
  deleteRoomsOf(userId: string, signal?: AbortSignal): Promise<void>
  /**
   * Entries without a room that the store does not remove by itself, in pages. Always empty in a store that ties
   * entries to their room.
   */
  remnants(after?: string): Promise<LogRemnants>
  /** Removes one remnant; false when it is not, or no longer, a remnant. */
  removeRemnant(name: string): Promise<boolean>
  /**
   * Finds entries in the rooms of an account by the terms of their texts. Every write of an entry changes the index in the
   * same write. Throws BAD_USER_INPUT for a position that is not of this store.
   */
  search(search: LogSearch): Promise<FoundEntries>
  /** Indexes the next entries of an earlier release, the newest first; false when none are left. */
  indexNext(): Promise<boolean>
  /** Examines a page of entries; entries that `indexNext` will index are left out. */
  unindexed(after?: string): Promise<UnindexedEntries>
  /** Indexes an entry that is not found by its terms; false when it is, or does not exist. */
  indexAgain(name: string): Promise<boolean>
  ping(): Promise<void>
  /** Writes something without effect. @throws AppError UNAVAILABLE while the store refuses to write. */
  probeWrites(): Promise<void>
}
