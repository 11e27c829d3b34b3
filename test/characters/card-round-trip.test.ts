import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CharacterCardTable, CharacterTable } from '../../src/database/tables/characters.js'
import { knownFiles } from '../../src/database/statements/known-files.js'
import { unzip } from '../support/accounts/unzip.js'
import { at, type Person } from '../support/app/person.js'
import { archiveOf, base64, pngWith, textChunk } from '../support/characters/card-files.js'
import { ImageFixture } from '../support/images/image-fixture.js'

let fixture: ImageFixture
beforeAll(async () => {
  fixture = await ImageFixture.open()
})
afterAll(() => fixture.close())

const path = '/api/characters/cards'
const data = {
  name: 'Mira\n',
  description: '<BOT> is a captain.',
  personality: 'calm',
  scenario: '',
  first_mes: 'Ahoy',
  mes_example: '',
  creator_notes: 'Kind.',
  system_prompt: '',
  post_history_instructions: '',
  alternate_greetings: [],
  tags: ['Sea', 'sea', ' '],
  creator: 'Ada',
  character_version: '1',
  extensions: { unknown: { deep: [1, null, 1.5] } },
  of_another_program: 7,
}
/** With copies of its fields at the root, as SillyTavern writes cards. */
const v3 = {
  name: 'Mira\n',
  description: data.description,
  creatorcomment: 'Kind.',
  create_date: '2026-1-1',
  talkativeness: '0.5',
  spec: 'chara_card_v3',
  spec_version: '3.0',
  data: {
    ...data,
    nickname: 'Captain',
    group_only_greetings: [],
    assets: [{ type: 'icon', name: 'main', ext: 'png', uri: 'ccdefault:' }],
  },
}
const notes = {
  system_prompt: '{{original}} Speak like a sailor.',
  post_history_instructions: 'Stay short.',
  alternate_greetings: ['Avast, <USER>!', ''],
  extensions: { ...data.extensions, depth_prompt: { prompt: 'She limps.', depth: '2', role: 1, mine: 1 } },
}
const v2 = { spec: 'chara_card_v2', spec_version: '2.0', data, create_date: '2026-1-1' }

async function imported(card: object | Buffer, key?: string) {
  const file = Buffer.isBuffer(card) ? card : Buffer.from(JSON.stringify(card))
  const { status, body } = await fixture.submit(path, [['card', file]], key === undefined ? {} : { key })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as { readonly id: number; readonly notices: readonly object[] }
}

const hasArchive = async (id: number) => {
  const { characterCard } = await fixture.ada.data('query ($id: ID!) { characterCard(id: $id) { hasArchive } }', { id })
  return characterCard
}

async function exported(id: number, format = 'json', by: Person = fixture.ada) {
  const url = `${fixture.app.url}/api/characters/${String(id)}/card?format=${format}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${by.token}` } })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), bytes }
}

const cardOf = async (id: number) => JSON.parse((await exported(id)).bytes.toString()) as typeof v3

const edit = (id: number, input: object) =>
  fixture.ada.data(
    'mutation ($id: ID!, $input: UpdateCharacterInput!) { updateCharacter(id: $id, input: $input) { character { id } } }',
    { id: String(id), input },
  )

const change = async (id: number, body: object) =>
  expect((await fixture.ada.rest('PUT', `/api/characters/${String(id)}`, body)).status).toBe(200)

function chunksOf(png: Buffer): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) !== 'tEXt') continue
    const [keyword = '', text = ''] = png.toString('latin1', at + 8, at + 8 + png.readUInt32BE(at)).split('\0')
    texts.set(keyword, text)
  }
  return texts
}

const decoded = (text = '') => JSON.parse(Buffer.from(text, 'base64').toString()) as unknown

