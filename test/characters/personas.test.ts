import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { PersonaTable } from '../../src/database/tables/personas.js'
import { limits } from '../../src/limits.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type GraphqlAnswer, type Person } from '../support/app/person.js'
import { noise } from '../support/images/pictures.js'
import { course, TappedGenerator } from '../support/replies/tapped-generator.js'

const tap = new TappedGenerator()
let app: TestApp
let ada: Person
let eve: Person
let admin: Person
beforeAll(async () => {
  app = await createTestApp({ wrap: tap.wrap })
  ;[ada, eve, admin] = [await app.person('ada'), await app.person('eve'), await app.admin()]
})
afterAll(() => app.close())

const all = 'id name description imageUrl isDefault tokenCount'
const create = `mutation ($input: CreatePersonaInput!) { createPersona(input: $input) { persona { ${all} } } }`
const update = `mutation ($id: ID!, $input: UpdatePersonaInput!) { updatePersona(id: $id, input: $input) { persona { ${all} } } }`
const remove = 'mutation ($id: ID!) { deletePersona(id: $id) { deletedPersonaId } }'
const setDefault = 'mutation ($id: ID) { setDefaultPersona(id: $id) { persona { id isDefault } } }'
const setOfRoom = `mutation ($roomId: ID!, $personaId: ID) {
  setRoomPersona(roomId: $roomId, personaId: $personaId) { room { personaId persona { name } } } }`
const list = `query ($after: String) { myPersonas(first: 2, after: $after) {
  nodes { ${all} } pageInfo { hasNextPage endCursor } } }`
const roomOf = `query ($id: ID!) { room(id: $id) { personaId persona { id name } ... on ChatRoom { character { greeting } } } }`
const useOf = 'query ($id: ID!) { generation(id: $id) { persona { outcome persona { id name } } } }'

async function made(input: object, by = ada): Promise<string> {
  return at(await by.data(create, { input }), 'createPersona', 'persona', 'id')
}
const fieldsIn = ({ errors }: GraphqlAnswer) => errors.map(({ extensions: { code, fields } }) => ({ code, fields }))

async function upload(by = ada): Promise<string> {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await noise(6, 4).png().toBuffer())]), 'a.png')
  return at((await by.rest('POST', '/images', form)).body, 'id')
}

/** A room with a character whose texts name the person. */
async function roomWith(by = ada, name = 'Mira'): Promise<string> {
  const input = {
    ...{ name, greeting: 'Ahoy, {{user}}!', context: '{{char}} knows {{user}}.' },
    exampleDialogues: '{{user}}: Who am I?\n{{char}}: {{user}}.',
  }
  const character = await by.data(
    'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }',
    {
      input,
    },
  )
  const characterId = at(character, 'createCharacter', 'character', 'id')
  const room = await by.data('mutation ($id: ID) { createChatRoom(input: { characterId: $id }) { room { id } } }', {
    id: characterId,
  })
  return at(room, 'createChatRoom', 'room', 'id')
}

async function said(by: Person, roomId: string, message = 'Hello') {
  const id = await by.say(roomId, message)
  await app.idle()
  return { id, job: tap.lastJob }
}

