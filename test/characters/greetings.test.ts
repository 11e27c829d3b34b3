import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { TappedGenerator } from '../support/replies/tapped-generator.js'

const tap = new TappedGenerator()
let app: TestApp
let ada: Person
let eve: Person
beforeAll(async () => {
  app = await createTestApp({ wrap: tap.wrap })
  ;[ada, eve] = [await app.person('ada'), await app.person('eve')]
})
afterAll(() => app.close())

const createCharacter = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
const updateCharacter =
  'mutation ($id: ID!, $input: UpdateCharacterInput!) { updateCharacter(id: $id, input: $input) { character { id } } }'
const source = 'greeting alternateGreetings systemPrompt postHistoryInstructions depthNote { text depth role }'
const texts = `nickname greeting context alternateGreetings source { ${source} }`
const readCharacter = `query ($id: ID!) { character(id: $id) { ${texts} } }`
const roomFields = 'id ... on ChatRoom { greetingIndex greeting }'
const createRoom = `mutation ($input: ChatRoomInput!) { createChatRoom(input: $input) { room { id greetingIndex greeting } } }`
const startRoom = `mutation ($input: StartRoomInput!) { startRoom(input: $input) { room { ${roomFields} } } }`
const updateRoom = `mutation ($id: ID!, $input: UpdateRoomInput!) { updateRoom(id: $id, input: $input) { room { ${roomFields} } } }`

const sheet = {
  name: 'Mira of the Albatross',
  nickname: ' Mira ',
  greeting: 'Ahoy {{user}}!{{// a secret}}',
  alternateGreetings: ['{{char}} waves. {{random:One,Two,Three}}', 'It is {{time}}. {{comment: a secret}}'],
  context: '{{char}} limps.{{// a secret}}',
  systemPrompt: 'You play {{char}}. {{original}} {{original}}Be {{pick:loud,quiet}}.',
  postHistoryInstructions: '{{original}}Stay short, {{user}}.',
  depthNote: { text: 'She is {{random:tired,awake}}.', depth: 2, role: 'USER' },
}

interface SeenRoom {
  readonly id: string
  readonly greetingIndex: number
  readonly greeting: string | null
}

const made = async (input: object = {}): Promise<string> =>
  at(await ada.data(createCharacter, { input: { ...sheet, ...input } }), 'createCharacter', 'character', 'id')
const shown = async (by: Person, id: string) => (await by.data(readCharacter, { id }))['character']
const roomOf = (answer: object, mutation: string) => (Reflect.get(answer, mutation) as { readonly room: SeenRoom }).room
const room = async (characterId: string, greetingIndex?: number, by = ada) =>
  roomOf(await by.data(createRoom, { input: { characterId, greetingIndex } }), 'createChatRoom')

describe('the greetings of a character', () => {
  it('are shown to others with names, without comments, and with choices and times as they are written', async () => {
    const id = await made()
    expect(await shown(eve, id)).toEqual({
      nickname: 'Mira',
      greeting: `Ahoy ${eve.username}!`,
      context: 'Mira limps.',
      alternateGreetings: ['Mira waves. {{random:One,Two,Three}}', 'It is {{time}}. '],
      source: null,
    })
  })

  it('are stored as they were sent, for the owner, in a list too', async () => {
    const id = await made()
    const { name: _, nickname: _nickname, context: _context, ...stored } = sheet
    expect(await shown(ada, id)).toMatchObject({ source: stored })
    const { characters } = await ada.data(
      `query ($id: ID) { characters(ownerId: $id, first: 100) { nodes { id ${texts} } } }`,
      {
        id: ada.id,
      },
    )
    const listed = (characters as { nodes: { id: string }[] }).nodes.find((each) => each.id === id)
    expect(listed).toMatchObject({
      source: stored,
      alternateGreetings: [expect.stringMatching(/^Mira waves/), 'It is {{time}}. '],
    })
  })

  it('are changed alone, and cleared with null', async () => {
    const id = await made()
    await ada.data(updateCharacter, { id, input: { alternateGreetings: ['Hoy'], depthNote: { text: 'x' } } })
    expect(await shown(ada, id)).toMatchObject({
      nickname: 'Mira',
      source: {
        alternateGreetings: ['Hoy'],
        systemPrompt: sheet.systemPrompt,
        depthNote: { text: 'x', depth: 4, role: 'SYSTEM' },
      },
    })
    const none = {
      nickname: null,
      alternateGreetings: null,
      systemPrompt: null,
      postHistoryInstructions: null,
      depthNote: null,
    }
    await ada.data(updateCharacter, { id, input: none })
    expect(await shown(ada, id)).toMatchObject({
      nickname: null,
      alternateGreetings: [],
      source: { systemPrompt: null, postHistoryInstructions: null, depthNote: null },
    })
  })

  it.each([
    [{ alternateGreetings: Array.from({ length: 101 }, String) }],
    [{ alternateGreetings: [''] }],
    [{ nickname: 'a\nb' }],
    [{ nickname: 'x'.repeat(101) }],
    [{ depthNote: { text: 'x', depth: -1 } }],
    [{ systemPrompt: 'x'.repeat(65_536) }],
  ])('and notes are refused beyond their bounds: %#', async (input) => {
    expect(await ada.codes(createCharacter, { input: { ...sheet, ...input } })).toEqual(['BAD_USER_INPUT'])
  })
})