describe('an imported card', () => {
  it.each([
    ['version 2', v2],
    ['version 3', v3],
  ])('of %s leaves as it came', async (_version, card) => {
    const text = JSON.stringify(card, null, 2)
    const { id } = await imported(Buffer.from(text))
    expect((await exported(id)).bytes.toString()).toBe(text)
  })

  it.each<[string, object, object, object]>([
    ['name', { name: 'Nora' }, { name: 'Nora' }, { name: 'Nora' }],
    ['greeting', { greeting: null }, { first_mes: '' }, {}],
    ['example dialogues', { exampleDialogues: 'x' }, { mes_example: 'x' }, {}],
    ['description', { description: 'New.' }, { creator_notes: 'New.' }, { creatorcomment: 'New.' }],
    ['tags', { tags: ['New'] }, { tags: ['New'] }, {}],
    ['context', { context: 'New.' }, { description: 'New.', personality: '' }, { description: 'New.' }],
  ])('changes with its %s, and nowhere else', async (_field, sent, edits, atRoot) => {
    const { id } = await imported(v3)
    await change(id, sent)
    expect(await cardOf(id)).toEqual({ ...v3, ...atRoot, data: { ...v3.data, ...edits } })
  })

  it('without a version of its form does not get one', async () => {
    const { spec_version: _, ...card } = v3
    const { id } = await imported(card)
    await edit(id, { greeting: 'Hello' })
    expect(await cardOf(id)).toEqual({ ...card, data: { ...card.data, first_mes: 'Hello' } })
  })

  it.each<[string, object, object]>([
    ['nickname', { nickname: null }, { nickname: '' }],
    ['further greetings', { alternateGreetings: ['Hoy'] }, { alternate_greetings: ['Hoy'] }],
    ['system prompt', { systemPrompt: 'Be {{char}}.' }, { system_prompt: 'Be {{char}}.' }],
    ['instructions', { postHistoryInstructions: null }, { post_history_instructions: '' }],
    [
      'note',
      { depthNote: { text: 'New.', depth: 7, role: 'ASSISTANT' } },
      { extensions: { ...notes.extensions, depth_prompt: { prompt: 'New.', depth: 7, role: 'assistant', mine: 1 } } },
    ],
    [
      'note when that is removed',
      { depthNote: null },
      { extensions: { ...notes.extensions, depth_prompt: { prompt: '', depth: '2', role: 1, mine: 1 } } },
    ],
  ])('changes with its %s, and nowhere else', async (_field, input, edits) => {
    const card = { ...v3, data: { ...v3.data, ...notes } }
    const { id, notices } = await imported(card)
    const fields = ['name', 'of_another_program', 'extensions.unknown']
    expect(notices.map((each) => Reflect.get(each, 'field') as string)).toEqual(fields)
    expect(await cardOf(id)).toEqual(card)
    await edit(id, input)
    expect(await cardOf(id)).toEqual({ ...card, data: { ...card.data, ...edits } })
  })

  it('of an earlier version keeps what was not read of it', async () => {
    const card = { ...v3, data: { ...v3.data, ...notes } }
    const { id } = await imported(card)
    const context = 'Speak like a sailor.\n\n{{char}} is a captain.\n\nPersonality: calm'
    const none = { nickname: null, systemPrompt: null, postHistoryInstructions: null, depthNote: null }
    await fixture.app.app.database.write(async (db) => {
      await db.update(CharacterCardTable, { characterId: id }, { hasNotes: false })
      await db.update(CharacterTable, { id }, { ...none, alternateGreetings: [], context })
    })
    expect(await cardOf(id)).toEqual(card)
    await edit(id, { context: 'New.', nickname: 'Mi' })
    const edits = { description: 'New.', personality: '', system_prompt: '', nickname: 'Mi' }
    expect(await cardOf(id)).toEqual({ ...card, description: 'New.', data: { ...card.data, ...edits } })
  })

  it('does not change when a field is sent as it is', async () => {
    const { id } = await imported(v3)
    await change(id, { name: 'Mira', tags: ['Sea'], context: '{{char}} is a captain.\n\nPersonality: calm' })
    expect(await cardOf(id)).toEqual(v3)
  })

  it('with signs in its greetings that separate lists elsewhere keeps each greeting whole', async () => {
    const greetings = ['one|||two', '|||', 'three||| ', '||| four', 'a\n|||\nb', '<START>|||<START>', '["five","six"]']
    const signs = { ...v2, data: { ...data, first_mes: 'first|||second', alternate_greetings: greetings } }
    const { id } = await imported(Buffer.from(JSON.stringify(signs, null, 1)))
    const read = 'query ($id: ID!) { character(id: $id) { greeting source { greeting alternateGreetings } } }'
    const texts = { greeting: 'first|||second', alternateGreetings: greetings }
    const seen = async () => (await fixture.ada.data(read, { id: String(id) }))['character']
    expect(await seen()).toEqual({ greeting: texts.greeting, source: texts })
    // as the editor sends it
    await edit(id, { ...texts, description: 'Kind.', nickname: null })
    expect((await exported(id)).bytes.toString()).toBe(JSON.stringify(signs, null, 1))
    await edit(id, { ...texts, description: 'Changed.' })
    const changed = { ...signs.data, creator_notes: 'Changed.' }
    expect(await cardOf(id)).toEqual({ ...signs, data: changed })
    expect(await seen()).toEqual({ greeting: texts.greeting, source: texts })
  })

  it('of an older form with its further greetings in one text has one of them', async () => {
    const { id } = await imported({ name: 'Mira', description: 'x', first_mes: 'Hi', alternate_greetings: 'a|||b' })
    const query = 'query ($id: ID!) { character(id: $id) { alternateGreetings } }'
    expect((await fixture.ada.data(query, { id: String(id) }))['character']).toEqual({ alternateGreetings: ['a|||b'] })
    expect(await cardOf(id)).toMatchObject({ data: { alternate_greetings: 'a|||b' } })
  })

  it('of version 1 leaves as version 2', async () => {
    const { id } = await imported({ name: 'Mira', description: 'A captain.', personality: null, other: 1 })
    expect(await cardOf(id)).toMatchObject({
      spec: 'chara_card_v2',
      data: { name: 'Mira', description: 'A captain.', personality: '', extensions: {}, other: 1 },
    })
  })

  it('of version 1 leaves with tags that a character cannot have', async () => {
    const tags = [...Array.from({ length: 70 }, (_, n) => `tag ${String(n)}`), 'x'.repeat(65)]
    const one = { name: 'Mira', description: 'A captain.' }
    const { id } = await imported({ ...one, tags })
    expect((await cardOf(id)).data.tags).toEqual(tags)
    const { id: other } = await imported({ ...one, tags: tags.join(', ') })
    expect((await cardOf(other)).data.tags).toEqual(tags)
    await change(id, { tags: ['New'] })
    expect((await cardOf(id)).data.tags).toEqual(['New'])
  })

  it.each([{ spec: null, spec_version: null }, { spec_version: '1.0' }, { spec: null, spec_version: '3.0' }])(
    'with %j and an object data leaves as version 2',
    async (version) => {
      const { id } = await imported({ ...version, data, mine: 1 })
      expect(await cardOf(id)).toEqual({ spec: 'chara_card_v2', spec_version: '2.0', data, mine: 1 })
      const { id: agnai } = await imported({ ...version, name: 'Mira', persona: 'A captain.' })
      const card = await cardOf(agnai)
      expect(card).toMatchObject({ spec: 'chara_card_v2', spec_version: '2.0' })
      expect(card.data).not.toHaveProperty('spec_version')
    },
  )

  it('of version 3 is in a PNG for programs of version 2 too, with its assets', async () => {
    const assets = [textChunk('chara-ext-asset_:0', base64('sound')), textChunk('chara-ext-asset_:1', 'x')]
    const chunks = [textChunk('chara', base64(v2)), textChunk('ccv3', base64(v3)), textChunk('Title', 'x'), ...assets]
    const { id, notices } = await imported(pngWith(fixture.png, ...chunks))
    expect(notices).toEqual(
      expect.arrayContaining([
        {
          ...{ code: 'LEFT_OUT', reason: 'OTHER_TEXTS', field: 'PNG', detail: 'Title' },
          message: 'Other texts of the PNG are not kept: Title.',
        },
        expect.objectContaining({ code: 'NOT_PLAYED', reason: 'ASSETS_NOT_SHOWN', field: 'assets' }),
      ]),
    )
    const texts = chunksOf((await exported(id, 'png')).bytes)
    expect([...texts.keys()]).toEqual(['chara', 'ccv3', 'chara-ext-asset_:0', 'chara-ext-asset_:1'])
    expect(texts.get('chara-ext-asset_:0')).toBe(base64('sound'))
    expect(decoded(texts.get('ccv3'))).toEqual(v3)
    expect(decoded(texts.get('chara'))).toEqual({ ...v3, spec: 'chara_card_v2', spec_version: '2.0' })
  })

  it('of version 2 is in a PNG in one chunk', async () => {
    const { id } = await imported(pngWith(fixture.png, textChunk('chara', base64(v2))))
    expect([...chunksOf((await exported(id, 'png')).bytes).keys()]).toEqual(['chara'])
  })

  it('of an archive leaves as one, with its files and what was changed', async () => {
    const files = { 'assets/a.png': fixture.png, 'x_meta/0.json': '{}', 'module.risum': 'risu' }
    const { id } = await imported(await archiveOf({ 'card.json': JSON.stringify(v3), ...files }))
    await change(id, { greeting: 'Avast!' })
    const { type, bytes } = await exported(id, 'charx')
    expect(await hasArchive(id)).toEqual({ hasArchive: true })
    expect(type).toBe('application/zip')
    const { 'card.json': json, ...others } = Object.fromEntries(await unzip(bytes))
    expect(JSON.parse(String(json))).toEqual({ ...v3, data: { ...v3.data, first_mes: 'Avast!' } })
    expect(others).toEqual(
      Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)])),
    )
    const again = await imported(bytes)
    expect((await exported(again.id, 'charx')).status).toBe(200)
  })

  it('does not leave as an archive unless it came in one', async () => {
    const text = await imported(v3)
    expect((await exported(text.id, 'charx')).status).toBe(404)
    expect(await hasArchive(text.id)).toEqual({ hasArchive: false })
  })
})