describe('a persona', () => {
  it('has a name, a description and a picture, and is changed field by field', async () => {
    const imageId = await upload()
    const input = { name: 'Nova', description: 'A pilot of {{char}}.', imageId }
    const { createPersona } = await ada.data(create, { input })
    expect(createPersona).toMatchObject({
      persona: { ...{ name: 'Nova', description: 'A pilot of {{char}}.' }, isDefault: false, tokenCount: 5 },
    })
    const id = at({ createPersona }, 'createPersona', 'persona', 'id')
    expect(at({ createPersona }, 'createPersona', 'persona', 'imageUrl')).toContain(imageId)
    expect(await ada.data(update, { id, input: { name: 'Nova Ray' } })).toMatchObject({
      updatePersona: { persona: { name: 'Nova Ray', description: 'A pilot of {{char}}.' } },
    })
    expect((await ada.rest('GET', `/thumbnail?id=${imageId}`)).status).toBe(200)
    expect(await ada.data(update, { id, input: { description: null, imageId: null } })).toMatchObject({
      updatePersona: { persona: { name: 'Nova Ray', description: '', imageUrl: null } },
    })
    expect((await ada.rest('GET', `/thumbnail?id=${imageId}`)).status).toBe(404)
  })

  it('leaves with its picture', async () => {
    const imageId = await upload()
    const id = await made({ name: 'Nova', imageId })
    await ada.data(remove, { id })
    expect((await ada.rest('GET', `/thumbnail?id=${imageId}`)).status).toBe(404)
    expect(await ada.codes(remove, { id })).toEqual(['NOT_FOUND'])
  })

  it('is created once by a retry', async () => {
    const input = { name: 'Nova', idempotencyKey: 'persona-1' }
    expect(await made(input)).toBe(await made(input))
  })

  it.each([
    ['an empty name', '', 'min_length'],
    ['a blank name', '  ', 'format'],
    ['a name of invisible characters', '\u200b', 'format'],
    ['a name with an outer space', ' Nova', 'format'],
    ['a name of two lines', 'No\nva', 'format'],
    ['a name with a macro', '{{char}}', 'format'],
    ['a name with the end of a macro', 'Nova}}', 'format'],
    ['a name of a megabyte', 'x'.repeat(1_000_000), 'max_length'],
  ])('refuses %s', async (_what, name, rule) => {
    expect(fieldsIn(await ada.graphql(create, { input: { name } }))).toMatchObject([
      {
        code: 'BAD_USER_INPUT',
        fields: expect.arrayContaining([expect.objectContaining({ path: ['input', 'name'], rule })]),
      },
    ])
  })

  it('refuses a description beyond 4,000 characters, and the image of another account', async () => {
    const description = 'x'.repeat(limits.personaDescriptionLength + 1)
    expect(await ada.codes(create, { input: { name: 'Nova', description } })).toEqual(['BAD_USER_INPUT'])
    const imageId = await upload(eve)
    expect(fieldsIn(await ada.graphql(create, { input: { name: 'Nova', imageId } }))).toMatchObject([
      { code: 'BAD_USER_INPUT', fields: [{ path: ['input', 'imageId'] }] },
    ])
  })

  it('is listed for its account alone, the newest first', async () => {
    const person = await app.person('lister')
    const ids = [
      await made({ name: 'a' }, person),
      await made({ name: 'b' }, person),
      await made({ name: 'c' }, person),
    ]
    const { myPersonas } = await person.data(list)
    expect(myPersonas).toMatchObject({ nodes: [{ id: ids[2] }, { id: ids[1] }], pageInfo: { hasNextPage: true } })
    const after = at({ myPersonas }, 'myPersonas', 'pageInfo', 'endCursor')
    expect(await person.data(list, { after })).toMatchObject({
      myPersonas: { nodes: [{ id: ids[0] }], pageInfo: { hasNextPage: false } },
    })
  })

  it('is unknown to another account and to an administrator', async () => {
    const id = await made({ name: 'Nova' })
    for (const by of [eve, admin]) {
      expect(await by.codes(update, { id, input: { name: 'x' } })).toEqual(['NOT_FOUND'])
      expect(await by.codes(remove, { id })).toEqual(['NOT_FOUND'])
      expect(await by.codes(setDefault, { id })).toEqual(['NOT_FOUND'])
      expect(await by.codes(setOfRoom, { roomId: await roomWith(by), personaId: id })).toEqual(['NOT_FOUND'])
      expect(await by.codes(setOfRoom, { roomId: await roomWith(ada), personaId: null })).toEqual(['NOT_FOUND'])
    }
  })
})

