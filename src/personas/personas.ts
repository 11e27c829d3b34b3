import { AppError } from '@parley/runtime'
import {
  type Connection,
  connection,
  type Database,
  oneOf,
  type PageArgs,
  pageRequest,
  type Queries,
  rowId,
  selectPage,
  type Where,
} from '@parley/statements'
import { lockOwnAccount } from '../database/statements/own-account.js'
import { personaInRoom, type PersonaRoom } from '../database/statements/persona-in-room.js'
import { PersonaTable } from '../database/tables/personas.js'
import { RoomTable } from '../database/tables/rooms.js'
import type { Idempotency } from '../idempotency/idempotency.js'
import type { Images } from '../images/images.js'
import { limits } from '../limits.js'
import type { JobPersona } from '../ports/reply-generator/reply-generator.js'
import type { Generation } from '../replies/generation.js'
import type { RoomChanges } from '../rooms/room-changes.js'
import type { Room } from '../rooms/room.js'
import type { Rooms } from '../rooms/rooms.js'
import type { Caller, UserCaller } from '../users/caller.js'
import type { Persona, PersonaOutcome, PersonaRecord } from './persona.js'

interface PersonaChange {
  readonly name?: string | undefined
  /** Null removes it. */
  readonly description?: string | null | undefined
  /** Null removes the picture. */
  readonly imageId?: string | null | undefined
}

interface NewPersona extends PersonaChange {
  readonly name: string
  readonly idempotencyKey?: string | null | undefined
}

/** The persona of a room: one of its own by id, or the default of the account. */
export type PersonaKey = number | 'default'

/** What the prompt of a reply has had of a persona. */
interface PersonaUse {
  readonly personaId: number
  readonly outcome: PersonaOutcome
}

/** A persona as a prompt has it. */
type SpokenPersona = Pick<Persona, 'id' | 'name' | 'description'>

interface PersonaPrompt {
  readonly persona: JobPersona
  readonly record: PersonaRecord
}

const personaPage = selectPage(PersonaTable)

/**
 * Personas: who a person is in its rooms (docs/characters.md#personas). Only the owner of a persona reads it: not the author of
 * a character, nor an administrator, nor a reader of a copy.
 */
