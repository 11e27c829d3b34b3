import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Token } from 'node-llama-cpp'
import { fitPrompt, messagesOf, type Prompt } from '@parley/engine'
import { buildPrompt } from '../../ai-workers/prompts/build-prompt.js'
import { fitHosted } from '../../ai-workers/backends/hosted/fit-hosted.js'
import { exampleTurns } from '../../src/characters/example-turns.js'
import { expandPlaceholders } from '../../src/characters/placeholders.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { at, Person } from '../support/app/person.js'
import { CompletionFixture } from '../support/replies/completion-fixture.js'

let fixture: CompletionFixture
beforeAll(async () => {
  fixture = await CompletionFixture.open()
})
afterAll(() => fixture.close())

const texts = 'greeting context description exampleDialogues'
const createCharacter = `mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id tags ${texts} } } }`
const read = `query ($id: ID!) { character(id: $id) { tags ${texts} source { ${texts} } } }`

const sheet = {
  greeting: 'Ahoy {{user}}, I am {{char}}.',
  context: '{{CHAR}} likes {{User}}.',
  description: 'Meet {{char}}!',
  exampleDialogues: '<START>\n{{user}}: Hello\n{{char}}: Ahoy, {{user}}',
}

async function made(owner: Person, input: object): Promise<string> {
  const { createCharacter: payload } = await owner.data(createCharacter, { input: { name: 'Mira', ...input } })
  return at(payload, 'character', 'id')
}

async function shown(person: Person, id: string): Promise<Record<string, unknown>> {
  return (await person.data(read, { id }))['character'] as Record<string, unknown>
}

const expanded = (user: string) => ({
  greeting: `Ahoy ${user}, I am Mira.`,
  context: `Mira likes ${user}.`,
  description: 'Meet Mira!',
  exampleDialogues: `<START>\n${user}: Hello\nMira: Ahoy, ${user}`,
})

describe('the texts of a character', () => {
  it('are shown with the name of the character and of the caller, and stored as they were sent', async () => {
    const { ada, eve, app } = fixture
    const id = await made(ada, sheet)
    expect(await shown(ada, id)).toEqual({ tags: [], ...expanded(ada.username), source: sheet })
    expect(await shown(await app.admin(), id)).toMatchObject({ source: sheet })
    expect(await shown(eve, id)).toEqual({ tags: [], ...expanded(eve.username), source: null })
    expect(await shown(app.stranger(), id)).toEqual({ tags: [], ...expanded('User'), source: null })
  })

  it('are those of the owner over REST as they were stored, so that an update with them changes nothing', async () => {
    const { ada, eve } = fixture
    const id = await made(ada, sheet)
    const { body } = await ada.rest('GET', '/api/characters/my?limit=100')
    const own = (body as { id: number }[]).find((each) => String(each.id) === id)
    expect(own).toMatchObject(sheet)
    expect((await ada.rest('PUT', `/api/characters/${id}`, own)).body).toMatchObject(sheet)
    expect((await shown(ada, id))['source']).toEqual(sheet)
    const listed = await eve.rest('GET', `/api/characters?userId=${ada.id}&limit=100`)
    expect(listed.body).toContainEqual(expect.objectContaining({ id: Number(id), ...expanded(eve.username) }))
  })

  it('change one by one, and null clears them', async () => {
    const { ada } = fixture
    const id = await made(ada, { ...sheet, tags: ['sea'] })
    const update = `mutation ($id: ID!, $input: UpdateCharacterInput!) {
      updateCharacter(id: $id, input: $input) { character { tags source { ${texts} } } }
    }`
    const changed = async (input: object) => {
      const { updateCharacter } = await ada.data(update, { id, input })
      return (updateCharacter as { character: unknown }).character
    }
    expect(await changed({ description: 'new' })).toEqual({ tags: ['sea'], source: { ...sheet, description: 'new' } })
    const cleared = { description: null, exampleDialogues: null }
    expect(await changed({ ...cleared, tags: null })).toEqual({ tags: [], source: { ...sheet, ...cleared } })
  })

  it.each([
    ['description', 'x'.repeat(65_536), 'max_length'],
    ['exampleDialogues', 'a\0b', 'format'],
    ['tags', Array.from({ length: 65 }, String), 'max_items'],
    ['tags', ['x'.repeat(65)], 'max_length'],
    ['tags', [''], 'min_length'],
    ['tags', ['a\nb'], 'format'],
    ['tags', ['a\u202eb'], 'format'],
  ])('are refused with the field: %s', async (field, value, rule) => {
    const { errors } = await fixture.ada.graphql(createCharacter, { input: { name: 'x', [field]: value } })
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
    const at = Array.isArray(value) && value.length === 1 ? ['input', field, 0] : ['input', field]
    expect(errors[0]?.extensions.fields).toEqual([expect.objectContaining({ path: at, rule })])
  })

  it('count for the size of a result as they are shown', async () => {
    const { app } = fixture
    const rich = await app.person('rich')
    for (let count = 0; count < 5; count += 1) await made(rich, { description: '{{user}}'.repeat(8_000) })
    const names = Array.from({ length: 15 }, (_, index) => `a${String(index)}: description`).join(' ')
    const query = `query ($ownerId: ID) { characters(ownerId: $ownerId) { nodes { ${names} } } }`
    expect(await app.stranger().codes(query, { ownerId: rich.id })).toEqual([])
    const named = await app.person('a-name-that-is-longer-than-its-placeholder')
    expect(await named.codes(query, { ownerId: rich.id })).toEqual(['RESULT_TOO_LARGE'])
  })
})