it('an account has at most 50 personas, also of 30 that are created at the same time', async () => {
  const person = await app.person('many')
  const row = { ownerId: Number(person.id), name: 'x', description: '', imageId: null, createdAt: 1, updatedAt: 1 }
  await app.app.database.write(async (db) => {
    for (let n = 0; n < limits.personas - 5; n += 1) await db.insert(PersonaTable, { ...row, isDefault: false })
  })
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => person.graphql(create, { input: { name: `p${n}` } })),
  )
  const refusals = answers.flatMap(({ errors }) => errors)
  expect([answers.length - refusals.length, ...new Set(refusals.map(({ message }) => message))]).toEqual([
    5,
    'An account has at most 50 personas',
  ])
  expect(refusals.every(({ extensions }) => extensions.code === 'CONFLICT')).toBe(true)
})

it('of personas that become the default one at the same time, one is', async () => {
  const person = await app.person('defaults')
  const ids = [await made({ name: 'a' }, person), await made({ name: 'b' }, person), await made({ name: 'c' }, person)]
  await Promise.all(ids.map((id) => person.data(setDefault, { id })))
  const where = { ownerId: Number(person.id), isDefault: true }
  expect(await app.app.database.read((db) => db.count(PersonaTable, where))).toBe(1)
  expect(await person.data(setDefault, { id: null })).toEqual({ setDefaultPersona: { persona: null } })
  expect(await app.app.database.read((db) => db.count(PersonaTable, where))).toBe(0)
})

