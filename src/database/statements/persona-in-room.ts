import type { MessageSender } from '@parley/chat-log-store'
import { oneOf, type Queries } from '@parley/statements'
import type { Persona } from '../../personas/persona.js'
import type { Room } from '../../rooms/room.js'
import { PersonaTable } from '../tables/personas.js'
import { RoomTable } from '../tables/rooms.js'

/** What decides the persona of a room. */
export type PersonaRoom = Pick<Room, 'kind' | 'ownerId' | 'personaId'>

/** The persona of the owner of a room in it: the one of the room, else, with a character, the default one of the account. */
export async function personaInRoom(
  db: Queries,
  { kind, ownerId, personaId }: PersonaRoom,
): Promise<Persona | undefined> {
  const hasDefault = kind === 'character'
  if (ownerId === null || (personaId === null && !hasDefault)) return undefined
  const found = await db.select(PersonaTable, [
    { ownerId, id: oneOf(personaId === null ? [] : [personaId]) },
    ...(hasDefault ? [{ ownerId, isDefault: true }] : []),
  ])
  return chosenOf(found, { kind, personaId })
}

/** The persona of a room among those of its owner. */
export function chosenOf<Found extends Pick<Persona, 'id' | 'isDefault'>>(
  personas: readonly Found[],
  { kind, personaId }: Pick<PersonaRoom, 'kind' | 'personaId'>,
): Found | undefined {
  const ofAccount = kind === 'character' ? personas.find(({ isDefault }) => isDefault) : undefined
  return personas.find(({ id }) => id === personaId) ?? ofAccount
}

/** As whom an account sends a message in a room now; null where that is not its own. */
export async function senderInRoom(db: Queries, roomId: string, userId: number): Promise<MessageSender | null> {
  const columns = ['kind', 'ownerId', 'personaId'] as const
  const room = await db.selectOne(RoomTable, { roomId, ownerId: userId }, { columns })
  if (!room) return null
  const persona = await personaInRoom(db, room)
  return { persona: persona ? { id: persona.id, name: persona.name } : null }
}