describe('the assets of a card', () => {
  const archive = () => archiveOf({ 'card.json': JSON.stringify(v3), 'a.ogg': 'sound' })
  const fileOf = async (id: number) => {
    const card = await fixture.app.app.database.read((db) => db.selectOne(CharacterCardTable, { characterId: id }))
    return card?.fileId ?? ''
  }
  const isKnown = async (file: string) =>
    (await fixture.app.app.database.read((db) => knownFiles(db, [file]))).has(file)

  it('cannot be fetched as an image, and are known to the sweep', async () => {
    const file = await fileOf((await imported(await archive())).id)
    expect((await fetch(`${fixture.app.url}/thumbnail?id=${file}`)).status).toBe(404)
    expect(await isKnown(file)).toBe(true)
    expect(await fixture.images.store.find(file)).toBeDefined()
  })

  it('are not stored again by a retry, nor for the key of another card', async () => {
    const before = await fixture.count()
    const card = await archive()
    const first = await imported(card, 'assets')
    expect(await fixture.count()).toBe(before + 1)
    expect(await imported(card, 'assets')).toEqual(first)
    const other = await archiveOf({ 'card.json': JSON.stringify({ ...v3, data: { name: 'Other' } }), 'a.ogg': 'sound' })
    const { status } = await fixture.submit(path, [['card', other]], { key: 'assets' })
    expect(status).toBe(409)
    expect(await fixture.count()).toBe(before + 1)
  })

  it('are deleted with the character, and with the account', async () => {
    const { id } = await imported(await archive())
    const file = await fileOf(id)
    expect((await fixture.ada.rest('DELETE', `/api/characters/${String(id)}`)).status).toBe(204)
    expect(await fixture.images.store.find(file)).toBeUndefined()
    const eve = await fixture.app.person('eve')
    const { body } = await fixture.submit(path, [['card', await archive()]], { by: eve })
    const other = await fileOf((body as { id: number }).id)
    await eve.data('mutation { deleteAccount { __typename } }')
    expect(await fixture.images.store.find(other)).toBeUndefined()
  })

  it('that are lost leave the card without them', async () => {
    const { id } = await imported(await archive())
    await fixture.images.store.delete(await fileOf(id))
    expect([...(await unzip((await exported(id, 'charx')).bytes)).keys()]).toEqual(['card.json'])
  })
})