export class Personas {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly rooms: Rooms
      readonly images: Images
      readonly idempotency: Idempotency
      readonly roomChanges: RoomChanges
      /** The estimated tokens of a text in a prompt. */
      readonly tokensIn: (text: string) => number
      /** Epoch milliseconds. */
      readonly clock: () => number
    },
  ) {}

  /** The personas of the caller, the newest first. */
  async list({ id: ownerId }: UserCaller, page: PageArgs): Promise<Connection<Persona>> {
    const request = pageRequest(page)
    const rows = await this.options.database.read((db) =>
      personaPage(db, { where: { ownerId }, orderBy: { id: 'desc' }, after: request.after }, request),
    )
    return connection(request, rows, ({ id }) => [id])
  }

  /** Those of the caller by these keys, in their order; null for an unknown one. */
  async ofCaller(caller: Caller, keys: readonly PersonaKey[]): Promise<(Persona | null)[]> {
    if (caller.kind !== 'user') return keys.map(() => null)
    const found = await this.options.database.read((db) => select(db, caller.id, keys))
    return keys.map((key) => found.find((persona) => isOf(persona, key)) ?? null)
  }

  /** The estimated tokens of the description of a persona in each prompt. */
  tokenCount({ description }: Pick<Persona, 'description'>): number {
    return this.options.tokensIn(description)
  }

  /** Creates a persona. Throws CONFLICT beyond the number of personas of an account, BAD_USER_INPUT for an image of another one. */
  async create(caller: UserCaller, { idempotencyKey: key, ...input }: NewPersona): Promise<Persona> {
    const { idempotency, images, clock } = this.options
    const { name, description, imageId: sent } = input
    const call = { caller, operation: 'createPersona', key, body: input }
    const { id } = await idempotency.once(call, async (db) => {
      await lockOwnAccount(db, caller)
      if ((await db.count(PersonaTable, { ownerId: caller.id })) >= limits.personas)
        throw new AppError('CONFLICT', { message: `An account has at most ${limits.personas} personas` })
      const { imageId } = await images.claim(db, { imageId: sent }, { caller, ownerId: caller.id })
      const now = clock()
      const row = {
        ownerId: caller.id,
        name,
        description: description ?? '',
        imageId,
        isDefault: false,
        createdAt: now,
        updatedAt: now,
      }
      return String(await db.insertReturningId(PersonaTable, row))
    })
    const [made] = await this.ofCaller(caller, [rowId(id) ?? 0])
    if (!made) throw new AppError('NOT_FOUND')
    return made
  }

  /** Changes the given fields. Throws NOT_FOUND for a persona that the caller does not have, else as `create`. */
  async update(caller: UserCaller, id: string, { name, description, imageId }: PersonaChange): Promise<Persona> {
    const { database, images, roomChanges, clock } = this.options
    const { before, after } = await database.write(async (db) => {
      await lockOwnAccount(db, caller)
      const persona = await requireOwn(db, caller, id)
      const shown = { imageId: persona.imageId, imageUrl: null }
      const claimed = { caller, ownerId: caller.id, shown }
      const picture = imageId === undefined ? undefined : await images.claim(db, { imageId }, claimed)
      const change = {
        name,
        description: description === null ? '' : description,
        imageId: picture?.imageId,
        updatedAt: clock(),
      }
      await db.update(PersonaTable, { id: persona.id }, change)
      return { before: persona, after: await db.selectOneOrThrow(PersonaTable, { id: persona.id }) }
    })
    roomChanges.publishPersonaChange(caller.id)
    if (before.imageId !== after.imageId) await images.release(before.imageId)
    return after
  }

  /**
   * Deletes a persona of the caller; returns its id. Its rooms go on with the default one. Throws NOT_FOUND for any other
   * persona.
   */
  async delete(caller: UserCaller, id: string): Promise<number> {
    const { database, images, roomChanges } = this.options
    const { id: personaId, imageId } = await database.write(async (db) => {
      await lockOwnAccount(db, caller)
      const persona = await requireOwn(db, caller, id)
      await db.delete(PersonaTable, { id: persona.id })
      await db.update(RoomTable, { ownerId: caller.id, personaId: persona.id }, { personaId: null })
      return persona
    })
    roomChanges.publishPersonaChange(caller.id)
    await images.release(imageId)
    return personaId
  }

  /** Makes a persona of the caller the default one; null leaves the account without. Throws NOT_FOUND for any other persona. */
  async setDefault(caller: UserCaller, id: string | null): Promise<Persona | null> {
    const { database, roomChanges } = this.options
    const chosen = await database.write(async (db) => {
      await lockOwnAccount(db, caller)
      const persona = id === null ? null : await requireOwn(db, caller, id)
      await db.update(PersonaTable, { ownerId: caller.id, isDefault: true }, { isDefault: false })
      if (!persona) return null
      await db.update(PersonaTable, { id: persona.id }, { isDefault: true })
      return { ...persona, isDefault: true }
    })
    roomChanges.publishPersonaChange(caller.id)
    return chosen
  }

  /**
   * Gives a room of the caller a persona of the caller; null leaves the default one. Throws NOT_FOUND for a room that the caller
   * does not own, and for any other persona.
   */
  async setOfRoom(caller: UserCaller, roomId: string, personaId: string | null): Promise<Room> {
    const { database, rooms, roomChanges } = this.options
    const { id } = await rooms.requireOwn(caller, roomId)
    const { before, after } = await database.write(async (db) => {
      await lockOwnAccount(db, caller)
      const where = { id, ownerId: caller.id }
      const room = await db.selectOne(RoomTable, where, { lock: 'no key update' })
      if (!room) throw new AppError('NOT_FOUND')
      const persona = personaId === null ? null : await requireOwn(db, caller, personaId)
      await db.update(RoomTable, where, { personaId: persona?.id ?? null })
      return { before: room, after: { ...room, personaId: persona?.id ?? null } }
    })
    if (before.personaId !== after.personaId) roomChanges.publish(after, { kind: 'room' })
    return after
  }

  /** Who the owner of a room is in it, for every caller; undefined without a persona. */
  inRoom(room: PersonaRoom): Promise<Persona | undefined> {
    return this.options.database.read((db) => personaInRoom(db, room))
  }

  /** The persona that the owner of a room chose for it, for the owner; else null. */
  chosenFor(caller: Caller, { ownerId, personaId }: PersonaRoom): number | null {
    return isOwner(caller, ownerId) ? personaId : null
  }

  /** The key of the persona in a room for its owner; undefined for others, and without one. */
  keyIn(caller: Caller, { kind, ownerId, personaId }: PersonaRoom): PersonaKey | undefined {
    if (!isOwner(caller, ownerId)) return undefined
    return personaId ?? (kind === 'character' ? 'default' : undefined)
  }

  /**
   * The persona with which the message of a reply was sent, by its name at that time; without a description if it was deleted. Where
   * that is not known, the one that the account has in the room now, which is none in a room that is not its own.
   */
  async ofMessage(
    { sender, ownerId }: Pick<Generation, 'sender' | 'ownerId'>,
    room: PersonaRoom,
  ): Promise<SpokenPersona | undefined> {
    if (!sender) return room.ownerId === ownerId ? this.inRoom(room) : undefined
    if (!sender.persona) return undefined
    const { id, name } = sender.persona
    // an administrator can have a message of another account answered again
    const of = { id, ownerId: room.ownerId ?? ownerId }
    const kept = await this.options.database.read((db) => db.selectOne(PersonaTable, of, { columns: ['description'] }))
    return { id, name, description: kept?.description ?? '' }
  }

  /** The persona in the prompt of a reply, for the account that has requested it; else null. */
  useIn(
    caller: Caller,
    { ownerId, persona, receipt }: Pick<Generation, 'ownerId' | 'persona' | 'receipt'>,
  ): PersonaUse | null {
    if (!persona || !isOwner(caller, ownerId)) return null
    return receipt?.personaKept === false ? { ...persona, outcome: 'OVER_CONTEXT' } : persona
  }

  /** A persona for a job. A description of more than a quarter of the context is left out. */
  forPrompt(
    { id: personaId, name, description: stored }: SpokenPersona,
    { expand, contextTokens }: { readonly expand: (text: string) => string; readonly contextTokens: number },
  ): PersonaPrompt {
    const description = expand(stored).trim()
    const isOver = this.options.tokensIn(description) > contextTokens / 4
    return {
      persona: { name, description: isOver ? '' : description },
      record: { personaId, outcome: isOver ? 'OVER_BUDGET' : 'USED' },
    }
  }
}

function isOf({ id, isDefault }: Persona, key: PersonaKey): boolean {
  return key === 'default' ? isDefault : id === key
}

function isOwner(caller: Caller, ownerId: number | null): boolean {
  return caller.kind === 'user' && caller.id === ownerId
}

async function select(db: Queries, ownerId: number, keys: readonly PersonaKey[]): Promise<readonly Persona[]> {
  const ids = keys.flatMap((key) => (key === 'default' ? [] : [key]))
  const where: Where<Persona> = [
    { ownerId, id: oneOf(ids) },
    ...(keys.includes('default') ? [{ ownerId, isDefault: true }] : []),
  ]
  return db.select(PersonaTable, where)
}

/** Each write locks the account before, so that no other one changes its personas. */
async function requireOwn(db: Queries, caller: UserCaller, id: string): Promise<Persona> {
  const persona = await db.selectOne(PersonaTable, { id: rowId(id) ?? 0, ownerId: caller.id })
  if (!persona) throw new AppError('NOT_FOUND')
  return persona
}
