import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, password, Person } from '../support/app/person.js'
import { LogRoom } from '../support/rooms/log-room.js'
import { stall, TappedGenerator } from '../support/replies/tapped-generator.js'

const tap = new TappedGenerator()
let app: TestApp
let author: Person
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ wrap: tap.wrap, roles: 'app,chatlog', env: { IMAGE_HOST: 'img.example' } })
  ;[author, ada] = [await app.person('author'), await app.person('ada')]
})
afterAll(() => app.close())

const sheet = {
  name: 'Mira',
  greeting: 'One, {{user}}.',
  alternateGreetings: ['Two, {{user}}.', 'Three, {{user}}.', 'Four, {{user}}.'],
}
const createCharacter = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
const updateCharacter =
  'mutation ($id: ID!, $input: UpdateCharacterInput!) { updateCharacter(id: $id, input: $input) { character { id } } }'
const createRoom = 'mutation ($input: ChatRoomInput!) { createChatRoom(input: $input) { room { id } } }'
const readRoom = 'query ($id: ID!) { room(id: $id) { ... on ChatRoom { greetingIndex greeting } } }'
const truncate = 'mutation ($id: ID!) { truncateLog(roomId: $id, fromIndex: 1) { deletedFromIndex } }'
const setIndex = `mutation ($id: ID!, $index: Int) { updateRoom(id: $id, input: { greetingIndex: $index }) {
  room { ... on ChatRoom { greetingIndex greeting } } } }`

const made = async () => at(await author.data(createCharacter, { input: sheet }), 'createCharacter', 'character', 'id')
const change = (id: string, input: object) => author.data(updateCharacter, { id, input })
const begin = async (characterId: string, greetingIndex = 0, by = ada) =>
  at(await by.data(createRoom, { input: { characterId, greetingIndex } }), 'createChatRoom', 'room', 'id')
const seenIn = async (id: string, by = ada) =>
  (await by.data(readRoom, { id }))['room'] as { readonly greeting: string | null }
const greetingIn = async (id: string, by = ada) => (await seenIn(id, by)).greeting
const say = async (id: string, text = 'Hello', by = ada) => {
  await by.say(id, text)
  await app.idle()
  return tap.lastJob
}
const persona = async (name: string, by = ada) =>
  at(
    await by.data('mutation ($name: String!) { createPersona(input: { name: $name }) { persona { id } } }', { name }),
    'createPersona',
    'persona',
    'id',
  )
const speakAs = (roomId: string, personaId: string | null, by = ada) =>
  by.data(
    'mutation ($roomId: ID!, $personaId: ID) { setRoomPersona(roomId: $roomId, personaId: $personaId) { room { id } } }',
    {
      roomId,
      personaId,
    },
  )

