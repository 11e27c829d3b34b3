import { createHash } from 'node:crypto'
import { formOf } from '../support/rest/endpoint-cases.js'
import { LogRoom } from '../support/rooms/log-room.js'
import { regenerate, save, update } from '../support/rooms/log-queries.js'
import { newKey } from '../support/replies/openai-client.js'
import { at, ChatLogCaller, password, Person } from '../support/app/person.js'
import { noise } from '../support/images/pictures.js'
import type { Started } from '../support/app/processes.js'
import { graphqlApi } from '../support/accounts/session-apis.js'
import type { Manifest, Read } from './manifest.js'
import { answerTo, requests } from './requests.js'
import { untilCompleted } from './until-reply.js'

export type OrdinaryUse = Pick<Manifest, 'people' | 'apiKey' | 'ended' | 'reads' | 'images' | 'unpurged'> & {
  /** The id of Ada's public character. */
  readonly characterId: string
}

/** The requests of ordinary clients, with the answers that they read at the end. No reply is active afterwards. */
export async function ordinaryUse({ url, ports }: Started): Promise<OrdinaryUse> {
  const service = new ChatLogCaller(`http://127.0.0.1:${String(ports['chatlog'])}`)
  const stranger = new Person(url)
  const people: Manifest['people'] = []
  const signedIn = async (name: string): Promise<Person> => {
    const { person, refreshToken } = await graphqlApi.signIn(await Person.register(url, name))
    const { id, token = '' } = person
    people.push({ name, id, email: `${name}@example.com`, password, token, refreshToken })
    return person
  }
  const ada = await signedIn('ada')
  const bob = await signedIn('bob')
  const eve = await signedIn('eve')
  const { person: signedOut } = await graphqlApi.signIn(bob)
  await graphqlApi.signOut(signedOut)

  const profileImage = await show(ada)
  await ada.data('mutation { updateMembership(membership: VIP) { account { id } } }')
  const imageId = await upload(ada)
  const characterId = await createCharacter(ada, { name: 'Captain Mara', imageId, visibility: 'PUBLIC', ...newTexts })
  await createCharacter(ada, { name: 'Shy Fox', visibility: 'PRIVATE' })
  await bob.data('mutation ($id: ID!) { setLike(characterId: $id, liked: true) { changed } }', { id: characterId })

  const rooms = {
    chat: await createChatRoom(ada, characterId),
    office: await ada.room(),
    ofBob: await createChatRoom(bob, characterId),
  }
  await change(ada, rooms.office, { instructions: 'Be brief.', sampling: { temperature: 0.5 }, model: 'Local' })
  await change(bob, rooms.ofBob, { name: null, instructions: 'Speak of the weather.' })
  for (const text of ['Hello', 'Where are we?'])
    await ada.data(save, { input: { roomId: rooms.chat, inputData: text, outputData: `re: ${text}` } })
  const edited = { roomId: rooms.chat, index: 2, inputData: 'Where are we now?', outputData: 'At sea.' }
  await ada.data(update, { input: edited })
  for (const [person, roomId] of [
    [ada, rooms.chat],
    [ada, rooms.office],
    [bob, rooms.ofBob],
  ] as const)
    await untilCompleted(person, await person.say(roomId, 'What do you see?'))
  const searching = { roomId: rooms.office, text: 'What is a windlass?', searchAccess: true }
  const searched = await ada.data(sendMessage, { input: searching })
  await untilCompleted(ada, at(searched, 'sendMessage', 'generation', 'id'))
  const again = await ada.data(regenerate, { roomId: rooms.chat, index: 3 })
  await untilCompleted(ada, at(again, 'regenerate', 'generation', 'id'))

  const ofGuests = {
    chat: await createGuestRoom(stranger, 'chatrooms'),
    office: await createGuestRoom(stranger, 'officerooms'),
  }
  const logRoom = await LogRoom.create(service, '/doclog/office', 'guest')
  await logRoom.save()

  const apiKey = await newKey(ada)
  const eveImage = await show(eve)
  const reads = await Promise.all([
    ...[ada, bob].map((person) => ask(person, requests.account())),
    ask(ada, requests.room(rooms.chat)),
    ask(ada, requests.room(rooms.office)),
    ask(bob, requests.room(rooms.ofBob)),
    ask(stranger, requests.room(ofGuests.chat)),
    ask(stranger, requests.log('chatrooms', ofGuests.chat)),
    ask(stranger, requests.log('officerooms', ofGuests.office)),
    ask(stranger, requests.characters()),
    ask(service, requests.logRoom('guest', logRoom.id)),
  ])
  const [evesImage] = await pictures(eve, [eveImage])
  return {
    people: people.filter(({ name }) => name !== 'eve'),
    apiKey,
    ended: { tokens: [signedOut.token ?? '', eve.token ?? ''], emails: ['eve@example.com'] },
    reads,
    images: await pictures(ada, [profileImage, imageId]),
    unpurged: { file: eveImage, path: evesImage?.path ?? '' },
    characterId,
  }
}

