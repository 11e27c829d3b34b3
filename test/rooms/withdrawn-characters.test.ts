import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, Person } from '../support/app/person.js'
import { watch } from '../support/app/watch.js'
import { half, losing, started } from '../support/replies/run-fixture.js'
import { TappedGenerator } from '../support/replies/tapped-generator.js'
import { Device } from '../support/rooms/room-device.js'

const tap = new TappedGenerator()
let app: TestApp
let author: Person
let ada: Person
let admin: Person
let guest: Person
beforeAll(async () => {
  app = await createTestApp({ wrap: tap.wrap })
  ;[author, ada, admin] = [await app.person('author'), await app.person('ada'), await app.admin()]
  guest = new Person(app.url)
})
afterAll(() => app.close())

const texts = {
  greeting: 'PUBLIC greeting',
  alternateGreetings: ['PUBLIC alternate'],
  context: 'PUBLIC context',
  description: 'PUBLIC description',
  exampleDialogues: '{{char}}: PUBLIC example',
  nickname: 'PUBLIC nickname',
  tags: ['PUBLIC tag'],
}
const secrets = {
  ...{ greeting: 'SECRET greeting', alternateGreetings: ['SECRET alternate'], context: 'SECRET context' },
  ...{ description: 'SECRET description', exampleDialogues: '{{char}}: SECRET example', nickname: 'SECRET nickname' },
  ...{ tags: ['SECRET tag'], systemPrompt: 'SECRET system', postHistoryInstructions: 'SECRET instructions' },
}
const create = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
const update =
  'mutation ($id: ID!, $input: UpdateCharacterInput!) { updateCharacter(id: $id, input: $input) { __typename } }'
const createRoom = 'mutation ($input: ChatRoomInput!) { createChatRoom(input: $input) { room { id } } }'
const readRoom = `query ($id: ID!, $newId: ID!) { room(id: $id) { ... on ChatRoom { greeting characterVisible character {
  id name nickname imageUrl greeting context description exampleDialogues alternateGreetings tags
  roomGreeting(roomId: $newId, greetingIndex: 1) source { greeting systemPrompt postHistoryInstructions } } } } }`
const hide = 'mutation ($id: ID!) { hideCharacter(input: { id: $id, reason: "spam" }) { __typename } }'
const restore = 'mutation ($id: ID!) { restoreCharacter(id: $id) { __typename } }'
const setIndex =
  'mutation ($id: ID!, $index: Int) { updateRoom(id: $id, input: { name: "Renamed", greetingIndex: $index }) { room { ... on ChatRoom { name greeting } } } }'
const truncate = 'mutation ($id: ID!) { truncateLog(roomId: $id, fromIndex: 1) { deletedFromIndex } }'

const made = async () =>
  at(await author.data(create, { input: { name: 'Mira', ...texts } }), 'createCharacter', 'character', 'id')
const change = (id: string, input: object) => author.data(update, { id, input })
const begin = async (characterId: string, by = ada) =>
  at(
    await by.data(createRoom, { input: { characterId, ...(by.token === undefined ? { userId: 'visitor-1' } : {}) } }),
    ...['createChatRoom', 'room', 'id'],
  )
interface SeenRoom {
  readonly greeting: string | null
  readonly characterVisible: boolean
  readonly character: { readonly context: string | null }
}
const seen = async (id: string, by = ada) => (await by.data(readRoom, { id, newId: randomUUID() }))['room'] as SeenRoom
const ended = async (generationId: string, by = ada) => {
  await app.idle()
  const read = 'query ($id: ID!) { generation(id: $id) { status text error { code } } }'
  return (await by.data(read, { id: generationId }))['generation']
}

const ways: readonly [string, (id: string) => Promise<unknown>, (id: string) => Promise<unknown>][] = [
  [
    'its author has made private',
    (id) => change(id, { visibility: 'PRIVATE' }),
    (id) => change(id, { visibility: 'PUBLIC' }),
  ],
  ['an administrator has hidden', (id) => admin.data(hide, { id }), (id) => admin.data(restore, { id })],
]