describe('in a room', () => {
  it('it is who {{user}} stands for, in every text of the prompt, in lorebooks and in the greeting', async () => {
    const roomId = await roomWith()
    const book = { entries: [{ keys: ['{{user}}'], content: '{{user}} has a sister.' }] }
    const imported = await ada.data(
      'mutation ($book: String!) { importLorebook(input: { book: $book }) { lorebook { id } } }',
      { book: JSON.stringify(book) },
    )
    await ada.data('mutation ($input: LorebookUseInput!) { attachLorebook(input: $input) { lorebook { id } } }', {
      input: { roomId, lorebookId: at(imported, 'importLorebook', 'lorebook', 'id') },
    })
    await ada.data(
      'mutation ($id: ID!) { updateRoom(id: $id, input: { instructions: "Call me {{user}}." }) { room { id } } }',
      { id: roomId },
    )
    const personaId = await made({ name: 'Nova', description: '{{user}} flies with {{char}}.' })
    expect(await ada.data(setOfRoom, { roomId, personaId })).toEqual({
      setRoomPersona: { room: { personaId, persona: { name: 'Nova' } } },
    })
    const { id, job } = await said(ada, roomId, 'I am Nova')
    expect(job).toMatchObject({
      persona: { name: 'Nova', description: 'Nova flies with Mira.' },
      character: {
        ...{ greeting: 'Ahoy, Nova!', context: 'Mira knows Nova.' },
        examples: [{ inputData: 'Who am I?', outputData: 'Nova.' }],
      },
      roomInstructions: 'Call me Nova.',
      lore: [{ text: 'Nova has a sister.' }],
    })
    expect(await ada.data(roomOf, { id: roomId })).toMatchObject({ room: { character: { greeting: 'Ahoy, Nova!' } } })
    expect(await ada.data(useOf, { id })).toEqual({
      generation: { persona: { outcome: 'USED', persona: { id: personaId, name: 'Nova' } } },
    })
  })

  it('it is shown to its owner alone', async () => {
    const roomId = await roomWith()
    const personaId = await made({ name: 'Nova', description: 'Secret' })
    await ada.data(setOfRoom, { roomId, personaId })
    const { id } = await said(ada, roomId)
    expect(await admin.data(roomOf, { id: roomId })).toEqual({
      room: { personaId: null, persona: null, character: { greeting: `Ahoy, ${admin.username}!` } },
    })
    expect(await admin.data(useOf, { id })).toEqual({ generation: { persona: null } })
    // a reply that another account requests in the room is not from the persona of its owner
    const { job } = await said(admin, roomId)
    expect(job).not.toHaveProperty('persona')
    expect(job).toMatchObject({ character: { greeting: 'Ahoy, Nova!', context: `Mira knows ${admin.username}.` } })
  })

  it('the default one is used with characters, and the username without one', async () => {
    const person = await app.person('nora')
    const [roomId, office] = [await roomWith(person), await person.room()]
    const [one, other] = [await made({ name: 'One' }, person), await made({ name: 'Other' }, person)]
    const nameIn = async (id: string) => (await said(person, id)).job.persona?.name
    expect(await nameIn(roomId)).toBeUndefined()
    await person.data(setDefault, { id: one })
    expect([await nameIn(roomId), await nameIn(office)]).toEqual(['One', undefined])
    expect(await person.data(roomOf, { id: roomId })).toEqual({
      room: { personaId: null, persona: { id: one, name: 'One' }, character: { greeting: 'Ahoy, One!' } },
    })
    for (const id of [roomId, office]) await person.data(setOfRoom, { roomId: id, personaId: other })
    expect([await nameIn(roomId), await nameIn(office)]).toEqual(['Other', 'Other'])
    await person.data(remove, { id: other })
    expect([await nameIn(roomId), await nameIn(office)]).toEqual(['One', undefined])
    expect(await person.data(roomOf, { id: roomId })).toMatchObject({ room: { personaId: null } })
    await person.data(remove, { id: one })
    expect((await said(person, roomId)).job.character?.context).toBe(`Mira knows ${person.username}.`)
  })

  it('a deleted one leaves the record of a reply without a name', async () => {
    const roomId = await roomWith()
    const personaId = await made({ name: 'Nova' })
    await ada.data(setOfRoom, { roomId, personaId })
    const { id } = await said(ada, roomId)
    await ada.data(remove, { id: personaId })
    expect(await ada.data(useOf, { id })).toEqual({ generation: { persona: { outcome: 'USED', persona: null } } })
  })

  it('a description beyond a quarter of the context is left out, and so is one without room', async () => {
    const small = await createTestApp({ wrap: tap.wrap, env: { CONTEXT_SIZE: '512' } })
    try {
      const person = await small.person('ada')
      const roomId = await roomWith(person)
      const personaId = await made({ name: 'Nova', description: 'x'.repeat(600) }, person)
      await person.data(setOfRoom, { roomId, personaId })
      const id = await person.say(roomId)
      await small.idle()
      expect(tap.lastJob.persona).toEqual({ name: 'Nova', description: '' })
      expect(await person.data(useOf, { id })).toMatchObject({ generation: { persona: { outcome: 'OVER_BUDGET' } } })
    } finally {
      await small.close()
    }
    const roomId = await roomWith()
    await ada.data(setOfRoom, { roomId, personaId: await made({ name: 'Nova', description: 'A pilot.' }) })
    const rest = { minP: 0, topK: 0, repeatPenalty: 1, frequencyPenalty: 0, presencePenalty: 0 }
    const receipt = {
      ...{ model: 'm', sampling: { maxTokens: 1, temperature: 1, topP: 1, ...rest } },
      ...{ promptTokens: 1, reusedTokens: 0, readTokens: 1, replyTokens: 1, turnsKept: 0, turnsDropped: 0 },
      ...{ personaKept: false, finish: 'stop' as const },
    }
    tap.next = course(
      { kind: 'started' },
      { kind: 'delta', attempt: 1, offset: 0, delta: 'Aye' },
      { kind: 'end', outcome: 'completed', receipt },
    )
    const { id } = await said(ada, roomId)
    expect(await ada.data(useOf, { id })).toMatchObject({ generation: { persona: { outcome: 'OVER_CONTEXT' } } })
  })
})
