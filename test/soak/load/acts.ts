import { formOf } from '../../support/rest/endpoint-cases.js'
import { LogRoom } from '../../support/rooms/log-room.js'
import { regenerate, remove, save, truncate, update } from '../../support/rooms/log-queries.js'
import { graphqlApi } from '../../support/accounts/session-apis.js'
import { at } from '../../support/app/person.js'
import { noise, withCard } from '../../support/images/pictures.js'
import { follow } from './follow.js'
import { deleteCharacter, deleteRoom, entriesOf, roomOf, say } from './rooms.js'
import { mustBe, type User } from './user.js'

export interface Act {
  readonly name: string
  /** How often users choose it, relative to the others. */
  readonly weight: number
  readonly perform: (user: User) => Promise<unknown>
}

const pictures = await Promise.all([40, 200, 500].map((width) => noise(width, 160).jpeg().toBuffer()))
const card = withCard(await noise(60, 80).png().toBuffer(), { name: 'Imported', first_mes: 'Ahoy', creator: 'soak' })
const mostCharacters = 2
const roomFeed = 'subscription ($id: ID!) { roomEvents(roomId: $id) { __typename } }'
const listFeed = 'subscription { myRoomEvents { cursor } }'

/** What users do. Each act leaves at most what the user still knows, so that the number of rows is bounded. */
export const acts: readonly Act[] = [
  { name: 'message', weight: 28, perform: talk },
  { name: 'message, cancelled', weight: 5, perform: cancel },
  { name: 'message, room deleted', weight: 3, perform: abandon },
  { name: 'regenerate', weight: 5, perform: again },
  { name: 'save an entry', weight: 8, perform: saveEntry },
  { name: 'edit the log', weight: 5, perform: editLog },
  { name: 'read pages', weight: 14, perform: readPages },
  { name: 'read characters', weight: 5, perform: readCharacters },
  { name: 'create a character', weight: 6, perform: createCharacter },
  { name: 'delete a character', weight: 4, perform: deleteCharacter },
  { name: 'profile image', weight: 3, perform: portray },
  { name: 'follow a room', weight: 6, perform: followRoom },
  { name: 'follow the rooms', weight: 4, perform: (user) => Promise.resolve(user.hold(listFeed)) },
  { name: 'reconnect', weight: 6, perform: (user) => user.reconnect() },
  { name: 'delete a room', weight: 4, perform: (user) => deleteRoom(user) },
  { name: 'change a room', weight: 3, perform: changeRoom },
  { name: 'sign in again', weight: 2, perform: signInAgain },
  { name: 'chat-log service', weight: 4, perform: useChatLogs },
  { name: 'completion', weight: 3, perform: complete },
  { name: 'data export', weight: 1, perform: exportData },
]

async function talk(user: User): Promise<void> {
  const room = await roomOf(user)
  const { status, text } = await follow(user, await say(user, room))
  if (status !== 'COMPLETED' || text.length < 100) throw new Error(`the reply ended ${status}: ${text}`)
}

async function cancel(user: User): Promise<void> {
  const id = await say(user, await roomOf(user))
  const mutation = 'mutation ($id: ID!) { cancelGeneration(id: $id) { generation { status } } }'
  const stop = () =>
    user.random.chance(0.5) ? user.person.data(mutation, { id }) : user.rest(200, 'POST', `/generations/${id}/cancel`)
  const { status } = await follow(user, id, stop)
  if (status !== 'CANCELLED' && status !== 'COMPLETED') throw new Error(`the cancelled reply ended ${status}`)
}

/** Deletes the room while its reply is written. */
async function abandon(user: User): Promise<void> {
  const room = await roomOf(user)
  const { status } = await follow(user, await say(user, room), () => deleteRoom(user, room))
  if (user.rooms.includes(room)) throw new Error('no text came before the end')
  if (status !== 'CANCELLED' && status !== 'COMPLETED') throw new Error(`the reply ended ${status}`)
}

async function again(user: User): Promise<void> {
  const room = await roomOf(user)
  const entry = user.random.pick(await entriesOf(user, room))
  if (!entry) return
  const made = await user.person.data(regenerate, { roomId: room.id, index: entry.index, ...user.key() })
  const { status } = await follow(user, at(made, 'regenerate', 'generation', 'id'))
  if (status !== 'COMPLETED') throw new Error(`the reply ended ${status}`)
}

async function saveEntry(user: User): Promise<void> {
  const room = await roomOf(user)
  room.entries += 1
  const texts = {
    inputData: 'What do you see?',
    outputData: 'A ship on the horizon. '.repeat(user.random.between(1, 40)),
  }
  if (user.random.chance(0.5)) await user.person.data(save, { input: { roomId: room.id, ...texts, ...user.key() } })
  else {
    const body = { input_data: texts.inputData, output_data: texts.outputData }
    await user.rest(200, 'PUT', `/api/rooms/${room.kind}rooms/${room.id}/logs`, body)
  }
}

async function editLog(user: User): Promise<void> {
  const room = await roomOf(user)
  const entry = user.random.pick(await entriesOf(user, room))
  if (!entry) return
  const place = { roomId: room.id, index: entry.index }
  const dice = user.random.next()
  if (dice < 0.4) await user.person.data(update, { input: { ...place, inputData: 'Edited', outputData: 'Anchor up!' } })
  else if (dice < 0.7) await user.person.data(remove, place)
  else await user.person.data(truncate, { roomId: room.id, fromIndex: entry.index })
}

