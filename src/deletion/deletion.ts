import type { ChatLogStore, LogRoomKey } from '@parley/chat-log-store'
import { AppError, WorkSlices } from '@parley/runtime'
import {
  type Database,
  longWork,
  moreThan,
  oneOf,
  plus,
  type Queries,
  rowId,
  type Table,
  type Where,
} from '@parley/statements'
import type { Audit } from '../audit/audit.js'
import type { Characters } from '../characters/characters.js'
import { requireSession } from '../database/statements/own-account.js'
import { ApiKeyTable } from '../database/tables/api-keys.js'
import { CharacterCardTable, CharacterRankTable, CharacterTable, LikeTable } from '../database/tables/characters.js'
import { FileTable } from '../database/tables/files.js'
import { GenerationTable } from '../database/tables/generations.js'
import { IdempotencyKeyTable } from '../database/tables/idempotency-keys.js'
import { ImageTable } from '../database/tables/images.js'
import { InvitationTable } from '../database/tables/invitations.js'
import { roomKeyColumns, RoomTable } from '../database/tables/rooms.js'
import { UserTable } from '../database/tables/users.js'
import { AddressProofTable, VerificationCodeTable } from '../database/tables/verification.js'
import type { Kind } from '../kinds.js'
import type { DataExports } from '../data-exports/data-exports.js'
import type { StoredFile } from '../files/file.js'
import type { Files } from '../files/files.js'
import type { Images } from '../images/images.js'
import { activeStatuses, isFinal } from '../replies/generation.js'
import type { RunningReplies } from '../replies/running-replies.js'
import type { ChangedRoom, RoomChanges } from '../rooms/room-changes.js'
import type { Room, RoomKey } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { SessionWatch } from '../sessions/session-watch.js'
import type { Allowance } from '../usage/allowance.js'
import type { AdminGuard } from '../users/admin-guard.js'
import type { Caller, UserCaller } from '../users/caller.js'
import { imageTarget, logRoomTarget, logUserTarget, mailTarget, type PurgeTarget } from './purge.js'
import type { Purger } from './purger.js'
import type { Lease, PurgeStore } from './purge-store.js'

/** The result of a deleting transaction, with its pending purges. */
interface Deleted {
  readonly lease: Lease
  /** Of the uploaded files in the rooms. */
  readonly files: Lease
  /** The deleted rooms, with the accounts whose lists had them. */
  readonly rooms: readonly ChangedRoom[]
  /** UUIDs of generations that were active. */
  readonly stopped: readonly string[]
  /** UUIDs of remaining rooms that have lost generations. */
  readonly changed?: readonly string[]
}

/** What is deleted with an account. */
export interface DeletionConsequences {
  readonly rooms: number
  /** Rooms of other accounts and of guests with its characters. */
  readonly roomsOfOthers: number
  readonly characters: number
  readonly images: number
  readonly apiKeys: number
}

const replyColumns = [
  ...(['id', 'ownerId', 'keyId', 'model', 'status', 'text', 'thoughts', 'receipt'] as const),
  ...(['promptEstimate', 'continuesFrom'] as const),
]
const [idsPerQuery, rowsPerQuery, filesPerQuery] = [500, 500, 1]

/**
 * Consistent deletion across the stores. One transaction deletes the rows and records the purges of other stores, so
 * that both happen or neither. The purger does the rest, immediately if possible. The deleted data is invisible from
 * that transaction on. It pauses every 20 ms: reads go on meanwhile, on SQLite other writes wait for its end.
 */