describe('the greeting of a room', () => {
  it('is chosen when it begins, and has the choices of the room', async () => {
    const id = await made()
    expect(await room(id)).toMatchObject({ greetingIndex: 0, greeting: `Ahoy ${ada.username}!` })
    const { greeting } = await room(id, 1)
    expect(greeting).toMatch(/^Mira waves\. (?:One|Two|Three)$/)
    const started = roomOf(
      await ada.data(startRoom, { input: { characterId: id, greetingIndex: 1, text: 'Hello' } }),
      'startRoom',
    )
    expect(started.greeting).toMatch(/^Mira waves\. (?:One|Two|Three)$/)
    await app.idle()
    expect(tap.lastJob.character?.greeting).toBe(started.greeting)
  })

  it('can be changed, for its owner', async () => {
    const { id } = await room(await made())
    const change = async (greetingIndex: number | null) =>
      roomOf(await ada.data(updateRoom, { id, input: { greetingIndex } }), 'updateRoom')
    expect(await change(2)).toMatchObject({ greetingIndex: 2, greeting: expect.stringMatching(/^It is \d\d:\d\d\. $/) })
    expect(await change(null)).toMatchObject({ greetingIndex: 0 })
    expect(await eve.codes(updateRoom, { id, input: { greetingIndex: 1 } })).toEqual(['NOT_FOUND'])
  })

  it('is refused where the character does not have it', async () => {
    const characterId = await made()
    const { id } = await room(characterId)
    const bare = roomOf(await ada.data(createRoom, { input: {} }), 'createChatRoom')
    const refusals = await Promise.all([
      ada.codes(createRoom, { input: { characterId, greetingIndex: 3 } }),
      ada.codes(createRoom, { input: { greetingIndex: 1 } }),
      ada.codes(createRoom, { input: { characterId, greetingIndex: -1 } }),
      ada.codes(startRoom, { input: { characterId, greetingIndex: 101, text: 'Hello' } }),
      ada.codes(startRoom, { input: { greetingIndex: 1, text: 'Hello' } }),
      ada.codes(updateRoom, { id, input: { greetingIndex: 3 } }),
      ada.codes(updateRoom, { id: bare.id, input: { greetingIndex: 1 } }),
    ])
    expect(refusals).toEqual(Array.from(refusals, () => ['BAD_USER_INPUT']))
    expect(bare.greeting).toBeNull()
  })

  it('is the first one once the chosen one was removed', async () => {
    const characterId = await made()
    const { id } = await room(characterId, 2)
    await ada.data(updateCharacter, { id: characterId, input: { alternateGreetings: [] } })
    const { room: seen } = await ada.data(`query ($id: ID!) { room(id: $id) { ${roomFields} } }`, { id })
    expect(seen).toEqual({ id, greetingIndex: 2, greeting: `Ahoy ${ada.username}!` })
  })

  it('of a guest calls the reader User', async () => {
    const { greeting } = roomOf(
      await app.stranger().data(createRoom, { input: { characterId: await made(), userId: 'guest' } }),
      'createChatRoom',
    )
    expect(greeting).toBe('Ahoy User!')
  })
})