describe('an import reports', () => {
  const notices = async (card: object) => (await imported(card)).notices
  const named = (card: object) => ({
    ...v2,
    data: { ...data, name: 'Mira', tags: [], extensions: {}, of_another_program: '', ...card },
  })

  it('nothing of a card of which everything is played', async () => {
    const empty = {
      alternate_greetings: [''],
      character_book: { name: 'x', entries: [] },
      nickname: 'Captain',
      post_history_instructions: 'Stay short.',
      extensions: null,
      group_only_greetings: [],
    }
    expect(await notices(named({ ...empty, talkativeness: null }))).toEqual([])
  })

  it.each<[field: string, value: unknown, reason: string]>([
    ...[
      'description',
      'scenario',
      'mes_example',
      'creator_notes',
      'system_prompt',
      'post_history_instructions',
      'tags',
    ].map((field): [string, unknown, string] => [field, 5, 'FIELD_TYPE']),
    ['creator_notes', {}, 'FIELD_TYPE'],
    ['first_mes', ['x'], 'FIELD_TYPE'],
    ['tags', { sea: true }, 'FIELD_TYPE'],
    ['extensions', 5, 'FIELD_TYPE'],
    ['extensions', { depth_prompt: 5 }, 'NOTE_REFUSED'],
    ['assets', [['x']], 'ASSETS_NOT_SHOWN'],
    ['nickname', 5, 'NICKNAME_REFUSED'],
  ])('%s of another type: %j', async (field, value, reason) => {
    const card = named({ [field]: value })
    const { id, notices: found } = await imported(card)
    expect(found).toMatchObject([{ code: 'NOT_PLAYED', reason }])
    // as it came
    expect(await cardOf(id)).toEqual(card)
  })

  it('the placeholders that stay as they are, by field', async () => {
    const card = named({
      ...{ description: '{{char}} {{personality}}', first_mes: '{{isotime}} {{newline}} {{roll 1d6}}' },
      ...{ alternate_greetings: ['{{setvar::a::b}}'], system_prompt: '{{original}} {{// x}}' },
      character_book: { entries: [{ keys: ['sea'], content: '{{lastMessage}}' }] },
    })
    const found = (await notices(card)) as readonly Record<string, string>[]
    expect(found.map(({ reason, field, detail }) => [reason, field, detail])).toEqual([
      ['UNKNOWN_PLACEHOLDERS', 'description', '{{personality}}'],
      ['UNKNOWN_PLACEHOLDERS', 'first_mes', '{{isotime}}'],
      ['UNKNOWN_PLACEHOLDERS', 'alternate_greetings', '{{setvar}}'],
      ['UNKNOWN_PLACEHOLDERS', 'character_book', '{{lastMessage}}'],
    ])
  })

  it('each field that is kept without an effect', async () => {
    const kept = {
      alternate_greetings: ['Avast!', ...Array<string>(100).fill('x')],
      character_book: { entries: [{ keys: ['sea'], content: 'wide' }] },
      group_only_greetings: ['All of you!'],
      nickname: 'x'.repeat(101),
      extensions: { depth_prompt: { prompt: 'x', depth: -1 }, fav: true, regex_scripts: [{}], mine: 1, empty: {} },
      of_another_program: 7,
    }
    const reported = (await notices(named(kept))) as readonly { code: string; field: string; message: string }[]
    const fields = ['group_only_greetings', 'alternate_greetings', 'nickname', 'of_another_program']
    expect(reported.map(({ field }) => field).sort()).toEqual(
      [...fields, 'extensions.depth_prompt', 'extensions.mine'].sort(),
    )
    expect(new Set(reported.map(({ code }) => code))).toEqual(new Set(['NOT_PLAYED']))
  })

  it.each<[string, object, object]>([
    [
      'a name with a line break',
      named({ name: ' Mira\r\n' }),
      { code: 'READ_AS', reason: 'NAME_TRIMMED', field: 'name', detail: null },
    ],
    ['tags in one text', named({ tags: 'sea, captain' }), { code: 'READ_AS', reason: 'TAGS_SPLIT', field: 'tags' }],
    [
      'too many tags',
      named({ tags: Array.from({ length: 65 }, String) }),
      { code: 'LEFT_OUT', reason: 'MANY_TAGS', field: 'tags', detail: '1' },
    ],
    [
      'a long tag',
      named({ tags: ['x'.repeat(65), 'sea'] }),
      { code: 'LEFT_OUT', reason: 'TAGS_REFUSED', field: 'tags', detail: '1' },
    ],
    [
      'data without a spec',
      { data: { name: 'Mira', description: 'x' } },
      { code: 'READ_AS', reason: 'SPEC_MISSING', field: 'spec' },
    ],
    [
      'a spec without data',
      { spec: 'chara_card_v2', name: 'Mira', description: 'x' },
      { code: 'READ_AS', reason: 'DATA_WITHOUT_CHARACTER', field: 'data' },
    ],
    ...[[], {}, true, 2.5, 'deep'].map((depth): [string, object, object] => [
      `a note with the depth ${JSON.stringify(depth)}`,
      named({ extensions: { depth_prompt: { prompt: 'x', depth } } }),
      { code: 'NOT_PLAYED', field: 'extensions.depth_prompt' },
    ]),
    [
      'a position of the lorebook in a word',
      named({ character_book: { entries: [{ keys: ['magic'], content: 'x', position: 'outlet' }] } }),
      { code: 'READ_AS', field: 'character_book.entries.position' },
    ],
  ])('%s', async (_fault, card, notice) => {
    expect(await notices(card)).toEqual([expect.objectContaining({ ...notice, message: expect.any(String) })])
  })

  it('at most 100 things, and how many more there are', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, n) => [`field ${String(n)} ${'x'.repeat(150)}`, n]),
    )
    const reported = (await notices({ name: 'Mira', description: 'x', ...many })) as readonly {
      message: string
      field: string
    }[]
    expect(reported).toHaveLength(100)
    expect(reported.at(-1)?.message).toMatch(/^4,901 more fields/)
    expect(reported[0]?.field).toHaveLength(101)
  })
})

