import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ChatLogStore, LogRoomHolder, LogRoomKey, MessageSender } from '@parley/chat-log-store'
import { AppError, inputFault } from '@parley/runtime'
import {
  connection,
  type Connection,
  type Database,
  isUniqueViolation,
  lessThan,
  not,
  oneOf,
  type PageArgs,
  pageRequest,
  plus,
  type Queries,
  rowId,
  selectPage,
  type Values,
  type Where,
} from '@parley/statements'
import { canonicalUuid } from '../limits.js'
import type { Audit } from '../audit/audit.js'
import type { Character } from '../characters/character.js'
import type { Characters } from '../characters/characters.js'
import { personaInRoom, senderInRoom } from '../database/statements/persona-in-room.js'
import { hasActiveReply } from '../database/statements/has-active-reply.js'
import { roomDefaultsOf } from '../database/statements/room-defaults-of.js'
import { CharacterRankTable, CharacterTable } from '../database/tables/characters.js'
import { RoomTable } from '../database/tables/rooms.js'
import type { LogRoomPurges } from '../deletion/log-room-purges.js'
import type { Idempotency } from '../idempotency/idempotency.js'
import { kindTable, type Kind } from '../kinds.js'
import type { GuestLimits, Writer } from '../rate-limits/guest-limits.js'
import type { Caller, UserCaller } from '../users/caller.js'
import type { Users } from '../users/users.js'
import { proposedTitle as titleFrom } from './proposed-title.js'
import type { RoomChanges } from './room-changes.js'
import {
  noSettings,
  type Room,
  type UnstoredRoom,
  type RoomDraft,
  type RoomOrder,
  type RoomSettings,
  initialReading,
} from './room.js'

interface NewRoom {
  readonly name?: string | null | undefined
  readonly characterId?: string | null | undefined
  readonly greetingIndex?: number | null | undefined
  readonly roomType?: string | null | undefined
  /** The room's UUID, generated when absent. An existing chat-log room of the same kind and user is adopted. */
  readonly roomId?: string | null | undefined
  /** The user id, for callers without an account; 1 to 100 code points. */
  readonly userId?: string | null | undefined
  readonly idempotencyKey?: string | null | undefined
  /** A test conversation of its author, which is in no list. */
  readonly isTest?: boolean
}

/** A room that begins with a message, which gives it its title. */
interface BeginningRoom extends Pick<NewRoom, 'characterId' | 'greetingIndex' | 'roomId'>, Pick<Room, 'model'> {
  readonly message: string
}

/** `archived`: whether to list archived rooms or the others; both when null. */
interface RoomListArgs extends PageArgs {
  readonly orderBy: RoomOrder
  readonly archived: boolean | null
  readonly kind?: Kind | null | undefined
  /** True: only pinned rooms; false: only others. */
  readonly pinned?: boolean | null | undefined
}

const roomPage = selectPage(RoomTable)
const talkColumns = ['replyCount', 'characterId', 'ownerId', 'testOf'] as const
const touchedColumns = ['ownerId', 'updatedAt', 'characterId', 'keptGreeting'] as const
const orders = {
  NEWEST: { orderBy: { id: 'desc' }, keyOf: ({ id }: Room) => [id] },
  LAST_CHANGED: {
    orderBy: { updatedAt: 'desc', id: 'desc' },
    keyOf: ({ updatedAt, id }: Room) => [updatedAt, id],
  },
} as const

