import { column, type Queries, type RowOf } from '@parley/statements'
import { kindTable, type Kind } from '../kinds.js'
import type { AskedSampling } from '../ports/reply-generator/reply-generator.js'

/** The orders of a list of rooms. */
export const roomOrders = ['NEWEST', 'LAST_CHANGED'] as const
export type RoomOrder = (typeof roomOrders)[number]

/** What a caller that may use a room can change of it. */
export type RoomSettings = Pick<
  Room,
  'name' | 'proposedTitle' | 'greetingIndex' | 'instructions' | 'model' | 'sampling' | 'acceptsFiles' | 'archivedAt'
>

/**
 * A chat room record. `id` is the number in the documented shapes (`id`, `idx`), `roomId` the UUID (`room_id`,
 * `doclog_chatroomid`), which is also the id of the room in the chat-log service.
 */
export const roomColumns = {
  id: column.id(),
  roomId: column.text(36),
  kind: column.text<Kind>(10),
  /** Null for a room created without a token: every caller that knows its UUID may use it. */
  ownerId: column.ref({ nullable: true }),
  /** The user id of the chat-log room: the owner's id, or the text that an anonymous caller sent. */
  userId: column.text(100),
  characterId: column.ref({ nullable: true }),
  /** Who the owner is in the room; the default persona of the account when null. */
  personaId: column.ref({ nullable: true }),
  name: column.text(200, { nullable: true, name: 'room_name' }),
  /** 0 for the greeting of the character, 1 for the first one of its alternate greetings. */
  greetingIndex: column.count({ default: 0 }),
  /**
   * What the character said first, with its names, choices and time, from the first message on; empty for a character without a
   * greeting. Later changes of the character and of its visibility do not change it: the owner of the room has read it. Null while
   * the room follows its character: before the first message, after the removal of all entries or the choice of another greeting
   * until the next message, and in a room of an earlier release until then.
   */
  keptGreeting: column.text(undefined, { nullable: true }),
  /** Office rooms only. */
  roomType: column.text(50, { nullable: true }),
  /** Follows the system text of every reply. */
  instructions: column.text(undefined, { nullable: true }),
  /** The model of a reply whose request names none; see `offeredModel`. */
  model: column.text(64, { nullable: true }),
  /** Single values that override the model's own. */
  sampling: column.json<AskedSampling>({ nullable: true }),
  /** Whether its messages can have files; null as the kind of the room has it. */
  acceptsFiles: column.flag({ nullable: true }),
  /** Epoch milliseconds; null unless the room is archived. A new message removes it from the archive. */
  archivedAt: column.instant({ nullable: true }),
  /** A title for a room without a name, from the beginning of a message. A change of the name removes it. */
  proposedTitle: column.text(200, { nullable: true }),
  /** Epoch milliseconds; null unless the owner has pinned the room. */
  pinnedAt: column.instant({ nullable: true }),
  /** The replies that have ended with an entry, except those that were cancelled. It only grows. */
  replyCount: column.count({ default: 0 }),
  /** How many of them the owner has read. It only grows. */
  readReplies: column.count({ default: 0 }),
  /** The character of a test conversation of its author, which is in no list; null for any other room. */
  testOf: column.ref({ nullable: true }),
  createdAt: column.instant(),
  updatedAt: column.instant(),
}
export type Room = RowOf<typeof roomColumns>

/** A room that is not stored yet. */
export type RoomDraft = Omit<Room, 'id'>

/** A room that is stored together with its first message. */
export interface UnstoredRoom {
  readonly draft: RoomDraft
  /** Stores the record of the room, in the transaction of the message. */
  readonly insert: (db: Queries) => Promise<Room>
}

export const noSettings = {
  name: null,
  greetingIndex: 0,
  instructions: null,
  model: null,
  sampling: null,
  acceptsFiles: null,
  archivedAt: null,
  proposedTitle: null,
} as const satisfies RoomSettings

/** Whether the messages of a room can have files. */
export const acceptsFiles = ({ kind, acceptsFiles: chosen }: Pick<Room, 'kind' | 'acceptsFiles'>): boolean =>
  chosen ?? kindTable[kind].acceptsFiles

/** The state of a room before its owner pins it and reads its replies. */
export const initialReading = { pinnedAt: null, replyCount: 0, readReplies: 0 } as const satisfies Partial<Room>

/** What a room is called: its name, else the proposed one. Null without both. */
export const titleOf = ({ name, proposedTitle }: Pick<Room, 'name' | 'proposedTitle'>): string | null =>
  name === null || name === '' ? proposedTitle : name

/** What identifies a room, its log and its owner. */
export type RoomKey = Pick<Room, 'id' | 'roomId' | 'kind' | 'userId' | 'ownerId'>