describe('the texts of a character over REST', () => {
  const all = { ...sheet, tags: ['Sea', 'Captain'] }
  const rest = (method: 'POST' | 'PUT', path: string, body: unknown, person = fixture.ada) =>
    person.rest(method, `/api/characters${path}`, body)

  it('are stored when it is created, and are in every answer', async () => {
    const { ada } = fixture
    const { body } = await rest('POST', '', { name: 'Mira', ...all })
    expect(body).toMatchObject({ data: { name: 'Mira', ...all } })
    const id = String((body as { data: { id: number } }).data.id)
    expect((await ada.rest('GET', `/api/characters/${id}`)).body).toMatchObject({ id: Number(id), ...all })
    expect(await shown(ada, id)).toMatchObject({ tags: all.tags, source: sheet })
    const card = JSON.stringify({ name: 'Mira', mes_example: 'a', creator_notes: 'b', tags: ['c'] })
    const imported = await rest('POST', '/cards', { card })
    expect(imported.body).toMatchObject({ exampleDialogues: 'a', description: 'b', tags: ['c'] })
  })

  it('change one by one: an absent key keeps a text, and null clears it', async () => {
    const id = await made(fixture.ada, all)
    const changes = [
      [{}, all],
      [{ description: 'new' }, { ...all, description: 'new' }],
      [{ description: null }, { ...all, description: null }],
      [{ example_dialogues: 'a' }, { ...all, description: null, exampleDialogues: 'a' }],
      [
        { exampleDialogues: null, tags: ['One', 'one '] },
        { ...all, description: null, exampleDialogues: null, tags: ['One'] },
      ],
      [{ tags: null }, { description: null, exampleDialogues: null, tags: [] }],
    ] as const
    for (const [change, then] of changes) expect((await rest('PUT', `/${id}`, change)).body).toMatchObject(then)
  })

  const most = Array.from({ length: 64 }, (_, number) => `tag ${String(number)}`)
  it.each([
    ['a part for each tag', all.tags, all.tags],
    ['a part for each of 64 tags', most, most],
    ['one tag', ['Sea'], ['Sea']],
    ['the JSON of the tags', [JSON.stringify(all.tags)], all.tags],
    ['no tags, as JSON', ['[]'], []],
  ])('are read from a form with %s', async (_what, parts, tags) => {
    const form = () => {
      const data = new FormData()
      const sent = { name: 'Mira', description: 'first', example_dialogues: 'e' }
      for (const [key, value] of Object.entries(sent)) data.append(key, value)
      data.append('description', 'd')
      for (const part of parts) data.append('tags', part)
      return data
    }
    const texts = { description: 'd', exampleDialogues: 'e', tags }
    expect((await rest('POST', '', form())).body).toMatchObject({ data: texts })
    expect((await rest('PUT', `/${await made(fixture.ada, all)}`, form())).body).toMatchObject(texts)
  })

  it('are refused in a form with 65 tags', async () => {
    const data = new FormData()
    for (const tag of [...most, 'one more']) data.append('tags', tag)
    const { status, body } = await rest('PUT', `/${await made(fixture.ada, all)}`, data)
    expect([status, body]).toMatchObject([422, { detail: [{ location: ['body', 'tags'] }] }])
  })

  const long = 'String should have at most 64 characters'
  it.each([
    ['description', 'x'.repeat(65_536), ['body', 'description'], 'String should have at most 65535 characters'],
    ['exampleDialogues', 5, ['body', 'exampleDialogues'], 'Input should be a valid string'],
    [
      'example_dialogues',
      'a\0b',
      ['body', 'example_dialogues'],
      'Value error, text must not contain NUL or half a character',
    ],
    ['tags', '', ['body', 'tags', 0], 'String should have at least 1 character'],
    ['tags', { a: 1 }, ['body', 'tags'], 'Input should be a valid list'],
    ['tags', 5, ['body', 'tags'], 'Input should be a valid list'],
    ['tags', Array.from({ length: 65 }, String), ['body', 'tags'], 'List should have at most 64 items'],
    ['tags', ['a', 'x'.repeat(65)], ['body', 'tags', 1], long],
    ['tags', JSON.stringify(['x'.repeat(65)]), ['body', 'tags', 0], long],
    ['tags', ['a\nb'], ['body', 'tags', 0], 'Value error, text must not contain control or direction characters'],
  ])('are refused with the place, and change nothing: %s %#', async (key, value, location, message) => {
    const id = await made(fixture.ada, all)
    for (const answer of [
      await rest('POST', '', { name: 'Mira', [key]: value }),
      await rest('PUT', `/${id}`, { name: 'Other', [key]: value }),
    ])
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ location, message }] } })
    expect((await fixture.ada.rest('GET', `/api/characters/${id}`)).body).toMatchObject({ name: 'Mira', ...all })
  })
})