describe('the lorebook of a card', () => {
  const [sea, ship] = [
    {
      ...{ id: 7, keys: ['sea'], content: 'Wide.', insertion_order: 1, enabled: true },
      extensions: { probability: 50, unknown: { deep: [null] } },
    },
    { keys: ['ship'], content: 'Old.', insertion_order: 2, enabled: true, extensions: {}, of_another_program: 1.5 },
  ]
  const book = { name: 'Sea', scan_depth: 2, extensions: { mine: 1 }, of_another_program: 7, entries: [sea, ship] }
  const withBook = (character_book: unknown) => ({ ...v3, data: { ...v3.data, character_book } })
  /** With a copy at the root. */
  const card = { ...withBook(book), character_book: book }
  const text = JSON.stringify(card, null, 2)
  const booksOf = async (characterId: number) =>
    (
      (await fixture.ada.data('query ($id: ID!) { myLorebooks(characterId: $id) { nodes { id } } }', {
        id: String(characterId),
      })) as { myLorebooks: { nodes: readonly { readonly id: string }[] } }
    ).myLorebooks.nodes.map(({ id }) => id)
  const edit = async (id: string | undefined, input: object) =>
    fixture.ada.data(
      'mutation ($id: ID!, $input: UpdateLorebookInput!) { updateLorebook(id: $id, input: $input) { lorebook { id } } }',
      { id, input },
    )
  const importBook = async (file: object, more: object = {}) =>
    at(
      await fixture.ada.data(
        'mutation ($input: ImportLorebookInput!) { importLorebook(input: $input) { lorebook { id } } }',
        { input: { book: JSON.stringify(file), ...more } },
      ),
      'importLorebook',
      'lorebook',
      'id',
    )
  const worldInfo = { entries: { '0': { uid: 0, key: ['queen'], content: 'She rules.', probability: 50 } } }

  it.each([
    ['JSON', 'json', () => Buffer.from(text)],
    ['a PNG', 'png', () => pngWith(fixture.png, textChunk('ccv3', Buffer.from(text).toString('base64')))],
    ['an archive', 'charx', () => archiveOf({ 'card.json': text })],
  ])('leaves byte for byte in %s, and is one of the person', async (_form, format, file) => {
    const sent = await file()
    const { id } = await imported(sent, `book-${format}`)
    expect((await imported(sent, `book-${format}`)).id).toBe(id)
    expect(await booksOf(id)).toHaveLength(1)
    const { bytes } = await exported(id, format)
    const inPng = () => Buffer.from(chunksOf(bytes).get('ccv3') ?? '', 'base64')
    const json = format === 'charx' ? (await unzip(bytes)).get('card.json') : format === 'png' ? inPng() : bytes
    expect(String(json)).toBe(text)
  })

  it('leaves with one entry edited and everything else as it came, and as it came when that is undone', async () => {
    const { id } = await imported(Buffer.from(text))
    const [bookId] = await booksOf(id)
    await edit(bookId, { entries: [{ id: '1', content: 'Deep.' }] })
    const edited = { ...book, entries: [{ ...sea, content: 'Deep.' }, ship] }
    expect(await cardOf(id)).toEqual({ ...withBook(edited), character_book: edited })
    await change(id, { greeting: 'Avast!' })
    expect((await cardOf(id)).data).toMatchObject({ first_mes: 'Avast!', character_book: edited })
    await change(id, { greeting: 'Ahoy' })
    await edit(bookId, { entries: [{ id: '1', content: 'Wide.' }] })
    expect((await exported(id)).bytes.toString()).toBe(text)
  })

  it('does not leave once it was deleted', async () => {
    const { id } = await imported(card)
    const [bookId] = await booksOf(id)
    await fixture.ada.data('mutation ($id: ID!) { deleteLorebook(id: $id) { deletedLorebookId } }', { id: bookId })
    const without = await cardOf(id)
    expect(without).toEqual(v3)
    expect([...Object.keys(without), ...Object.keys(without.data)]).not.toContain('character_book')
  })

  it('leaves in the form of cards after it was replaced from a file of world info', async () => {
    const { id } = await imported(card)
    const [replacesId] = await booksOf(id)
    await importBook(worldInfo, { replacesId })
    expect((await cardOf(id)).data).toMatchObject({
      character_book: { entries: [{ keys: ['queen'], content: 'She rules.', extensions: { probability: 50 } }] },
    })
  })

  it('is the one that was attached first, for its owner, where the card came without one', async () => {
    const { id } = await imported(v3)
    const [lorebookId, second] = [await importBook(worldInfo), await importBook({ entries: [ship] })]
    const input = { characterId: String(id) }
    const attach = 'mutation ($input: LorebookUseInput!) { attachLorebook(input: $input) { lorebook { id } } }'
    for (const each of [lorebookId, second]) await fixture.ada.data(attach, { input: { ...input, lorebookId: each } })
    expect((await cardOf(id)).data).toMatchObject({ character_book: { entries: [{ keys: ['queen'] }] } })
    const admin = await fixture.app.admin()
    expect(JSON.parse((await exported(id, 'json', admin)).bytes.toString())).toEqual(v3)
    for (const each of [lorebookId, second])
      await fixture.ada.data(attach.replaceAll('attach', 'detach'), { input: { ...input, lorebookId: each } })
    expect((await exported(id)).bytes.toString()).toBe(JSON.stringify(v3))
  })

  it('that has entries which break a rule is played without them, and leaves with them', async () => {
    const faulty = withBook({ entries: [sea, { keys: ['x'], name: 'second' }, { keys: 7, content: 'x' }] })
    const { id, notices } = await imported(faulty)
    const detail = 'entry 2 ("second"): content is missing; entry 3: keys is not a list'
    expect(notices).toContainEqual({
      ...{ code: 'NOT_PLAYED', reason: 'ENTRIES_FAULTY', field: 'character_book.entries', detail },
      message: `Entries that break a rule are kept, and not played: ${detail}.`,
    })
    expect(await booksOf(id)).toHaveLength(1)
    expect(await cardOf(id)).toEqual(faulty)
  })

  it.each([
    [
      'more entries than a lorebook has',
      { entries: Array.from({ length: 2_001 }, () => ship) },
      'has more than 2,000 entries',
    ],
    ['no list', 'sea', 'is not a JSON object'],
  ])('with %s is kept in the card alone', async (_fault, value, reason) => {
    const kept = withBook(value)
    const { id, notices } = await imported(kept)
    expect(notices).toContainEqual({
      ...{ code: 'NOT_PLAYED', reason: 'BOOK_UNREADABLE', field: 'character_book', detail: reason },
      message: `The lorebook ${reason}. It is kept and leaves with the card, and is not played.`,
    })
    expect(await booksOf(id)).toEqual([])
    expect(await cardOf(id)).toEqual(kept)
  })

  it('is reported with what of it is not played, each kind once', async () => {
    const entries = [
      { keys: ['a+', '/(?<=x)y/'], use_regex: true, content: 'x', extensions: { probability: 10, position: 6 } },
      { keys: ['/(a)\\1/'], content: 'x', extensions: { probability: 20, delay_until_recursion: true, sticky: 2 } },
      { keys: ['c'], content: 'x', extensions: { sticky: 1 } },
    ]
    const { notices } = await imported({
      ...v2,
      data: { ...data, of_another_program: '', extensions: {}, character_book: { recursive_scanning: true, entries } },
    })
    const recursion = 'Entries do not wake each other. Those that wait for others are woken by their own keys: 1.'
    const messages = notices as readonly { code: string; field: string; message: string }[]
    const ofBook = messages.filter(({ field }) => field.startsWith('character_book'))
    expect(ofBook.map(({ code, field, message }) => [code, field.slice(15), message])).toEqual([
      ['NOT_PLAYED', 'recursive_scanning', recursion],
      ['NOT_PLAYED', 'entries.probability', expect.stringMatching(/: 2\.$/)],
      ['READ_AS', 'entries.position', expect.stringMatching(/: 1\.$/)],
      ['NOT_PLAYED', 'entries.keys', expect.stringMatching(/: 2\.$/)],
      ['NOT_PLAYED', 'entries.sticky', expect.stringMatching(/: 2\.$/)],
    ])
  })
})