describe.each(ways)('a character that %s', (_way, withdraw, publish) => {
  it('keeps its name in earlier rooms of others, and shows them none of its texts', async () => {
    const characterId = await made()
    const rooms = [
      [await begin(characterId), ada],
      [await begin(characterId, guest), guest],
    ] as const
    await withdraw(characterId)
    await change(characterId, secrets)
    for (const [id, by] of rooms) {
      const shown = await seen(id, by)
      expect(JSON.stringify(shown)).not.toMatch(/SECRET|PUBLIC/)
      const bare = { greeting: null, context: null, description: null, exampleDialogues: null, nickname: null }
      const character = {
        ...{ id: characterId, name: 'Mira', imageUrl: null, ...bare },
        ...{ alternateGreetings: [], tags: [], roomGreeting: null, source: null },
      }
      expect(shown).toEqual({ greeting: null, characterVisible: false, character })
    }
    const [[id]] = rooms
    for (const by of [author, admin]) {
      const room = by === author ? await begin(characterId, author) : id
      const { character, characterVisible } = await seen(room, by)
      expect([character.context, characterVisible]).toEqual(['SECRET context', true])
    }
    await publish(characterId)
    expect(await seen(id)).toMatchObject({ greeting: 'SECRET greeting', characterVisible: true })
  })

  it('lets its kept greeting stay, and refuses another one', async () => {
    const characterId = await made()
    const id = await begin(characterId)
    await ada.say(id)
    await app.idle()
    await withdraw(characterId)
    await change(characterId, secrets)
    expect(await seen(id)).toMatchObject({ greeting: 'PUBLIC greeting' })
    expect(await ada.codes(setIndex, { id, index: 1 })).toEqual(['FORBIDDEN'])
    expect(await ada.data(setIndex, { id, index: 0 })).toMatchObject({
      updateRoom: { room: { name: 'Renamed', greeting: 'PUBLIC greeting' } },
    })
    await ada.data(truncate, { id })
    expect(await seen(id)).toMatchObject({ greeting: null })
    // an entry that the person writes keeps no greeting either
    await ada.rest('PUT', `/api/chatrooms/${id}/logs`, { input_data: 'Hello', output_data: 'Hi' })
    expect(await seen(id)).toMatchObject({ greeting: null })
  })

  it('answers no new message, at no door and before anything is stored, until it is public again', async () => {
    const characterId = await made()
    const id = await begin(characterId)
    const key = randomUUID()
    await ada.say(id, 'First', key)
    await app.idle()
    const entries =
      'query ($id: ID!) { room(id: $id) { generations(first: 10) { nodes { id } } entries(last: 10) { nodes { version } } } }'
    await withdraw(characterId)
    await change(characterId, secrets)
    const before = await ada.data(entries, { id })
    const { length } = tap.jobs
    const codes = await Promise.all([
      ada.codes('mutation ($id: ID!) { sendMessage(input: { roomId: $id, text: "More" }) { __typename } }', { id }),
      ada.codes('mutation ($id: ID!) { regenerate(roomId: $id, index: 1) { __typename } }', { id }),
      ada.codes('mutation ($id: ID!) { continueReply(roomId: $id, index: 1) { __typename } }', { id }),
    ])
    expect(codes).toEqual([['FORBIDDEN'], ['FORBIDDEN'], ['FORBIDDEN']])
    const start = 'mutation ($id: ID!) { startRoom(input: { characterId: $id, text: "More" }) { __typename } }'
    expect(await ada.codes(start, { id: characterId })).toEqual(['NOT_FOUND'])
    const answers = [
      await ada.rest('POST', '/generations', { room_id: id, text: 'More' }),
      await ada.rest('POST', `/api/rooms/${id}/logs/1/regenerate`, {}),
    ]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [403, { detail: 'Forbidden', message: 'The character of this room is no longer public' }]),
    )
    expect(await ada.data(entries, { id })).toEqual(before)
    expect(tap.jobs).toHaveLength(length)
    // a retry of a message that was accepted before
    await ada.say(id, 'First', key)
    expect(tap.jobs).toHaveLength(length)
    await admin.say(id, 'Of an administrator')
    await app.idle()
    expect(tap.lastJob.character?.context).toBe('SECRET context')
    await publish(characterId)
    expect(await ended(await ada.say(id))).toMatchObject({ status: 'COMPLETED' })
  })
})

describe('the withdrawal of a character', () => {
  it('reaches the devices that follow a room with it', async () => {
    const characterId = await made()
    const id = await begin(characterId)
    const device = await Device.follow(ada, id)
    await change(characterId, { visibility: 'PRIVATE' })
    await device.until(() => device.kinds.includes('RoomChanged'))
    await device.close()
  })

  it('does not end a running reply, and refuses one that would run again', async () => {
    const characterId = await made()
    const id = await begin(characterId)
    const [goOn, lose] = [new AbortController(), new AbortController()]
    tap.next = async function* () {
      yield* [started, half]
      if (!goOn.signal.aborted) await once(goOn.signal, 'abort')
      yield { kind: 'end', outcome: 'completed', finish: 'stop' }
    }
    const running = await ada.say(id)
    await change(characterId, { visibility: 'PRIVATE' })
    goOn.abort()
    expect(await ended(running)).toMatchObject({ status: 'COMPLETED', text: 'half a re' })
    await change(characterId, { visibility: 'PUBLIC' })
    tap.next = losing([started, half], lose.signal)
    const lost = await ada.say(id)
    await watch(ada, lost, undefined, ({ delta }) => delta !== '')
    const { length } = tap.jobs
    await change(characterId, { visibility: 'PRIVATE' })
    lose.abort()
    expect(await ended(lost)).toMatchObject({
      status: 'FAILED',
      text: 'half a re',
      error: { code: 'CHARACTER_PRIVATE' },
    })
    expect(tap.jobs).toHaveLength(length)
  })
})