describe('the greeting of a room before it is created', () => {
  const query = `query ($id: ID!, $roomId: ID!, $index: Int) {
    character(id: $id) { roomGreeting(roomId: $roomId, greetingIndex: $index) } }`
  const before = async (id: string, roomId: string, index?: number | null, by = ada) =>
    ((await by.data(query, { id, roomId, index })) as { character: { roomGreeting: string | null } }).character
      .roomGreeting
  const greetings = {
    greeting: '{{char}}: {{roll:1000000}} {{random:{{pick:a,b,c}},{{user}}}} {{date}} {{// hidden}}',
    alternateGreetings: ['Hoy, {{user}}. {{roll:1000000}}'],
  }

  it.each([0, 1])('is the one that it begins with: greeting %i', async (greetingIndex) => {
    const characterId = await made(greetings)
    const nova = await app.person('nova')
    await nova.data('mutation { createPersona(input: { name: "Nova the pilot" }) { persona { id } } }')
    const { myPersonas } = await nova.data('{ myPersonas { nodes { id } } }')
    const [persona] = (myPersonas as { nodes: { id: string }[] }).nodes
    await nova.data('mutation ($id: ID) { setDefaultPersona(id: $id) { persona { id } } }', { id: persona?.id })
    const seen = new Set<string | null>()
    for (const by of [ada, nova, ada]) {
      const roomId = randomUUID()
      const shownBefore = await before(characterId, roomId, greetingIndex, by)
      const input = { characterId, greetingIndex, roomId, text: 'Hello' }
      const began = roomOf(await by.data(startRoom, { input }), 'startRoom')
      expect([began.id, began.greeting]).toEqual([roomId, shownBefore])
      expect(shownBefore).not.toMatch(/\{\{/)
      seen.add(shownBefore)
      await app.idle()
      expect(tap.lastJob.character?.greeting).toBe(shownBefore)
    }
    expect(seen.size).toBe(3)
    expect([...seen].filter((text) => text?.includes('Hoy, Nova the pilot.'))).toHaveLength(greetingIndex)
  })

  it('calls a guest by the name that the client chooses, and no account', async () => {
    const id = await made({ greeting: 'Ahoy {{user}}!' })
    const named = `query ($id: ID!, $roomId: ID!, $guestName: String) {
      character(id: $id) { roomGreeting(roomId: $roomId, guestName: $guestName) } }`
    const variables = { id, roomId: randomUUID(), guestName: 'you' }
    expect(await app.stranger().data(named, variables)).toEqual({ character: { roomGreeting: 'Ahoy you!' } })
    expect(await ada.data(named, variables)).toEqual({ character: { roomGreeting: `Ahoy ${ada.username}!` } })
    for (const guestName of ['', 'x'.repeat(101), '{{char}}'])
      expect(await app.stranger().codes(named, { ...variables, guestName })).toEqual(['BAD_USER_INPUT'])
  })

  it('is that of a guest without a token', async () => {
    const characterId = await made(greetings)
    const roomId = randomUUID()
    const shownBefore = await before(characterId, roomId.toUpperCase(), 1, app.stranger())
    const input = { characterId, greetingIndex: 1, roomId, userId: 'guest' }
    expect(roomOf(await app.stranger().data(createRoom, { input }), 'createChatRoom').greeting).toBe(shownBefore)
    expect(shownBefore).toMatch(/^Hoy, User\. \d+$/)
  })

  it('is the first one where there is no other, and null where there is none', async () => {
    const roomId = randomUUID()
    expect(await before(await made(), roomId, 100)).toBe(`Ahoy ${ada.username}!`)
    expect(await before(await made({ greeting: '' }), roomId, null)).toBeNull()
  })

  it.each([
    [{ roomId: 'x' }],
    [{ roomId: '' }],
    [{ roomId: randomUUID(), index: -1 }],
    [{ roomId: randomUUID(), index: 101 }],
  ])('is refused for %j', async (variables) => {
    expect(await ada.codes(query, { id: await made(), ...variables })).toEqual(['BAD_USER_INPUT'])
  })

  it('of a character that the caller cannot see is unknown', async () => {
    const id = await made({ visibility: 'PRIVATE' })
    expect((await eve.data(query, { id, roomId: randomUUID() }))['character']).toBeNull()
  })
})

describe('a job', () => {
  const jobIn = async (id: string, by = ada) => {
    await by.say(id)
    await app.idle()
    return tap.lastJob
  }

  it('has the texts of the author with the choices of the room, every time', async () => {
    const { id } = await room(await made())
    const first = await jobIn(id)
    const [mood] = ['loud', 'quiet'].filter((each) => first.character?.system?.[1]?.includes(each))
    expect(first.character).toMatchObject({
      name: 'Mira',
      greeting: `Ahoy ${ada.username}!`,
      context: 'Mira limps.',
      system: ['You play Mira. ', ` Be ${mood ?? ''}.`],
      notes: [
        { text: expect.stringMatching(/^She is (?:tired|awake)\.$/), depth: 2, role: 'USER' },
        { text: `Stay short, ${ada.username}.`, depth: 0, role: 'SYSTEM' },
      ],
    })
    expect(first.character?.isPublic).toBeUndefined()
    expect((await jobIn(id)).character).toEqual(first.character)
  })

  it('without notes is as it was', async () => {
    const none = { nickname: null, alternateGreetings: null, postHistoryInstructions: '{{// x}}', depthNote: null }
    const plain = { greeting: 'Ahoy', context: 'A captain.', systemPrompt: '{{original}}' }
    const { id } = await room(await made({ ...none, ...plain }))
    expect((await jobIn(id)).character).toEqual({
      name: sheet.name,
      greeting: 'Ahoy',
      context: 'A captain.',
      isPublic: true,
    })
  })

  it('has the time of the person in the instructions of the room', async () => {
    const { id } = await room(await made())
    await ada.data(updateRoom, { id, input: { instructions: 'It is {{date}} {{time}} for {{char}}.{{// x}}' } })
    expect((await jobIn(id)).roomInstructions).toMatch(/^It is \d{4}-\d\d-\d\d \d\d:\d\d for Mira\.$/)
  })
})