export class Deletion {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly chatLogs: ChatLogStore
      readonly store: PurgeStore
      readonly purger: Purger
      readonly rooms: Rooms
      readonly characters: Characters
      readonly images: Images
      readonly files: Files
      readonly dataExports: DataExports
      readonly running: RunningReplies
      readonly sessionWatch: SessionWatch
      readonly guard: AdminGuard
      readonly audit: Audit
      readonly allowance: Allowance
      readonly roomChanges: RoomChanges
      /** Converts an e-mail address into the form under which its verification codes are stored. */
      readonly canonicalAddress: (address: string) => string
    },
  ) {}

  /**
   * Deletes a room with its log and its generations (contract: rooms.18); returns its UUID. Throws NOT_FOUND for a room
   * that the caller may not use, or of another kind than `kind`.
   */
  async room(caller: Caller, id: string, kind?: Kind): Promise<string> {
    const { rooms } = this.options
    const room = await rooms.require(caller, id, kind)
    const isOfOther = caller.kind === 'user' && room.ownerId !== null && room.ownerId !== caller.id
    const act = isOfOther ? (db: Queries) => this.#recordRoom(db, caller, room) : undefined
    if (!(await this.#recorded(rooms.logRoom(room), act))) throw new AppError('NOT_FOUND')
    return room.roomId
  }

  /**
   * Deletes a room by its chat-log key, with its record and generations, if any. Throws NOT_FOUND without such a room.
   * For the chat-log service, which knows rooms only by this key (contract: chat-logs.10).
   */
  async logRoom(key: LogRoomKey): Promise<void> {
    if (await this.#recorded(key)) return
    // a room without a record; the log store is queried last, since it may be unavailable
    if (!(await this.options.chatLogs.hasRoom(key))) throw new AppError('NOT_FOUND')
    await this.#carryOut((db) => this.#removeRoom(db, key))
  }

  /**
   * Deletes a character with its likes and every room with it, of any owner (contract: characters.17); returns its id.
   * For its owner and administrators. Throws NOT_FOUND for one that the caller cannot see, FORBIDDEN for a public one
   * of another account.
   */
  async character(caller: UserCaller, id: string): Promise<number> {
    const { id: characterId } = await this.options.characters.requireOwn(caller, id)
    if (!(await this.#carryOut((db) => this.#removeCharacter(db, caller, characterId)))) throw new AppError('NOT_FOUND')
    return characterId
  }

  /**
   * Deletes an account with all its data (contract: users.17), by default the caller's own. Foreign keys delete the
   * rows that refer to it; codes are deleted by its address. Throws NOT_FOUND for an unknown account, FORBIDDEN for
   * another account unless the caller is still an administrator, CONFLICT for the last administrator (contract:
   * users.21). The operator, a `service`, deletes any account.
   */
  async account(caller: Caller, id: string | null | undefined): Promise<number> {
    const own = caller.kind === 'user' ? caller.id : undefined
    const userId = typeof id === 'string' ? rowId(id) : own
    if (userId === undefined) throw new AppError('NOT_FOUND')
    if (!(await this.#carryOut((db) => this.#removeAccount(db, caller, userId)))) throw new AppError('NOT_FOUND')
    this.options.sessionWatch.checkNow(userId)
    return userId
  }

  /** What `account` would delete now, for administrators and the operator. Throws NOT_FOUND for an unknown account. */
  async consequences(id: string): Promise<DeletionConsequences> {
    const ownerId = rowId(id)
    if (ownerId === undefined) throw new AppError('NOT_FOUND')
    const owned = { ownerId }
    return this.options.database.read(async (db) => {
      if (!(await db.exists(UserTable, { id: ownerId }))) throw new AppError('NOT_FOUND')
      const characters = await db.select(CharacterTable, owned, { columns: ['id'] })
      let withCharacters = 0
      let ownWithCharacters = 0
      for (const some of inChunks(characters.map((character) => character.id))) {
        withCharacters += await db.count(RoomTable, { characterId: oneOf(some) })
        ownWithCharacters += await db.count(RoomTable, { ...owned, characterId: oneOf(some) })
      }
      return {
        rooms: await db.count(RoomTable, owned),
        roomsOfOthers: withCharacters - ownWithCharacters,
        characters: characters.length,
        images: await db.count(ImageTable, owned),
        apiKeys: await db.count(ApiKeyTable, { userId: ownerId }),
      }
    }, longWork)
  }

  /** Deletes a room that has a record; false if it has none. */
  #recorded(key: LogRoomKey, act?: (db: Queries) => Promise<void>): Promise<boolean> {
    return this.#carryOut(async (db) => {
      if ((await this.#recordsOf(db, key)).length === 0) return undefined
      await act?.(db)
      return this.#removeRoom(db, key)
    })
  }

  #recordRoom(db: Queries, caller: UserCaller, { roomId, ownerId }: Room): Promise<void> {
    const target = { kind: 'ROOM', id: roomId } as const
    return this.options.audit.record(db, caller, { action: 'ROOM_DELETED', target, details: { ownerId } })
  }

  async #removeRoom(db: Queries, key: LogRoomKey): Promise<Deleted> {
    const lease = await this.options.store.add(db, [logRoomTarget(key)])
    // a concurrent write that creates a record has committed by now, or will be refused
    return { lease, ...(await this.#deleteRooms(db, await this.#recordsOf(db, key))) }
  }

  async #removeCharacter(db: Queries, caller: UserCaller, characterId: number): Promise<Deleted | undefined> {
    const character = await db.selectOne(
      CharacterTable,
      { id: characterId },
      { columns: ['imageId', 'name', 'ownerId'], lock: 'update' },
    )
    if (!character) return undefined
    const { name: label, ownerId } = character
    const target = { kind: 'CHARACTER', id: characterId, label } as const
    if (ownerId !== caller.id)
      await this.options.audit.record(db, caller, { action: 'CHARACTER_DELETED', target, details: { ownerId } })
    const rooms = await lockedRooms(db, 'characterId', [characterId])
    const deleted = await this.#deleteRooms(db, rooms)
    await deleteAll(db, LikeTable, { characterId })
    const assets = await assetsOf(db, [{ id: characterId }])
    await db.delete(CharacterTable, { id: characterId })
    const { imageId } = character
    const hasFile = imageId !== null && (await this.options.images.deleteUnused(db, imageId))
    const files = [...(hasFile ? [imageId] : []), ...assets].map(imageTarget)
    const lease = await this.options.store.add(db, [...this.#targetsOf(rooms), ...files])
    return { lease, ...deleted }
  }

  /** Locks in the order in which inserts reference rows, so that concurrent inserts wait and then find no owner. */
  async #removeAccount(db: Queries, caller: Caller, userId: number): Promise<Deleted | undefined> {
    const { guard } = this.options
    // they lock all administrators, so they come first
    const isOwn = caller.kind === 'user' && userId === caller.id
    const mayDelete = isOwn || caller.kind === 'service' || (caller.kind === 'user' && caller.role === 'ADMIN')
    if (isOwn) await guard.requireAnotherAdmin(db, caller)
    else if (mayDelete) await guard.requireAdmin(db, caller)
    const user = await db.selectOne(
      UserTable,
      { id: userId },
      { columns: ['id', 'username', 'email', 'mailboxProved', 'sessionVersion'], lock: 'update' },
    )
    if (!user) return undefined
    if (isOwn) await requireSession(db, caller, user)
    if (!mayDelete) throw new AppError('FORBIDDEN')
    const target = { kind: 'ACCOUNT', id: userId, label: user.username } as const
    if (!isOwn) await this.options.audit.record(db, caller, { action: 'ACCOUNT_DELETED', target, details: {} })
    const owned = { ownerId: userId }
    const characters = await db.select(CharacterTable, owned, { columns: ['id'], lock: 'update' })
    const own = await lockedRooms(db, 'ownerId', [userId])
    const ofCharacters = await lockedRooms(
      db,
      'characterId',
      characters.map(({ id }) => id),
    )
    const ofOthers = ofCharacters.filter((room) => room.ownerId !== userId)
    const { images, files: uploads, dataExports } = this.options
    const uploaded = await uploads.idsOf(db, userId)
    const stored = [...(await images.idsOf(db, userId)), ...uploaded, ...(await dataExports.filesOf(db, userId))]
    const files = [...stored, ...(await assetsOf(db, characters))]
    // the account's own log rooms are deleted by its id, including those without a record; rooms of guests stay
    const ofAccount = [logUserTarget(String(userId)), mailTarget(user.email)]
    const targets = [...ofAccount, ...this.#targetsOf(ofOthers), ...files.map(imageTarget)]
    const lease = await this.options.store.add(db, targets)
    const { rooms, stopped, files: ofRooms } = await this.#deleteRooms(db, [...own, ...ofOthers])
    // replies in rooms without an owner
    const replies = await db.select(GenerationTable, owned, { columns: ['id', 'roomId', 'status'] })
    for (const some of inChunks(characters))
      await deleteAll(db, LikeTable, { characterId: oneOf(some.map(({ id }) => id)) })
    await removeLikesOf(db, userId)
    await deleteAll(db, GenerationTable, owned)
    await deleteFiles(db, owned)
    await deleteAll(db, IdempotencyKeyTable, { callerId: userId })
    await db.delete(UserTable, { id: userId })
    const emailKey = this.options.canonicalAddress(user.email)
    await db.delete(VerificationCodeTable, { emailKey, type: 'password_reset' })
    // used up; an open one stays for the next owner of the address
    await db.delete(InvitationTable, { emailKey, maxUses: 1, uses: moreThan(0) })
    // without a proof the owner of the mailbox, to whom the others belong, can be another person
    if (user.mailboxProved) {
      await db.delete(VerificationCodeTable, { emailKey })
      await db.delete(AddressProofTable, { emailKey })
    }
    const more = replies.filter(({ status }) => !isFinal(status)).map(({ id }) => id)
    const changed = new Set(replies.map(({ roomId }) => roomId))
    return { lease, files: ofRooms, rooms, stopped: [...stopped, ...more], changed: [...changed] }
  }

  async #carryOut(work: (db: Queries) => Promise<Deleted | undefined>): Promise<boolean> {
    const deleted = await this.options.database.write(work, longWork)
    if (!deleted) return false
    const { running, roomChanges } = this.options
    running.abandon(deleted.stopped)
    for (const room of deleted.rooms) roomChanges.publish(room, { kind: 'room deleted' })
    for (const roomId of deleted.changed ?? []) roomChanges.publish({ roomId }, { kind: 'generation' })
    await this.options.purger.attempt(deleted.lease)
    await this.options.purger.attempt(deleted.files)
    return true
  }

  /** Deletes locked rooms with their generations. Active ones are charged as if they were cancelled. */
  async #deleteRooms(db: Queries, rooms: readonly RoomKey[]): Promise<Pick<Deleted, 'rooms' | 'stopped' | 'files'>> {
    const { allowance, store } = this.options
    const stopped: string[] = []
    const files: PurgeTarget[] = []
    const slices = new WorkSlices(true)
    for (const some of inChunks(rooms)) {
      await slices.pause()
      const roomIds = some.map(({ roomId }) => roomId)
      const where = { roomId: oneOf(roomIds), status: oneOf(activeStatuses) }
      // a generation that is just ending is charged by its own write
      const replies = await db.select(GenerationTable, where, { columns: replyColumns, lock: 'update' })
      for (const reply of replies)
        await allowance.spend(
          db,
          { userId: reply.ownerId, keyId: reply.keyId, model: reply.model },
          allowance.costOf(reply),
        )
      stopped.push(...replies.map(({ id }) => id))
      await deleteAll(db, GenerationTable, { roomId: oneOf(roomIds) })
      const inRooms = { roomId: oneOf(some.map(({ id }) => id)) }
      files.push(...(await db.select(FileTable, inRooms, { columns: ['id'] })).map(({ id }) => imageTarget(id)))
      await deleteFiles(db, inRooms)
      await db.delete(RoomTable, { id: oneOf(some.map(({ id }) => id)) })
    }
    const deleted = rooms.map(({ roomId, ownerId }) => ({ roomId, ownerId }))
    return { rooms: deleted, stopped, files: await store.add(db, files) }
  }

  async #recordsOf(db: Queries, key: LogRoomKey): Promise<RoomKey[]> {
    const rooms = await lockedRooms(db, 'roomId', [key.id])
    return rooms.filter((room) => isSame(this.options.rooms.logRoom(room), key))
  }

  #targetsOf(rooms: readonly RoomKey[]): PurgeTarget[] {
    return rooms.map((room) => logRoomTarget(this.options.rooms.logRoom(room)))
  }
}

/** Locks rooms, so that no other write starts a reply in them or deletes them before this transaction ends. */
async function lockedRooms(
  db: Queries,
  column: 'characterId' | 'ownerId' | 'roomId',
  values: readonly (number | string)[],
): Promise<RoomKey[]> {
  const rooms: RoomKey[] = []
  for (const some of inChunks(values)) {
    const selection = { columns: roomKeyColumns, orderBy: { id: 'asc' }, lock: 'update' } as const
    rooms.push(...(await db.select(RoomTable, { [column]: oneOf(some) }, selection)))
  }
  return rooms
}

/** The files with assets of the cards of characters. */
async function assetsOf(db: Queries, characters: readonly { readonly id: number }[]): Promise<string[]> {
  const files: string[] = []
  for (const some of inChunks(characters)) {
    const cards = { characterId: oneOf(some.map(({ id }) => id)), fileId: moreThan('') }
    const rows = await db.select(CharacterCardTable, cards, { columns: ['fileId'] })
    files.push(...rows.flatMap(({ fileId }) => fileId ?? []))
  }
  return files
}

/** The characters of others have fewer likes then. */
async function removeLikesOf(db: Queries, userId: number): Promise<void> {
  const slices = new WorkSlices(true)
  for (;;) {
    const selection = { columns: ['id', 'characterId'], limit: rowsPerQuery, lock: 'update' } as const
    const likes = await db.select(LikeTable, { userId }, selection)
    if (likes.length === 0) return
    await db.delete(LikeTable, { id: oneOf(likes.map(({ id }) => id)) })
    const liked = { characterId: oneOf(likes.map(({ characterId }) => characterId)) }
    await db.update(CharacterRankTable, liked, { likeCount: plus(-1) })
    await slices.pause()
  }
}

/** Foreign keys would delete any number of rows at once. */
async function deleteAll<Row extends object>(
  db: Queries,
  table: Table<Row>,
  where: Where<NoInfer<Row>>,
): Promise<void> {
  const slices = new WorkSlices(true)
  while ((await db.deleteSome(table, where, rowsPerQuery)) === rowsPerQuery) await slices.pause()
}

/** Each with its text, which foreign keys delete. */
async function deleteFiles(db: Queries, where: Where<StoredFile>): Promise<void> {
  const slices = new WorkSlices(true)
  while ((await db.deleteSome(FileTable, where, filesPerQuery)) === filesPerQuery) await slices.pause()
}

function* inChunks<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += idsPerQuery) yield all.slice(from, from + idsPerQuery)
}

function isSame(one: LogRoomKey, other: LogRoomKey): boolean {
  return one.kind === other.kind && one.userId === other.userId && one.id === other.id
}