async function readPages(user: User): Promise<void> {
  const room = await roomOf(user)
  const query = `query ($id: ID!, $after: String) { room(id: $id) { name
    entries(first: 3, after: $after) { nodes { index inputData outputData } pageInfo { hasNextPage endCursor } }
    generations(first: 10) { nodes { id status text } } } }`
  let after: string | null = null
  do {
    const data = await user.person.data(query, { id: room.id, after })
    const { pageInfo } = (
      data as { room: { entries: { pageInfo: { hasNextPage: boolean; endCursor: string | null } } } }
    ).room.entries
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after !== null)
  await user.rest(200, 'GET', `/api/rooms/${room.kind}rooms/${room.id}/logs`)
  await user.person.data(
    '{ myRooms(first: 10) { nodes { id name updatedAt } } myUsage { __typename } mySessions { id } }',
  )
  await user.person.data('query { searchEntries(query: "ship horizon") { nodes { __typename } } }')
}

async function readCharacters(user: User): Promise<void> {
  const { body } = await user.rest(200, 'GET', '/api/characters?limit=20')
  const liked = user.random.pick(body as { id: number; imageUrl?: string | null }[])
  if (!liked) return
  for (const action of ['like', 'unlike']) {
    // the character of another user may be deleted meanwhile
    const { status, text } = await user.person.rest('POST', `/api/characters/${liked.id}/like`, { action })
    if (status !== 200 && status !== 404) throw new Error(`like was answered ${status} ${text}`)
  }
}

async function createCharacter(user: User): Promise<void> {
  if (user.characterIds.length >= mostCharacters) await deleteCharacter(user)
  const dice = user.random.next()
  const fields = { name: 'Grace', greeting: 'Ahoy', context: 'A sailor. '.repeat(50) }
  if (dice < 0.4) {
    const { body } = await user.rest(200, 'POST', '/api/characters', formOf({ ...fields, image: pictureOf(user) }))
    user.characterIds.push(String((body as { data: { id: unknown } }).data.id))
  } else if (dice < 0.6) {
    const { body } = await user.rest(200, 'POST', '/api/characters/cards', formOf({ card }))
    user.characterIds.push(String((body as { id: unknown }).id))
  } else {
    const { body } = await user.rest(200, 'POST', '/images', formOf({ image: pictureOf(user) }))
    const mutation =
      'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id imageUrl } } }'
    const made = await user.person.data(mutation, { input: { ...fields, imageId: at(body, 'id'), ...user.key() } })
    user.characterIds.push(at(made, 'createCharacter', 'character', 'id'))
    const { pathname, search } = new URL(at(made, 'createCharacter', 'character', 'imageUrl'))
    await user.rest(200, 'GET', pathname + search)
  }
}

async function portray(user: User): Promise<void> {
  await user.rest(200, 'POST', '/api/users/profile/image', formOf({ profileImage: pictureOf(user) }))
}

async function followRoom(user: User): Promise<void> {
  user.hold(roomFeed, { id: (await roomOf(user)).id })
}

async function changeRoom(user: User): Promise<void> {
  const mutation =
    'mutation ($id: ID!, $input: UpdateRoomInput!) { updateRoom(id: $id, input: $input) { room { name } } }'
  const input = { name: `Deck ${user.random.between(1, 99)}`, instructions: 'Be brief.' }
  await user.person.data(mutation, { id: (await roomOf(user)).id, input })
}

/** The sockets of the earlier session end with it. */
async function signInAgain(user: User): Promise<void> {
  const earlier = user.person
  const { person, refreshToken } = await graphqlApi.signIn(earlier)
  const refreshed = await graphqlApi.refresh(person, refreshToken)
  user.person = refreshed.person
  await user.reconnect()
  await graphqlApi.signOut(earlier)
}

async function useChatLogs(user: User): Promise<void> {
  const room = await LogRoom.create(user.chatLog, '/doclog/chat', `guest-${user.random.between(1, 1_000)}`)
  for (const answer of [
    await room.save(),
    await room.save(),
    await room.load(),
    await room.deleteEntry(1),
    await room.delete(),
  ])
    mustBe(200, ['chat-log service', room.id], answer)
}

async function complete(user: User): Promise<void> {
  const made = await user.person.data('mutation { createApiKey(input: { name: "soak" }) { text apiKey { id } } }')
  const stream = user.random.chance(0.5)
  const body = { model: 'local', stream, messages: [{ role: 'user', content: 'Hello' }] }
  const headers = { authorization: `Bearer ${at(made, 'createApiKey', 'text')}` }
  await user.rest(200, 'POST', '/v1/chat/completions', body, headers)
  await user.rest(204, 'DELETE', `/api/auth/api-keys/${at(made, 'createApiKey', 'apiKey', 'id')}`)
}

/** It is made within some seconds, and deleted with the account. An account can have one a day. */
async function exportData(user: User): Promise<void> {
  if (user.isResident || user.hasExport) return
  user.hasExport = true
  await user.rest(202, 'POST', '/api/users/data-export')
}

function pictureOf(user: User): Buffer {
  const picture = user.random.pick(pictures)
  if (!picture) throw new Error('no picture')
  return picture
}
