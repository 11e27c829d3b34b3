import { at } from '../../support/app/person.js'
import { logOf, type SeenEntry } from '../../support/rooms/log-queries.js'
import type { User, UserRoom } from './user.js'

const mostRooms = 3
/** A room with more entries is deleted. */
const mostEntries = 10

/** A room of the user: a new one when it has few. */
export async function roomOf(user: User): Promise<UserRoom> {
  for (const full of user.rooms.filter(({ entries }) => entries > mostEntries)) await deleteRoom(user, full)
  const known = user.random.pick(user.rooms)
  if (known && (user.rooms.length >= mostRooms || user.random.chance(0.7))) return known
  const characterId = user.random.pick(user.characterIds)
  const kind = characterId === undefined ? 'office' : 'chat'
  const room = { id: await create(user, characterId), kind, characterId, entries: 0 } as const
  user.rooms.push({ ...room })
  return user.rooms.at(-1) ?? room
}

async function create(user: User, characterId: string | undefined): Promise<string> {
  if (user.random.chance(0.3)) {
    const kind = characterId === undefined ? 'officerooms' : 'chatrooms'
    const body = { room_name: 'On deck', ...(characterId === undefined ? {} : { character_id: characterId }) }
    return at((await user.rest(200, 'POST', `/api/rooms/${kind}`, body)).body, 'room_id')
  }
  const [name, type] =
    characterId === undefined ? ['createOfficeRoom', 'OfficeRoomInput'] : ['createChatRoom', 'ChatRoomInput!']
  const mutation = `mutation ($input: ${type}) { ${name}(input: $input) { room { id } } }`
  const input = { name: 'On deck', ...(characterId === undefined ? {} : { characterId }), ...user.key() }
  return at(await user.person.data(mutation, { input }), name, 'room', 'id')
}

export async function deleteRoom(user: User, room = user.random.pick(user.rooms)): Promise<void> {
  if (!room) return
  user.rooms = user.rooms.filter((other) => other !== room)
  if (user.random.chance(0.5)) await user.rest(204, 'DELETE', `/api/rooms/${room.kind}rooms/${room.id}`)
  else await user.person.data('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }', { id: room.id })
}

/** Deletes a character, and with it the rooms with it. */
export async function deleteCharacter(user: User): Promise<void> {
  const id = user.random.pick(user.characterIds)
  if (id === undefined) return
  user.characterIds = user.characterIds.filter((other) => other !== id)
  user.rooms = user.rooms.filter(({ characterId }) => characterId !== id)
  if (user.random.chance(0.5)) await user.rest(204, 'DELETE', `/api/characters/${id}`)
  else await user.person.data('mutation ($id: ID!) { deleteCharacter(id: $id) { deletedCharacterId } }', { id })
}

/** Sends a message; returns the id of the generation. */
export async function say(user: User, room: UserRoom): Promise<string> {
  room.entries += 1
  if (user.random.chance(0.3)) {
    const { body } = await user.rest(202, 'POST', '/generations', { room_id: room.id, text: 'Where are we?' })
    return at(body, 'id')
  }
  return user.person.say(room.id, 'What do you see?', user.key().idempotencyKey)
}

export const entriesOf = (user: User, room: UserRoom): Promise<SeenEntry[]> => logOf(user.person, room.id)