describe('GET /api/characters/{id}', () => {
  const read = (person: Person, id: string) => person.rest('GET', `/api/characters/${id}`)

  it('answers a public character to every caller, with the texts that the caller reads', async () => {
    const { ada, eve, app } = fixture
    const id = await made(ada, { ...sheet, tags: ['sea'] })
    const listed = await eve.rest('GET', `/api/characters?userId=${ada.id}`)
    const inList = (listed.body as { id: number }[]).find((each) => String(each.id) === id)
    expect(await read(eve, id)).toMatchObject({ status: 200, body: inList })
    expect((await read(eve, id)).body).toMatchObject({ name: 'Mira', tags: ['sea'], ...expanded(eve.username) })
    expect((await read(app.stranger(), id)).body).toMatchObject(expanded('User'))
    for (const person of [ada, await app.admin()]) expect((await read(person, id)).body).toMatchObject(sheet)
  })

  it('answers a private character to its owner and to administrators, and like a missing one to others', async () => {
    const { ada, eve, app } = fixture
    const id = await made(ada, { visibility: 'PRIVATE' })
    for (const person of [ada, await app.admin()])
      expect(await read(person, id)).toMatchObject({ status: 200, body: { id: Number(id), accessLevel: false } })
    const missing = await read(ada, '999999')
    expect([missing.status, missing.text]).toEqual([404, '{"detail":"Not found"}'])
    for (const person of [eve, app.stranger()]) {
      const { status, text } = await read(person, id)
      expect([status, text]).toEqual([404, missing.text])
    }
  })

  it.each(['seven', '0', '-1', '1.5', '9007199254740992'])('names the id %s', async (id) => {
    expect(await read(fixture.ada, id)).toMatchObject({ status: 422, body: { detail: [{ location: ['path', 'id'] }] } })
  })

  it('reads an invalid token as none, and leaves the paths beside it as they were', async () => {
    const { ada, app } = fixture
    const id = await made(ada, sheet)
    const stale = new Person(app.url, '', '', 'x')
    expect(await read(stale, id)).toMatchObject({ status: 200, body: expanded('User') })
    expect((await ada.rest('GET', '/api/characters/my')).body).toEqual(expect.any(Array))
    expect((await ada.rest('GET', '/api/characters/cards')).status).toBe(405)
    const { status, headers } = await ada.rest('POST', `/api/characters/${id}`, {})
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, DELETE, OPTIONS'])
  })
})

