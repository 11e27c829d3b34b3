import { In } from 'typeorm'
import type { EntityManager } from 'typeorm'
import type { Characters } from '../characters/characters.js'
import type { Database } from '../database/database.js'
import { rowId } from '../database/statements/row-id.js'
import { selectRows } from '../database/statements/select-rows.js'
import { CharacterTable } from '../database/tables/characters.js'
import { GenerationTable } from '../database/tables/generations.js'
import { RoomTable } from '../database/tables/rooms.js'
import { UserTable } from '../database/tables/users.js'
import { AddressProofTable, VerificationCodeTable } from '../database/tables/verification.js'
import { AppError } from '../errors.js'
import type { Kind } from '../kinds.js'
import type { ChatLogStore, LogRoomKey } from '../ports/chat-log-store/chat-log-store.js'
import type { Images } from '../images/images.js'
import type { RunningReplies } from '../replies/running-replies.js'
import type { RoomChanges } from '../rooms/room-changes.js'
import type { Room } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { SessionWatch } from '../sessions/session-watch.js'
import type { Allowance } from '../usage/allowance.js'
import type { Caller, UserCaller } from '../users/caller.js'
import { imageTarget, logRoomTarget, logUserTarget } from './purge.js'
import type { PurgeTarget } from './purge.js'
import type { Purger } from './purger.js'
import type { Lease, PurgeStore } from './purge-store.js'

export interface DeletionOptions {
  readonly database: Database
  readonly chatLogs: ChatLogStore
  readonly store: PurgeStore
  readonly purger: Purger
  readonly rooms: Rooms
  readonly characters: Characters
  readonly images: Images
  readonly running: RunningReplies
  readonly sessionWatch: SessionWatch
  readonly allowance: Allowance
  readonly roomChanges: RoomChanges
  /** The form of an e-mail address under which its verification codes are kept. */
  readonly canonicalAddress: (address: string) => string
}

/** What a write has deleted, and what is left to do for it. */
interface Deleted {
  readonly lease: Lease
  /** UUIDs of rooms. */
  readonly rooms: readonly string[]
  /** Generations that were active until then. */
  readonly stopped: readonly string[]
  /** UUIDs of rooms that have lost generations and stay. */
  readonly changed?: readonly string[]
}

type DoomedRoom = Pick<Room, 'id' | 'roomId' | 'kind' | 'userId'>

const userKeys = selectRows(UserTable, ['id', 'email'])
const characterIds = selectRows(CharacterTable, ['id'])
const doomedRooms = selectRows(RoomTable, ['id', 'roomId', 'kind', 'userId'])
const endedReplies = selectRows(GenerationTable, ['id', 'ownerId', 'status', 'text', 'receipt', 'promptEstimate'])
const ownReplies = selectRows(GenerationTable, ['id', 'roomId', 'status'])
const active = { column: 'status', is: 'in', values: ['QUEUED', 'RUNNING'] } as const
const idsPerQuery = 500

/**
 * Deleting across the stores as one consistent operation: one write removes the rows and notes what must go elsewhere, so that
 * both happen or neither. The purger does the rest, at once where it can. From that write on nothing of it is visible.
 */
export class Deletion {
  constructor(private readonly options: DeletionOptions) {}