describe('a file of an older form', () => {
  const character = { name: 'Mira', context: 'A captain.', greeting: 'Ahoy' }
  it.each<[string, object, object]>([
    [
      'Pygmalion',
      {
        char_name: 'Mira',
        char_persona: 'A captain.',
        char_greeting: 'Ahoy',
        world_scenario: '',
        example_dialogue: 'x',
      },
      { exampleDialogues: 'x' },
    ],
    ['text-generation-webui', { name: 'Mira', context: 'A captain.', greeting: 'Ahoy' }, {}],
    [
      'Agnai',
      {
        kind: 'character',
        name: 'Mira',
        persona: { kind: 'text', attributes: { text: ['A captain.'] } },
        greeting: 'Ahoy',
        sampleChat: 'x',
        scenario: '',
        description: 'Kind.',
      },
      { exampleDialogues: 'x', description: 'Kind.' },
    ],
  ])('of %s becomes a character', async (program, file, more) => {
    const made = await imported(file)
    expect(made).toMatchObject({ ...character, ...more })
    expect(made.notices).toContainEqual({
      ...{ code: 'READ_AS', reason: 'OLDER_FORM', field: 'spec', detail: program },
      message: `The file is read as a character of ${program}.`,
    })
    expect(await cardOf(made.id)).toMatchObject({
      spec: 'chara_card_v2',
      data: { description: 'A captain.', first_mes: 'Ahoy' },
    })
  })

  it('of Agnai with attributes has a line for each', async () => {
    const persona = { kind: 'wpp', attributes: { job: ['captain', 'pilot'], mood: ['calm'] } }
    const made = await imported({ name: 'Mira', persona, greeting: 'Ahoy' })
    expect(made).toMatchObject({ context: 'job: captain, pilot\nmood: calm' })
  })

  it('of Agnai with attributes that are not texts has numbers and names the rest', async () => {
    const attributes = { species: ['human', 5], age: [30], calm: true, ship: [{ name: 'x' }, null] }
    const made = await imported({ name: 'Mira', persona: { kind: 'sbf', attributes }, greeting: 'Ahoy' })
    expect(made).toMatchObject({ context: 'species: human, 5\nage: 30\ncalm: true\nship: ' })
    expect(made.notices).toContainEqual({
      ...{ code: 'LEFT_OUT', reason: 'VALUES_REFUSED', field: 'persona.attributes.ship', detail: '1' },
      message: 'Values that are not texts, numbers, true or false: 1.',
    })
  })

  it('of Agnai has its memory as lorebook, which leaves in its form', async () => {
    const characterBook = { kind: 'memory', entries: [{ name: 'Sea', entry: 'Salt.', keywords: ['sea'], weight: 1 }] }
    const made = await imported({ name: 'Mira', persona: 'A captain.', characterBook })
    expect((await cardOf(made.id)).data).toMatchObject({ character_book: characterBook })
    const books =
      'query ($id: ID) { myLorebooks(first: 2, characterId: $id) { nodes { entries { nodes { content } } } } }'
    expect(await fixture.ada.data(books, { id: String(made.id) })).toMatchObject({
      myLorebooks: { nodes: [{ entries: { nodes: [{ content: 'Salt.' }] } }] },
    })
  })

  it.each([
    [{ depth: 3, prompt: '' }, []],
    [{ depth: 3, prompt: 'x' }, ['insert']],
  ])('of Agnai with the insert %j names it where it has a text', async (insert, fields) => {
    const { notices } = await imported({ name: 'Mira', persona: 'A captain.', insert })
    expect(notices.map((each) => Reflect.get(each, 'field') as string)).toEqual(['spec', ...fields])
  })
})

