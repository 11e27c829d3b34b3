import type { MessageSender } from '@parley/chat-log-store'
import { oneOf, type Queries } from '@parley/statements'
import type { Persona } from '../../personas/persona.js'
import type { Room } from '../../rooms/room.js'
import { PersonaTable } from '../tables/personas.js'

/** What decides the persona of a room. */
export type PersonaRoom = Pick<Room, 'kind' | 'ownerId' | 'personaId'>

/** The persona of the owner of a room in it: the one of the room, else, with a character, the default one of the account. */
export async function personaInRoom(
  db: Queries,
  { kind, ownerId, personaId }: PersonaRoom,
): Promise<Persona | undefined> {
  if (ownerId === null) return undefined
  const found = await db.select(PersonaTable, [
    { ownerId, id: oneOf(personaId === null ? [] : [personaId]) },
    ...(kind === 'character' ? [{ ownerId, isDefault: true }] : []),
  ])
  return found.find(({ id }) => id === personaId) ?? found.find(({ isDefault }) => isDefault)
}

/** As whom an account sends a message in a room; null where that is not its own. */
export async function senderInRoom(db: Queries, room: PersonaRoom, userId: number): Promise<MessageSender | null> {
  if (room.ownerId !== userId) return null
  const persona = await personaInRoom(db, room)
  return { persona: persona ? { id: persona.id, name: persona.name } : null }
}