/** Room records. Each refers to a room of the chat-log service; both are created and found together. */
export class Rooms {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly audit: Audit
      readonly chatLogs: ChatLogStore
      readonly characters: Characters
      readonly users: Users
      readonly idempotency: Idempotency
      readonly purges: LogRoomPurges
      readonly guestLimits: GuestLimits
      readonly roomChanges: RoomChanges
      /** Whether callers without an account may create rooms. */
      readonly guestRooms: () => Promise<boolean>
      /** The words of a text without the marks of Markdown; `isCut`: the text goes on. */
      readonly plainText: (text: string, isCut: boolean) => string
      readonly clock: () => number
      readonly newId?: () => string
    },
  ) {}

  /**
   * A room that the caller may use, else null. `id` is its UUID; the owner and administrators may also use its number.
   * Throws UNAUTHENTICATED when the UUID is right and only a token is missing (contract: rooms.12).
   */
  async find(caller: Caller, id: string): Promise<Room | null> {
    const roomId = canonicalUuid(id)
    const number = rowId(id)
    if (roomId === undefined && number === undefined) return null
    const where = roomId === undefined ? { id: number ?? 0 } : { roomId }
    const room = (await this.options.database.read((db) => db.selectOne(RoomTable, where))) ?? null
    if (!room || mayUse(caller, room, { byNumber: roomId === undefined })) return room
    if (caller.kind === 'anonymous' && caller.isAskedToSignIn && roomId !== undefined)
      throw new AppError('UNAUTHENTICATED')
    return null
  }

  /** Those of the rooms, by their UUIDs as they are stored, that the caller may use, in no order. */
  async findAll(caller: Caller, roomIds: readonly string[]): Promise<readonly Room[]> {
    // PostgreSQL refuses some texts, such as one with a NUL
    const stored = roomIds.filter((id) => canonicalUuid(id) === id)
    const found = await this.options.database.read((db) => db.select(RoomTable, { roomId: oneOf(stored) }))
    return found.filter((room) => mayUse(caller, room, { byNumber: false }))
  }

  /** The rooms of the caller with these numbers, in their order; null for any other. */
  async ownByNumber(caller: Caller, ids: readonly number[]): Promise<(Room | null)[]> {
    if (caller.kind !== 'user') return ids.map(() => null)
    const where = { id: oneOf(ids), ownerId: caller.id }
    const found = await this.options.database.read((db) => db.select(RoomTable, where))
    return ids.map((id) => found.find((room) => room.id === id) ?? null)
  }

  /** As `find`, but throws NOT_FOUND for missing rooms, rooms of other accounts, and rooms of another kind. */
  async require(caller: Caller, id: string, kind?: Kind | null): Promise<Room> {
    const room = await this.find(caller, id)
    if (!room || (kind && room.kind !== kind)) throw new AppError('NOT_FOUND')
    return room
  }

  /** In the transaction of a change: adds it to the audit log if an administrator changes a room of another account. */
  async recordChange(
    db: Queries,
    caller: Caller,
    { room: { roomId, ownerId }, part }: { readonly room: Room; readonly part: 'settings' | 'log' | 'reply' },
  ): Promise<void> {
    if (!isOfAnother(caller, ownerId)) return
    const target = { kind: 'ROOM', id: roomId } as const
    await this.options.audit.record(db, caller, { action: 'ROOM_CHANGED', target, details: { ownerId, part } })
  }

  /**
   * As `recordChange`, before a change of the log, which is not in the database: the change may fail after it. Records nothing
   * where `isChange` finds that the log will stay as it is, as for a retry.
   */
  async recordLogChange(caller: Caller, room: Room, isChange: () => Promise<boolean>): Promise<void> {
    if (!isOfAnother(caller, room.ownerId) || !(await isChange())) return
    await this.options.database.write((db) => this.recordChange(db, caller, { room, part: 'log' }))
  }

  /** The rooms of the caller, the newest or the last changed first. */
  async listOwn(caller: UserCaller, { archived, kind, pinned, ...args }: RoomListArgs): Promise<Connection<Room>> {
    const { orderBy, keyOf } = orders[args.orderBy]
    const request = pageRequest(args, Object.keys(orderBy).length)
    const where = {
      ownerId: caller.id,
      testOf: null,
      ...(kind ? { kind } : {}),
      ...(archived === null ? {} : { archivedAt: archived ? not(null) : null }),
      ...(typeof pinned === 'boolean' ? { pinnedAt: pinned ? not(null) : null } : {}),
    }
    const rows = await this.options.database.read((db) =>
      roomPage(db, { where, orderBy, after: request.after }, request),
    )
    return connection(request, rows, keyOf)
  }

  /** As `require`, but throws NOT_FOUND too for a room that the caller does not own. */
  async requireOwn(caller: UserCaller, id: string): Promise<Room> {
    const room = await this.require(caller, id)
    if (room.ownerId !== caller.id) throw new AppError('NOT_FOUND')
    return room
  }

  /** Pins a room of the caller, or removes the pin. A room that is pinned already keeps its time. Throws as `requireOwn`. */
  async setPinned(caller: UserCaller, id: string, pinned: boolean): Promise<Room> {
    const { id: number } = await this.requireOwn(caller, id)
    const where = { id: number, pinnedAt: pinned ? null : not(null) }
    return this.#changeOwn(number, where, { pinnedAt: pinned ? this.options.clock() : null })
  }

  /**
   * Records that the caller has read the first `upTo` replies of its room, by default all. The position never goes back,
   * and a number above the count of replies means all. Throws as `requireOwn`.
   */
  async markRead(caller: UserCaller, id: string, upTo = Infinity): Promise<Room> {
    const { id: number, replyCount } = await this.requireOwn(caller, id)
    const readReplies = Math.min(upTo, replyCount)
    return this.#changeOwn(number, { id: number, readReplies: lessThan(readReplies) }, { readReplies })
  }

  /** Counts a reply that ends, in the transaction that ends it, and with the first one the talk with its character. */
  async countReply(db: Queries, roomId: string): Promise<void> {
    const changes = { replyCount: plus(1) }
    const room = await db.updateReturning(RoomTable, { roomId }, { changes, columns: talkColumns })
    if (!room || room.replyCount > 1 || room.characterId === null || room.testOf !== null) return
    const { characterId, ownerId } = room
    const character = await db.selectOne(CharacterTable, { id: characterId }, { columns: ['ownerId'] })
    if (!character || ownerId === null || character.ownerId === ownerId) return
    await db.update(CharacterRankTable, { characterId }, { talkCount: plus(1) })
  }

  /**
   * Of another greeting than the room has: throws FORBIDDEN as `requireCharacter`, BAD_USER_INPUT for one that the character of the room
   * does not have.
   */
  async requireGreeting(caller: Caller, room: Room, index: number): Promise<void> {
    const { characterId, greetingIndex } = room
    if (index === greetingIndex) return
    await this.requireCharacter(caller, room)
    const [character = null] = characterId === null ? [] : await this.options.characters.byIds([characterId])
    if (isPastGreetings(character, index)) throw unknownGreeting()
  }

  /**
   * Throws FORBIDDEN where the caller may not see the character of a room, which was public when the room began, unless `isAllowed`
   * returns true.
   */
  async requireCharacter(
    caller: Caller,
    room: Pick<Room, 'characterId'>,
    isAllowed?: () => Promise<boolean>,
  ): Promise<void> {
    if (!(await this.options.characters.isVisibleIn(caller, room)) && !(await isAllowed?.()))
      throw new AppError('FORBIDDEN', { message: 'The character of this room is no longer public' })
  }

  /** Changes the given settings, at least one. Throws NOT_FOUND for a room that was deleted in the meantime. */
  change(caller: Caller, { id }: Pick<Room, 'id'>, settings: Values<RoomSettings>): Promise<Room> {
    return this.options.database.write(async (db) => {
      const before = await db.selectOne(RoomTable, { id }, { lock: 'no key update' })
      if (!before) throw new AppError('NOT_FOUND')
      const { greetingIndex } = settings
      const isAnother = greetingIndex !== undefined && greetingIndex !== before.greetingIndex
      await db.update(RoomTable, { id }, { ...settings, ...(isAnother ? { keptGreeting: null } : {}) })
      const room = await db.selectOneOrThrow(RoomTable, { id })
      if (!isDeepStrictEqual(before, room)) await this.recordChange(db, caller, { room, part: 'settings' })
      return room
    })
  }

  /**
   * Creates the chat-log room, then the record. Throws NOT_FOUND for a character that the caller cannot see;
   * BAD_USER_INPUT for a room id in use, a greeting that it does not have, or without a user id; FORBIDDEN for the user id of another account;
   * UNAVAILABLE, without a record, when the chat-log store is unavailable; UNAUTHENTICATED where callers without an
   * account may not create rooms; RATE_LIMITED as `GuestLimits`.
   */
  async create(writer: Writer, kind: Kind, { idempotencyKey, ...input }: NewRoom): Promise<Room> {
    const { idempotency, guestRooms } = this.options
    const { caller } = writer
    if (caller.kind !== 'user' && !(await guestRooms()))
      throw new AppError('UNAUTHENTICATED', { message: 'A new room needs a token' })
    const call = { caller, operation: `create ${kind} room`, key: idempotencyKey, body: input }
    const earlierId = await idempotency.earlier(call)
    if (earlierId !== undefined) return this.require(caller, earlierId)
    return this.#createWith(writer, await this.#draft(caller, kind, input), {
      isIdSent: isSent(input.roomId),
      store: async ({ insert }) => {
        const { id } = await idempotency.once(call, async (db) => (await insert(db)).roomId)
        return id
      },
    })
  }

  /**
   * As `create`, for a room that begins with a message: `store` inserts both in one transaction and returns the UUID of
   * the room, which is another one if an earlier call was the same. So no room is left without its message, also after a
   * crash. `check` throws before anything is stored.
   */
  async begin(
    writer: Writer,
    { characterId, greetingIndex, roomId, model, message }: BeginningRoom,
    steps: {
      readonly check: (draft: RoomDraft) => Promise<void>
      readonly store: (unstored: UnstoredRoom) => Promise<string>
    },
  ): Promise<Room> {
    const draft = await this.#draft(writer.caller, isSent(characterId) ? 'character' : 'office', {
      ...{ characterId, greetingIndex, roomId },
    })
    await steps.check(draft)
    const room = { ...draft, model: model ?? draft.model, proposedTitle: titleFrom(message, this.options.plainText) }
    return this.#createWith(writer, room, { isIdSent: isSent(roomId), store: steps.store })
  }

  async #createWith(
    writer: Writer,
    room: RoomDraft,
    { isIdSent, store }: { readonly isIdSent: boolean; readonly store: (room: UnstoredRoom) => Promise<string> },
  ): Promise<Room> {
    const { database, purges, guestLimits } = this.options
    const { caller } = writer
    const { roomId, name, roomType, userId } = room
    await guestLimits.chargeRoom(writer, { name, roomType, userId })
    const logRoom = logRoomOf(room)
    await purges.clear(logRoom)
    // only this call knows a generated id, so after a crash no other call would adopt the chat-log room
    const earlyPlan = isIdSent ? undefined : await database.write((db) => purges.plan(db, logRoom))
    const holder = holderOf(room)
    if (isIdSent) await this.#requireAdoptable(logRoom, holder)
    let { created } = await this.#createLogRoom(logRoom, holder)
    // the record decides, and a room that has one is not adopted
    if (!created && !(await database.read((db) => db.exists(RoomTable, { roomId }))))
      await this.options.chatLogs.assign(logRoom, holder)
    let isKept = false
    try {
      const insert = async (db: Queries) => {
        const plan = earlyPlan ?? (await purges.plan(db, logRoom))
        const isTaken = !(await purges.cancel(db, plan))
        if (isTaken) throw earlyPlan === undefined ? roomIdTaken() : new AppError('UNAVAILABLE', { part: 'store' })
        return { ...room, id: await db.insertReturningId(RoomTable, { ...room }) }
      }
      const id = await store({ draft: room, insert })
      // the adopted room may have been deleted before the record existed
      if (!created) ({ created } = await this.#createLogRoom(logRoom, holder))
      const found = await this.require(caller, id)
      isKept = id === roomId
      this.options.roomChanges.publish(found, { kind: 'room' })
      return found
    } catch (error) {
      throw isUniqueViolation(error, 'rooms') ? roomIdTaken() : error
    } finally {
      if (created && !isKept) await this.#discard(logRoom)
    }
  }

  /** As whom a caller sends a message now in a room that it may use; undefined where the room is not its own. */
  async senderIn({ roomId }: Room, caller: Caller): Promise<MessageSender | undefined> {
    if (caller.kind !== 'user') return undefined
    return (await this.options.database.read((db) => senderInRoom(db, roomId, caller.id))) ?? undefined
  }

  /**
   * Removes the room from the archive and keeps its greeting, in the transaction of a message. Undefined without the room; else it is
   * locked until the transaction ends.
   */
  async reopen(db: Queries, roomId: string): Promise<Room | undefined> {
    const room = await db.selectOne(RoomTable, { roomId }, { lock: 'no key update' })
    if (!room) return undefined
    const changes = { archivedAt: null, keptGreeting: await this.#greetingToKeep(db, room) }
    if (isDeepStrictEqual(room, { ...room, ...changes })) return room
    await db.update(RoomTable, { roomId }, changes)
    return { ...room, ...changes }
  }

  async #keepGreeting(db: Queries, roomId: string): Promise<void> {
    const following = { roomId, keptGreeting: null, characterId: not(null) }
    const room = await db.selectOne(RoomTable, following, { lock: 'no key update' })
    if (room) await db.update(RoomTable, { roomId }, { keptGreeting: await this.#greetingToKeep(db, room) })
  }

  /** What a room keeps from now on of what its character said first. */
  async #greetingToKeep(db: Queries, room: Room): Promise<string | null> {
    if (!followsCharacter(room)) return room.keptGreeting
    const persona = await personaInRoom(db, room)
    return this.options.characters.greetingIn(db, room, persona?.name)
  }

  /**
   * Updates `updatedAt` after an entry was written to the room's log, and keeps the greeting of the room; with `since`, only if it is
   * older than that. Does nothing for a chat-log room without a record. Returns the account whose room it is, null without one.
   */
  async touch({ roomId }: Pick<Room, 'roomId'>, since?: number): Promise<number | null> {
    const updatedAt = this.options.clock()
    const { database } = this.options
    const record = await database.read((db) => db.selectOne(RoomTable, { roomId }, { columns: touchedColumns }))
    // most log rooms have no record, and a write without a change waits for a commit too
    if (!record) return null
    const where = { roomId, ...(since === undefined ? {} : { updatedAt: lessThan(since) }) }
    const isDue = since === undefined || record.updatedAt < since
    if (isDue || followsCharacter(record))
      await database.write(async (db) => {
        await this.#keepGreeting(db, roomId)
        await db.update(RoomTable, where, { updatedAt })
      })
    return record.ownerId
  }

  /** As `touch`, after entries were removed: without any, and without a running reply, the greeting of the room follows its character again. */
  async touchByRemoval(logRoom: LogRoomKey): Promise<number | null> {
    const { database, chatLogs, clock } = this.options
    const where = { roomId: logRoom.id }
    const columns = ['ownerId', 'updatedAt'] as const
    const record = await database.read((db) => db.selectOne(RoomTable, where, { columns }))
    if (!record) return null
    const newest = { newestFirst: true, limit: 1, maxBytes: 1 }
    const isEmpty = (await chatLogs.page(logRoom, newest)).entries.length === 0
    await database.write(async (db) => {
      const room = await db.selectOne(RoomTable, where, { columns, lock: 'no key update' })
      // a message that has come since, or whose reply runs, keeps the greeting that it was sent after
      const isOver = isEmpty && room?.updatedAt === record.updatedAt && !(await hasActiveReply(db, logRoom.id))
      await db.update(RoomTable, where, { updatedAt: clock(), ...(isOver ? { keptGreeting: null } : {}) })
    })
    return record.ownerId
  }

  /** As `touch`, after an entry was appended: a room without a name and a proposed title gets one from its message. */
  async touchByEntry({ roomId, name, proposedTitle }: Room, message: string): Promise<void> {
    const title = name || proposedTitle ? null : titleFrom(message, this.options.plainText)
    const untitled = { roomId, proposedTitle: null }
    const unnamed = [
      { ...untitled, name: null },
      { ...untitled, name: '' },
    ] as const
    await this.options.database.write(async (db) => {
      const updatedAt = this.options.clock()
      await this.#keepGreeting(db, roomId)
      // a name that was given in the meantime stays the only one
      const isTitled = title !== null && (await db.update(RoomTable, unnamed, { updatedAt, proposedTitle: title })) > 0
      if (!isTitled) await db.update(RoomTable, { roomId }, { updatedAt })
    })
  }

  /**
   * Recreates the missing chat-log room of a record, empty. False when it is not missing, or without such a record. For
   * the operator, after one store was restored from a backup of another time.
   */
  async recreateLog(roomId: string): Promise<boolean> {
    const { database, chatLogs } = this.options
    const find = () => database.read((db) => db.selectOne(RoomTable, { roomId }))
    const room = await find()
    if (!room || (await chatLogs.hasRoom(logRoomOf(room)))) return false
    await this.#createLogRoom(logRoomOf(room), holderOf(room))
    if (await find()) return true
    // the room was deleted in the meantime
    await this.#discard(logRoomOf(room))
    return false
  }

  /** Whether a chat-log room was created for a record, not by a caller of the chat-log service. */
  isForRecord({ id, source }: { readonly id: string; readonly source: string | null }): boolean {
    return source === recordSource(id)
  }

  /** The key of a record's chat-log room, which includes kind and user id. */
  logRoom(room: Pick<Room, 'kind' | 'userId' | 'roomId'>): LogRoomKey {
    return logRoomOf(room)
  }

  /** The room after a change that applies only where the condition holds; one that changes nothing notifies no client. */
  async #changeOwn(id: number, where: Where<Room>, values: Values<Room>): Promise<Room> {
    const { room, isChanged } = await this.options.database.write(async (db) => {
      const isChanged = (await db.update(RoomTable, where, values)) > 0
      return { room: await db.selectOne(RoomTable, { id }), isChanged }
    })
    if (!room) throw new AppError('NOT_FOUND')
    if (isChanged) this.options.roomChanges.publish(room, { kind: 'room' })
    return room
  }

  async #draft(caller: Caller, kind: Kind, input: NewRoom): Promise<RoomDraft> {
    const { database, users, characters, clock, newId = randomUUID } = this.options
    const { ownerId, userId } = await ownershipOf(caller, input.userId, users)
    const character = isSent(input.characterId) ? await characters.require(caller, input.characterId) : null
    if (isPastGreetings(character, input.greetingIndex)) throw unknownGreeting()
    const roomId = canonicalUuid(input.roomId ?? newId())
    if (roomId === undefined) throw badRoomId('format', 'Value error, not a UUID')
    const { defaultRoomType } = kindTable[kind]
    const roomType = defaultRoomType && (input.roomType ?? defaultRoomType)
    const now = clock()
    // rooms that an API key creates have no defaults
    const defaults =
      caller.kind === 'user' && !caller.key ? await database.read((db) => roomDefaultsOf(db, caller.id)) : {}
    const details = {
      ...noSettings,
      personaId: null,
      keptGreeting: null,
      ...defaults,
      ...initialReading,
      name: input.name ?? null,
      greetingIndex: input.greetingIndex ?? 0,
      roomType,
      createdAt: now,
      updatedAt: now,
    }
    const characterId = character?.id ?? null
    return { roomId, kind, ownerId, userId, characterId, testOf: input.isTest ? characterId : null, ...details }
  }

  /**
   * A room that the chat-log service has made for an account is adopted with its token only: without one, a user id
   * says nothing about the caller.
   */
  async #requireAdoptable(key: LogRoomKey, holder: LogRoomHolder): Promise<void> {
    if (holder === 'account' || (await this.options.users.find(key.userId)) === null) return
    const found = await this.options.chatLogs.findRoom(key)
    if (found && found.holder !== 'guest') throw roomIdTaken()
  }

  async #createLogRoom(key: LogRoomKey, holder: LogRoomHolder): Promise<{ created: boolean }> {
    try {
      return await this.options.chatLogs.createRoom(key, recordSource(key.id), holder)
    } catch (error) {
      if (error instanceof AppError && error.code === 'CONFLICT') throw roomIdTaken()
      throw error
    }
  }

  async #discard(key: LogRoomKey): Promise<void> {
    const hasRecord = (db: Queries) => db.exists(RoomTable, { roomId: key.id })
    // if the purge cannot be recorded now, the earlier plan deletes the room; a room with a given id is adopted by the
    // retry
    await this.options.purges.tryToDiscard(key, hasRecord)
  }
}