describe('tags', () => {
  it('lose outer and repeated spaces, and repetitions in another case', async () => {
    const id = await made(fixture.ada, { tags: ['  Science   Fiction ', 'science fiction', 'Space', ' '] })
    expect(await shown(fixture.eve, id)).toMatchObject({ tags: ['Science Fiction', 'Space'] })
  })

  it('select characters of a list, whole and in any case, beside its other filters', async () => {
    const { ada, eve, app } = fixture
    const names = async (person: Person, filter: object) => {
      const query = `query ($tag: String, $search: String, $ownerId: ID, $orderBy: CharacterOrder) {
        characters(tag: $tag, search: $search, ownerId: $ownerId, orderBy: $orderBy) { nodes { name } }
      }`
      const { characters } = await person.data(query, { orderBy: 'OLDEST', ...filter })
      return (characters as { nodes: { name: string }[] }).nodes.map(({ name }) => name)
    }
    await made(ada, { name: 'One', tags: ['100%_real', 'Pirate'] })
    await made(ada, { name: 'Two', tags: ['pirates'] })
    await made(ada, { name: 'Three', tags: ['pirate'], visibility: 'PRIVATE' })
    expect(await names(eve, { tag: ' PIRATE' })).toEqual(['One'])
    expect(await names(eve, { tag: ' ' })).toEqual([])
    expect(await names(eve, { tag: 'pirate', orderBy: 'MOST_LIKED' })).toEqual(['One'])
    expect(await names(ada, { tag: 'pirate', ownerId: ada.id })).toEqual(['One', 'Three'])
    expect(await names(eve, { tag: 'pirates', search: 'two' })).toEqual(['Two'])
    expect(await names(eve, { tag: '100%_REAL' })).toEqual(['One'])
    expect(await names(eve, { tag: '%' })).toEqual([])
    expect(await app.stranger().codes('{ characters(tag: "") { nodes { id } } }')).toEqual(['BAD_USER_INPUT'])
  })
})

describe('a placeholder', () => {
  const names = { char: '$& {{user}}', user: '{{char}}$1' }

  it('is replaced once, by the name as it is', () => {
    expect(expandPlaceholders('{{char}} and {{USER}}, {{ char }}', names)).toBe(
      '$& {{user}} and {{char}}$1, {{ char }}',
    )
  })

  it('stays when the text has grown by 65,535 code units', () => {
    const text = expandPlaceholders('{{char}}'.repeat(8_000), { ...names, char: 'x'.repeat(100) })
    expect(text.length).toBeLessThanOrEqual(64_000 + 65_535)
    expect(text.startsWith('x'.repeat(71_200))).toBe(true)
    expect(text.endsWith('{{char}}')).toBe(true)
  })
})

describe('example dialogues', () => {
  const expand = (text: string) => expandPlaceholders(text, { char: 'Captain', user: 'ada' })
  const speakers = { names: ['Mira', 'Captain'], expand }
  const exchange = (inputData: string, outputData: string) => ({ inputData, outputData })

  it.each([
    ['', []],
    ['<START>\n\n', []],
    ['{{user}}: Hi\n{{char}}: Ahoy', [exchange('Hi', 'Ahoy')]],
    ['<start>\r\n{{User}}:Hi\r\nMira: Ahoy\r\n', [exchange('Hi', 'Ahoy')]],
    ['{{char}}: Ahoy\nAll hands!', [exchange('...', 'Ahoy\nAll hands!')]],
    ['Ahoy, {{user}}', [exchange('...', 'Ahoy, ada')]],
    ['{{user}}: Hi\nCaptain: I am {{char}}.', [exchange('Hi', 'I am Captain.')]],
    ['{{// a\n{{user}}: note }}{{user}}: Hi\n{{char}}: Ahoy', [exchange('Hi', 'Ahoy')]],
    ['{{user}}: Hi\n{{user}}: You?\n{{char}}: I.\n{{char}}: Me.', [exchange('Hi\nYou?', 'I.\nMe.')]],
    [
      '<START>{{user}}: a\n{{char}}: b<START>{{user}}: c\n<START>\n{{char}}: d',
      [exchange('a', 'b'), exchange('...', 'd')],
    ],
  ])('are exchanges: %j', (text, turns) => {
    expect(exampleTurns(text, speakers)).toEqual(turns)
  })

  it('are at most 50 exchanges', () => {
    expect(exampleTurns('<START>{{char}}: a\n'.repeat(3_000), speakers)).toHaveLength(50)
  })
})