const sendMessage = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'

async function upload(person: Person): Promise<string> {
  const form = formOf({ image: await noise(12, 9).png().toBuffer() })
  return at((await person.rest('POST', '/images', form)).body, 'id')
}

/** Gives a person a profile image; returns its id. */
async function show(person: Person): Promise<string> {
  const imageId = await upload(person)
  const mutation = 'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { account { id } } }'
  await person.data(mutation, { input: { imageId } })
  return imageId
}

const newTexts = {
  tags: ['Sea', 'Captain'],
  description: 'Meet {{char}}!',
  exampleDialogues: '<START>\n{{user}}: Hello\n{{char}}: Ahoy, {{user}}!',
}

async function createCharacter(owner: Person, input: object): Promise<string> {
  const mutation = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
  const about = { greeting: 'Ahoy! What brings you on deck?', context: 'A sailor of few words.' }
  return at(await owner.data(mutation, { input: { ...about, ...input } }), 'createCharacter', 'character', 'id')
}

export async function createChatRoom(owner: Person, characterId: string): Promise<string> {
  const mutation = 'mutation ($input: ChatRoomInput!) { createChatRoom(input: $input) { room { id } } }'
  const input = { characterId, name: 'On deck' }
  return at(await owner.data(mutation, { input }), 'createChatRoom', 'room', 'id')
}

async function change(person: Person, id: string, input: object): Promise<void> {
  const mutation = 'mutation ($id: ID!, $input: UpdateRoomInput!) { updateRoom(id: $id, input: $input) { __typename } }'
  await person.data(mutation, { id, input })
}

/** A room without an owner, with an entry. */
async function createGuestRoom(stranger: Person, folder: 'chatrooms' | 'officerooms'): Promise<string> {
  const { body } = await stranger.rest('POST', `/api/rooms/${folder}`, { userid: 'guest' })
  const id = at(body, 'room_id')
  await stranger.rest('PUT', `/api/rooms/${folder}/${id}/logs`, {
    input_data: 'Hello',
    output_data: `Ahoy in ${folder}`,
  })
  return id
}

async function ask(person: Person, request: ReturnType<(typeof requests)[keyof typeof requests]>): Promise<Read> {
  const { status, body } = await answerTo(person, request)
  if (status !== 200) throw new Error(`${request.path} was answered ${status}: ${JSON.stringify(body)}`)
  const listener = person instanceof ChatLogCaller ? 'chatlog' : 'app'
  return { listener, as: person.username === '' ? null : person.username, ...request, body }
}

function pictures(person: Person, ids: readonly string[]): Promise<Manifest['images']> {
  return Promise.all(
    ids.map(async (id) => {
      const path = `/thumbnail?id=${id}`
      const response = await fetch(person.url + path)
      if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`)
      const sha256 = createHash('sha256')
        .update(Buffer.from(await response.arrayBuffer()))
        .digest('hex')
      return { path, type: response.headers.get('content-type') ?? '', sha256 }
    }),
  )
}