function followsCharacter({ characterId, keptGreeting }: Pick<Room, 'characterId' | 'keptGreeting'>): boolean {
  return characterId !== null && keptGreeting === null
}

/** Only an administrator can use one. */
function isOfAnother(caller: Caller, ownerId: number | null): ownerId is number {
  return ownerId !== null && !(caller.kind === 'user' && caller.id === ownerId)
}

/**
 * Rooms with an owner are for the owner and administrators, others for every caller that knows the UUID (contract:
 * rooms.11, rooms.12).
 */
function mayUse(caller: Caller, room: Room, { byNumber }: { byNumber: boolean }): boolean {
  if (caller.kind === 'service') return false
  if (caller.kind === 'user' && caller.role === 'ADMIN') return true
  if (room.ownerId === null) return !byNumber
  return caller.kind === 'user' && caller.id === room.ownerId
}

/**
 * The owner and user id of a new room. With a token it belongs to the caller; a user id in the request is ignored,
 * except that the id of another account is refused. Without a token it has no owner, and the user id is required
 * (contract: rooms.7, rooms.8).
 */
async function ownershipOf(
  caller: Caller,
  sent: string | null | undefined,
  users: Users,
): Promise<{ readonly ownerId: number | null; readonly userId: string }> {
  if (caller.kind === 'user') {
    const isAnother = typeof sent === 'string' && sent !== String(caller.id) && (await users.find(sent)) !== null
    if (isAnother) throw new AppError('FORBIDDEN')
    return { ownerId: caller.id, userId: String(caller.id) }
  }
  if (typeof sent === 'string' && sent !== '') return { ownerId: null, userId: sent }
  throw new AppError('BAD_USER_INPUT', {
    message: 'A room needs a token or a user id',
    fields: [{ path: ['input', 'userId'], rule: 'required', message: 'Field required' }],
  })
}