describe('a job', () => {
  const examples = [{ inputData: 'Hello', outputData: 'Ahoy, ada' }]

  it('of a room and of a completion has the texts with the names, and the examples', async () => {
    const { ada, tap } = fixture
    const id = await made(ada, sheet)
    const { greeting, context } = expanded(ada.username)
    const character = {
      name: 'Mira',
      greeting,
      context,
      examples: [{ inputData: 'Hello', outputData: `Ahoy, ${ada.username}` }],
    }
    await fixture.ask({ model: `character/${id}` })
    expect(tap.lastJob.character).toEqual(character)
    const room = await ada.data('mutation ($id: ID) { createChatRoom(input: { characterId: $id }) { room { id } } }', {
      id,
    })
    await ada.say(at(room, 'createChatRoom', 'room', 'id'))
    await fixture.app.idle()
    expect(tap.lastJob).toMatchObject({ message: 'Hello', kind: 'character', character })
  })

  it.each<[string, object, true | undefined]>([
    ['a public one', { greeting: 'Ahoy', exampleDialogues: '<START>{{user}}: Hi\n{{char}}: Ahoy' }, true],
    ['a private one', { greeting: 'Ahoy', visibility: 'PRIVATE' }, undefined],
    ['with the name of the account in it', { greeting: 'Ahoy {{USER}}' }, undefined],
    ['with that name in an example', { exampleDialogues: '{{user}}: Hi\n{{char}}: Ahoy {{user}}' }, undefined],
  ])('says whether every account can read the sheet: %s', async (_, texts, isPublic) => {
    const { ada, tap } = fixture
    const document = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
    const made = await ada.data(document, { input: { name: 'Mira', ...texts } })
    await fixture.ask({ model: `character/${at(made, 'createCharacter', 'character', 'id')}` })
    expect(tap.lastJob.character?.isPublic).toBe(isPublic)
  })

  it('has the prompt of before when the character uses none of the new fields', () => {
    const { character: _character, ...bare } = job({ history: [{ inputData: 'a', outputData: 'b' }] })
    const character = { name: 'Mira', greeting: 'Ahoy', context: 'A sailor' }
    // recorded before characters had examples
    const system =
      'This is a role play between a character and the user. You are the character; the user writes everything else.\n\n' +
      'Keep the personality and the speech style of the character consistent in every reply, and stay in the role. ' +
      "Write only the character's next reply, in the language of the user.\n\nName: Mira\n\n" +
      'Greeting, as an example of the speech style:\nAhoy\n\nPersonality and background:\nA sailor'
    expect(messagesOf(buildPrompt({ ...bare, character, greetingPlace: 'system' }, { now: 0 }))).toEqual([
      { role: 'system', text: system },
      { role: 'user', text: 'a' },
      { role: 'assistant', text: 'b' },
      { role: 'user', text: 'Hello' },
    ])
  })

  it('has its examples before the history, and says so', () => {
    const history = [{ inputData: 'a', outputData: 'b' }]
    const [system, ...others] = messagesOf(buildPrompt(job({ history }), { now: 0 }))
    expect(system?.text).toMatch(/\n\nThe first exchange is an example of the speech style of the character\./)
    expect(others.map(({ text }) => text)).toEqual(['Hello', 'Ahoy, ada', 'a', 'b', 'Hello'])
  })

  it('of a small context loses its examples first, then the oldest exchanges of the history', () => {
    const history = [1, 2, 3].map((count) => ({ inputData: String(count), outputData: 'b'.repeat(400) }))
    const many = Array.from({ length: 3 }, () => ({ inputData: 'q', outputData: 'e'.repeat(400) }))
    const given = job({ history, character: { name: 'Mira', greeting: '', context: '', examples: many } })
    const hosted = (contextTokens: number) => {
      const { character, history: turns } = fitHosted(
        { ...given, contextTokens },
        { maxTokens: 64, reservedTokens: 64, now: 0 },
      ).job
      return `${String(character?.examples?.length)} ${String(turns.length)}`
    }
    const local = (contextSize: number) => {
      const sizes: string[] = []
      const tokensOf = (prompt: Prompt): Token[] => {
        sizes.push(`${String(prompt.examples)} ${String(prompt.turns.length - (prompt.examples ?? 0))}`)
        const length = messagesOf(prompt).reduce((sum, { text }) => sum + Math.ceil(text.length / 4), 0)
        return Array<Token>(length).fill(0 as Token)
      }
      const { turnsKept, turnsDropped } = fitPrompt(buildPrompt(given, { now: 0 }), {
        tokensOf,
        contextSize,
        maxTokens: 64,
      })
      expect([turnsKept + turnsDropped, sizes.some((size) => size.endsWith(` ${String(turnsKept)}`))]).toEqual([
        3,
        true,
      ])
      return turnsKept
    }
    const sizes = Array.from({ length: 66 }, (_, step) => 1_000 - 12 * step)
    const kept = [...new Set(sizes.map(hosted))]
    expect(kept).toEqual(['3 3', '2 3', '1 3', '0 3', '0 2', '0 1', '0 0'])
    expect([...new Set(sizes.map(local))]).toEqual([3, 2, 1, 0])
  })

  function job(parts: Partial<ReplyJob>): ReplyJob {
    const character = { name: 'Mira', greeting: '', context: '', examples }
    const base = { id: 'x', kind: 'character', model: 'Local', message: 'Hello', history: [], character } as const
    return { ...base, searchAccess: false, deadline: Number.MAX_SAFE_INTEGER, ...parts }
  }
})