  /**
   * Deletes a room with its log and its generations (contract: rooms.18); the answer is its UUID. Throws
   * NOT_FOUND for a room the caller may not use, or of another kind than `kind`.
   */
  async room(caller: Caller, id: string, kind?: Kind): Promise<string> {
    const { rooms } = this.options
    const room = await rooms.require(caller, id, kind)
    if (!(await this.#recorded(rooms.logRoom(room)))) throw new AppError('NOT_FOUND')
    return room.roomId
  }

  /**
   * Deletes a room by its chat-log key, with the record and the generations that there may be of it. Throws NOT_FOUND
   * without such a room. For the chat-log service, which knows rooms by nothing else (contract: chat-logs.10).
   */
  async logRoom(key: LogRoomKey): Promise<void> {
    if (await this.#recorded(key)) return
    // a room without a record; the log store is asked last, since it may be away
    if (!(await this.options.chatLogs.hasRoom(key))) throw new AppError('NOT_FOUND')
    await this.#carryOut((em) => this.#removeRoom(em, key))
  }

  /**
   * Deletes a character with its likes and every room with it, of every owner (contract: characters.17); the answer is its id. For
   * its owner and admins. Throws NOT_FOUND for one the caller cannot see, FORBIDDEN for a public one of another account.
   */
  async character(caller: UserCaller, id: string): Promise<number> {
    const { id: characterId, imageId } = await this.options.characters.requireOwn(caller, id)
    if (!(await this.#carryOut((em) => this.#removeCharacter(em, characterId)))) throw new AppError('NOT_FOUND')
    await this.options.images.release(imageId)
    return characterId
  }

  /**
   * Deletes an account, the caller's own when no id is given, with everything of it (contract: users.17): rows that refer to it
   * go by their foreign keys, codes by its address. Throws NOT_FOUND without such an account, FORBIDDEN for another's unless
   * an admin asks.
   */
  async account(caller: UserCaller, id: string | null | undefined): Promise<number> {
    const userId = typeof id === 'string' ? rowId(id) : caller.id
    if (userId === undefined) throw new AppError('NOT_FOUND')
    if (!(await this.#carryOut((em) => this.#removeAccount(em, caller, userId)))) throw new AppError('NOT_FOUND')
    this.options.sessionWatch.checkNow(userId)
    return userId
  }

  /** Deletes a room that has a record; false when it has none. */
  #recorded(key: LogRoomKey): Promise<boolean> {
    return this.#carryOut(async (em) =>
      (await this.#recordsOf(em, key)).length > 0 ? this.#removeRoom(em, key) : undefined,
    )
  }

  async #removeRoom(em: EntityManager, key: LogRoomKey): Promise<Deleted> {
    const lease = await this.options.store.add(em, [logRoomTarget(key)])
    // a write that was making a record of it has made it by now, or is refused
    return { lease, ...(await this.#deleteRooms(em, await this.#recordsOf(em, key))) }
  }

  async #removeCharacter(em: EntityManager, characterId: number): Promise<Deleted | undefined> {
    const where = [{ column: 'id', is: '=', value: characterId }] as const
    const [character] = await characterIds(em, { where, lock: 'update' })
    if (!character) return undefined
    const rooms = await lockedRooms(em, 'characterId', [characterId])
    const lease = await this.options.store.add(em, this.#targetsOf(rooms))
    const deleted = await this.#deleteRooms(em, rooms)
    await em.delete(CharacterTable, { id: characterId })
    return { lease, ...deleted }
  }

  /** Locks in the order in which inserts refer to rows: what is made meanwhile waits, and then finds no owner. */
  async #removeAccount(em: EntityManager, caller: UserCaller, userId: number): Promise<Deleted | undefined> {
    const [user] = await userKeys(em, { where: [{ column: 'id', is: '=', value: userId }], lock: 'update' })
    if (!user) return undefined
    if (userId !== caller.id && caller.role !== 'ADMIN') throw new AppError('FORBIDDEN')
    const owned = { column: 'ownerId', is: '=', value: userId } as const
    const characters = await characterIds(em, { where: [owned], lock: 'update' })
    const userText = String(userId)
    const own = await lockedRooms(em, 'userId', [userText])
    const ofCharacters = await lockedRooms(
      em,
      'characterId',
      characters.map(({ id }) => id),
    )
    const ofOthers = ofCharacters.filter((room) => room.userId !== userText)
    const images = await this.options.images.idsOf(em, userId)
    // the account's own log rooms are deleted by its id, also those that have no record
    const targets = [logUserTarget(userText), ...this.#targetsOf(ofOthers), ...images.map(imageTarget)]
    const lease = await this.options.store.add(em, targets)
    const { rooms, stopped } = await this.#deleteRooms(em, [...own, ...ofOthers])
    // in rooms without an owner
    const replies = await ownReplies(em, { where: [owned] })
    await em.delete(UserTable, { id: userId })
    const emailKey = this.options.canonicalAddress(user.email)
    await em.delete(VerificationCodeTable, { emailKey })
    await em.delete(AddressProofTable, { emailKey })
    const more = replies.filter(({ status }) => active.values.some((one) => one === status)).map(({ id }) => id)
    const changed = new Set(replies.map(({ roomId }) => roomId))
    return { lease, rooms, stopped: [...stopped, ...more], changed: [...changed] }
  }

  async #carryOut(work: (em: EntityManager) => Promise<Deleted | undefined>): Promise<boolean> {
    const deleted = await this.options.database.write(work)
    if (!deleted) return false
    const { running, roomChanges } = this.options
    running.abandon(deleted.stopped)
    for (const roomId of deleted.rooms) roomChanges.publish(roomId, { kind: 'room deleted' })
    for (const roomId of deleted.changed ?? []) roomChanges.publish(roomId, { kind: 'generation' })
    await this.options.purger.attempt(deleted.lease)
    return true
  }

  /**
   * With their generations, of which those that are active are charged for as if they were cancelled. The rooms must be locked.
   */
  async #deleteRooms(em: EntityManager, rooms: readonly DoomedRoom[]): Promise<Pick<Deleted, 'rooms' | 'stopped'>> {
    const { allowance } = this.options
    const stopped: string[] = []
    for (const some of inChunks(rooms)) {
      const roomIds = some.map(({ roomId }) => roomId)
      const where = [{ column: 'roomId', is: 'in', values: roomIds }, active] as const
      // one that is ending at this moment is charged for there
      const replies = await endedReplies(em, { where, lock: 'update' })
      for (const reply of replies) await allowance.spend(em, reply.ownerId, allowance.costOf(reply))
      stopped.push(...replies.map(({ id }) => id))
      await em.delete(GenerationTable, { roomId: In(roomIds) })
      await em.delete(RoomTable, { id: In(some.map(({ id }) => id)) })
    }
    return { rooms: rooms.map(({ roomId }) => roomId), stopped }
  }

  async #recordsOf(em: EntityManager, key: LogRoomKey): Promise<DoomedRoom[]> {
    const rooms = await lockedRooms(em, 'roomId', [key.id])
    return rooms.filter((room) => isSame(this.options.rooms.logRoom(room), key))
  }

  #targetsOf(rooms: readonly DoomedRoom[]): PurgeTarget[] {
    return rooms.map((room) => logRoomTarget(this.options.rooms.logRoom(room)))
  }
}

/** No other write begins a reply in one of them, or deletes it, until this write ends. */
async function lockedRooms(
  em: EntityManager,
  column: 'characterId' | 'userId' | 'roomId',
  values: readonly (number | string)[],
): Promise<DoomedRoom[]> {
  const rooms: DoomedRoom[] = []
  for (const some of inChunks(values)) {
    const orderBy = { column: 'id', descending: false } as const
    rooms.push(...(await doomedRooms(em, { where: [{ column, is: 'in', values: some }], orderBy, lock: 'update' })))
  }
  return rooms
}

function* inChunks<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += idsPerQuery) yield all.slice(from, from + idsPerQuery)
}

function isSame(one: LogRoomKey, other: LogRoomKey): boolean {
  return one.kind === other.kind && one.userId === other.userId && one.id === other.id
}