function logRoomOf(room: Pick<Room, 'kind' | 'userId' | 'roomId'>): LogRoomKey {
  return { kind: kindTable[room.kind].logKind, userId: room.userId, id: room.roomId }
}

function holderOf({ ownerId }: Pick<Room, 'ownerId'>): LogRoomHolder {
  return ownerId === null ? 'guest' : 'account'
}

/** Distinguishes chat-log rooms of records from those that clients of the chat-log service create. */
function recordSource(roomId: string): string {
  return `record:${roomId}`
}

function isSent(value: string | null | undefined): value is string {
  return typeof value === 'string'
}

function isPastGreetings(character: Pick<Character, 'alternateGreetings'> | null, index: number | null = 0): boolean {
  return (index ?? 0) > (character?.alternateGreetings.length ?? 0)
}

function unknownGreeting(): AppError {
  const message = 'The character does not have this greeting'
  return new AppError('BAD_USER_INPUT', { message, fields: [inputFault('greetingIndex', message)] })
}

function roomIdTaken(): AppError {
  return badRoomId('taken', 'This room id is taken')
}

function badRoomId(rule: 'format' | 'taken', message: string): AppError {
  return new AppError('BAD_USER_INPUT', { message, fields: [{ path: ['input', 'roomId'], rule, message }] })
}