describe('a card of version 1', () => {
  const mira = { name: 'Mira', description: 'A captain.', personality: 'calm' }

  it('has what stands under the names of other programs', async () => {
    const sent = {
      ...mira,
      first_mes: '',
      firstMessage: 'Ahoy',
      examples_of_dialogue: 'x',
      systemPrompt: 'Speak shortly.',
    }
    const made = await imported({ ...sent, greeting: 'Hello', alternateGreetings: ['Hey'] })
    const context = 'A captain.\n\nPersonality: calm'
    expect(made).toMatchObject({ greeting: 'Ahoy', exampleDialogues: 'x', context })
    const readAs = (field: string, name: string) => ({
      ...{ code: 'READ_AS', reason: 'FIELD_RENAMED', field, detail: name },
      message: `It is read as the field ${name} of a card.`,
    })
    expect(made.notices.slice(0, 4)).toEqual([
      readAs('firstMessage', 'first_mes'),
      readAs('examples_of_dialogue', 'mes_example'),
      readAs('systemPrompt', 'system_prompt'),
      readAs('alternateGreetings', 'alternate_greetings'),
    ])
    expect(made.notices).toContainEqual(expect.objectContaining({ code: 'NOT_PLAYED', field: 'greeting' }))
    expect((await cardOf(made.id)).data).toMatchObject({
      first_mes: 'Ahoy',
      greeting: 'Hello',
      alternate_greetings: ['Hey'],
    })
  })

  it('does not name copies of its fields under the names of another program', async () => {
    const { notices } = await imported({ ...mira, char_name: 'Mira', char_persona: 'A captain.' })
    expect(notices).toEqual([])
  })

  it.each<[string, object, readonly string[]]>([
    ['without spec', {}, []],
    ['of version 3', { spec: 'chara_card_v3', spec_version: '3.0' }, ['READ_AS']],
  ])('%s has a part of its fields in an object data', async (_version, spec, codes) => {
    const book = { entries: [{ keys: ['sea'], content: 'Blue.' }] }
    const made = await imported({ ...spec, ...mira, data: { description: '', first_mes: '', character_book: book } })
    expect(made).toMatchObject({ name: 'Mira', context: 'A captain.\n\nPersonality: calm' })
    expect(made.notices).toMatchObject(codes.map((code) => ({ code, field: 'data' })))
    const filter = { characterId: String(made.id) }
    const books =
      'query ($characterId: ID) { myLorebooks(first: 2, characterId: $characterId) { nodes { entryCount } } }'
    expect(await fixture.ada.data(books, filter)).toMatchObject({
      myLorebooks: { nodes: [{ entryCount: 1 }] },
    })
  })
})