describe('the greeting of a room', () => {
  it('stays as it was said when the author removes it, and follows the character in a room that has not begun', async () => {
    const characterId = await made()
    const [begun, waiting] = [await begin(characterId, 2), await begin(characterId, 2)]
    expect((await say(begun)).character?.greeting).toBe(`Three, ${ada.username}.`)
    await change(characterId, { alternateGreetings: ['Two', 'Four, {{user}}!'], greeting: 'New' })
    expect(await greetingIn(begun)).toBe(`Three, ${ada.username}.`)
    expect(await greetingIn(waiting)).toBe(`Four, ${ada.username}!`)
    expect((await say(begun)).character?.greeting).toBe(`Three, ${ada.username}.`)
    expect((await say(waiting)).character?.greeting).toBe(`Four, ${ada.username}!`)
  })

  it('stays when its character is made private, and is deleted with it and its rooms', async () => {
    const characterId = await made()
    const [begun, waiting] = [await begin(characterId), await begin(characterId)]
    await say(begun)
    await change(characterId, { visibility: 'PRIVATE', greeting: 'A secret' })
    expect(await greetingIn(begun)).toBe(`One, ${ada.username}.`)
    await author.data('mutation ($id: ID!) { deleteCharacter(id: $id) { deletedCharacterId } }', { id: characterId })
    const rooms = await Promise.all([begun, waiting].map((id) => ada.data(readRoom, { id })))
    expect(rooms).toEqual([{ room: null }, { room: null }])
  })

  it('of a character without one stays empty', async () => {
    const characterId = await made()
    await change(characterId, { greeting: null })
    const id = await begin(characterId)
    await say(id)
    await change(characterId, { greeting: 'Ahoy' })
    expect(await greetingIn(id)).toBeNull()
    expect((await say(id)).character?.greeting).toBe('')
  })

  it('names the persona that was chosen before the first message, whatever is chosen later on another device', async () => {
    const id = await begin(await made())
    const login = 'mutation ($input: LoginInput!) { login(input: $input) { token } }'
    const input = { email: `${ada.username}@example.com`, password }
    const other = new Person(app.url, ada.id, ada.username, at(await ada.data(login, { input }), 'login', 'token'))
    const [nova, vega] = [await persona('Nova'), await persona('Vega')]
    await speakAs(id, nova, other)
    expect(await greetingIn(id)).toBe('One, Nova.')
    await say(id)
    await speakAs(id, vega, other)
    expect([await greetingIn(id), await greetingIn(id, other)]).toEqual(['One, Nova.', 'One, Nova.'])
    await ada.data('mutation ($id: ID!) { deletePersona(id: $id) { deletedPersonaId } }', { id: nova })
    expect((await say(id)).character?.greeting).toBe('One, Nova.')
  })

  it.each<[door: string, act: (roomId: string, characterId: string) => Promise<unknown>]>([
    [
      'saveLogEntry',
      (roomId) =>
        ada.data('mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }', {
          input: { roomId, inputData: 'Hello', outputData: 'Hi' },
        }),
    ],
    [
      'PUT of a log',
      (roomId) => ada.rest('PUT', `/api/chatrooms/${roomId}/logs`, { input_data: 'Hello', output_data: 'Hi' }),
    ],
    ['POST /generations', (roomId) => ada.rest('POST', '/generations', { room_id: roomId, text: 'Hello' })],
  ])('is kept by %s', async (_door, act) => {
    const characterId = await made()
    const id = await begin(characterId, 1)
    await act(id, characterId)
    await app.idle()
    await change(characterId, { alternateGreetings: [], greeting: 'New' })
    expect(await greetingIn(id)).toBe(`Two, ${ada.username}.`)
  })

  it('is kept by startRoom', async () => {
    const characterId = await made()
    const start = 'mutation ($input: StartRoomInput!) { startRoom(input: $input) { room { id } } }'
    const input = { characterId, greetingIndex: 3, text: 'Hello' }
    const id = at(await ada.data(start, { input }), 'startRoom', 'room', 'id')
    await change(characterId, { alternateGreetings: [] })
    expect(await greetingIn(id)).toBe(`Four, ${ada.username}.`)
    await app.idle()
    expect(tap.lastJob.character?.greeting).toBe(`Four, ${ada.username}.`)
  })

  it('is kept by the chat-log service, and follows the character again once that has removed the only entry', async () => {
    const characterId = await made()
    const id = await begin(characterId)
    const log = new LogRoom(app.chatLog(), '/doclog/chatbot', id, ada.id)
    await log.save()
    await change(characterId, { greeting: 'New' })
    expect(await greetingIn(id)).toBe(`One, ${ada.username}.`)
    await log.save()
    await log.deleteEntry(1)
    expect(await greetingIn(id)).toBe(`One, ${ada.username}.`)
    await log.deleteEntry(2)
    expect(await greetingIn(id)).toBe('New')
  })

  it('stays when the only entry is deleted while the reply to another message runs', async () => {
    const characterId = await made()
    const id = await begin(characterId)
    const log = new LogRoom(app.chatLog(), '/doclog/chatbot', id, ada.id)
    await say(id)
    await change(characterId, { greeting: 'New' })
    tap.next = stall({ kind: 'started' })
    const running = await ada.say(id)
    await log.deleteEntry(1)
    expect(await greetingIn(id)).toBe(`One, ${ada.username}.`)
    await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', { id: running })
    await app.idle()
  })

  it('begins the files and copies of the room, which leave out the name of the account', async () => {
    const allow =
      'mutation { setInstallationSetting(input: { name: SHARE_LINKS, value: "true" }) { setting { value } } }'
    await (await app.admin()).data(allow)
    const characterId = await made()
    const id = await begin(characterId)
    await speakAs(id, await persona('Orion'))
    await say(id)
    await change(characterId, { greeting: 'New' })
    const link =
      'mutation ($roomId: ID!, $format: RoomExportFormat!) { createRoomExportLink(input: { roomId: $roomId, format: $format }) { url } }'
    const fileOf = async (format: string) => {
      const url = new URL(at(await ada.data(link, { roomId: id, format }), 'createRoomExportLink', 'url'))
      return (await fetch(app.url + url.pathname + url.search)).text()
    }
    expect(await fileOf('MARKDOWN')).toContain('## Mira\n\n> One, Orion.\n\n## ')
    const share = 'mutation ($roomId: ID!) { createShareLink(roomId: $roomId) { shareLink { url entryCount } } }'
    const copyOf = async (roomId: string) => {
      const shared = await ada.data(share, { roomId })
      expect(shared).toMatchObject({ createShareLink: { shareLink: { entryCount: 1 } } })
      const url = new URL(at(shared, 'createShareLink', 'shareLink', 'url'))
      return (await fetch(app.url + url.pathname + url.search, { headers: { accept: 'text/html' } })).text()
    }
    expect(await copyOf(id)).toContain('One, Orion.')
    const named = await begin(characterId)
    await change(characterId, { greeting: 'Hello {{user}}' })
    await say(named)
    const { username } = ada
    expect(await copyOf(named)).not.toContain(username)
    const rename = (name: string) =>
      ada.data('mutation ($name: String!) { updateProfile(input: { username: $name }) { account { id } } }', { name })
    await rename('renamed_ada')
    expect(await copyOf(named)).not.toContain(username)
    await rename(username)
    const alike = await begin(characterId)
    await change(characterId, { greeting: 'Welcome aboard. It is {{random:late,dark}}.' })
    await say(alike)
    expect(await copyOf(alike)).toMatch(/Welcome aboard\. It is (?:late|dark)\./)
    expect(JSON.parse(await fileOf('JSON'))).toMatchObject({ room: { greetingIndex: 0, keptGreeting: 'One, Orion.' } })
  })

  it('follows the character again without entries, and with another choice until the next message', async () => {
    const characterId = await made()
    const id = await begin(characterId)
    await say(id)
    await change(characterId, { greeting: 'New', alternateGreetings: ['Newer'] })
    expect(await greetingIn(id)).toBe(`One, ${ada.username}.`)
    await ada.data(truncate, { id })
    expect(await greetingIn(id)).toBe('New')
    expect((await say(id)).character?.greeting).toBe('New')
    await change(characterId, { alternateGreetings: ['Newest'] })
    expect(await ada.data(setIndex, { id, index: 0 })).toMatchObject({ updateRoom: { room: { greeting: 'New' } } })
    expect(await ada.data(setIndex, { id, index: 1 })).toMatchObject({ updateRoom: { room: { greeting: 'Newest' } } })
    await say(id)
    await change(characterId, { alternateGreetings: [] })
    expect(await greetingIn(id)).toBe('Newest')
  })
})
