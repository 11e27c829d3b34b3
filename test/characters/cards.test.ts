import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { cardRefusals } from '../../src/characters/cards/card-fault.js'
import { CharacterCardTable } from '../../src/database/tables/characters.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { chunk, noise } from '../support/images/pictures.js'

let app: TestApp
let ada: Person
let eve: Person
let picture: Buffer
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  eve = await app.person('eve')
  picture = await noise(4, 3).png().toBuffer()
})
afterAll(() => app.close())

const importCharacter = `mutation ($input: ImportCharacterInput!) {
  importCharacter(input: $input) {
    character { id name tags imageUrl visibility source {
      greeting context description exampleDialogues systemPrompt postHistoryInstructions alternateGreetings depthNote { text depth role }
    } }
  }
}`
const readCard = 'query ($id: ID!) { characterCard(id: $id) { json png } }'

interface Imported {
  readonly id: string
  readonly imageUrl: string | null
}

async function imported(card: string | object | Buffer, more: object = {}): Promise<Imported> {
  const { importCharacter: payload } = await ada.data(importCharacter, { input: { card: sent(card), ...more } })
  return (payload as { character: Imported }).character
}

const sent = (card: string | object | Buffer): string =>
  typeof card === 'string' ? card : Buffer.isBuffer(card) ? card.toString('base64') : JSON.stringify(card)

interface Exported {
  readonly spec: string
  readonly data: Record<string, unknown>
}

async function exported(id: string): Promise<{ readonly card: Exported; readonly png: string | null }> {
  const { characterCard } = await ada.data(readCard, { id })
  const { json, png } = characterCard as { json: string; png: string | null }
  return { card: JSON.parse(json) as Exported, png }
}

const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')
const textChunk = (keyword: string, text: string) => chunk('tEXt', `${keyword}\0${text}`)
/** The picture with these chunks after its header. */
const png = (...chunks: Buffer[]) => Buffer.concat([picture.subarray(0, 33), ...chunks, picture.subarray(33)])

const v1 = {
  name: 'Mira',
  description: '<BOT> is a captain.',
  personality: 'calm',
  scenario: 'A ship.',
  first_mes: 'Ahoy, <user>!',
  mes_example: '<START>\n{{user}}: Hi\n{{char}}: Ahoy',
}
const v2 = {
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: {
    ...v1,
    creator_notes: 'Be kind to her.',
    system_prompt: '{{original}} Speak like a sailor.',
    post_history_instructions: 'Stay short.',
    alternate_greetings: ['Avast!'],
    character_book: { entries: [{ keys: ['sea'], content: 'wide' }] },
    tags: ['Sea', 'sea', ' ', 'Captain'],
    creator: 'Ada',
    character_version: '1',
    extensions: { depth: { prompt: 'x' }, depth_prompt: { prompt: '<bot> limps.', depth: 2, role: 'user', more: 1 } },
  },
}

describe('a character card', () => {
  it.each([
    ['version 1', v1, { description: null }, '{{char}} is a captain.\n\nPersonality: calm\n\nScenario: A ship.'],
    [
      'version 2',
      v2,
      {
        description: 'Be kind to her.',
        systemPrompt: '{{original}} Speak like a sailor.',
        postHistoryInstructions: 'Stay short.',
        alternateGreetings: ['Avast!'],
        depthNote: { text: '{{char}} limps.', depth: 2, role: 'USER' },
      },
      '{{char}} is a captain.\n\nPersonality: calm\n\nScenario: A ship.',
    ],
  ])('of %s becomes a character', async (_version, card, more, context) => {
    const texts = { greeting: 'Ahoy, {{user}}!', context, exampleDialogues: v1.mes_example, ...more }
    const tags = card === v2 ? ['Sea', 'Captain'] : []
    expect(await imported(card)).toMatchObject({
      name: 'Mira',
      visibility: 'PUBLIC',
      imageUrl: null,
      tags,
      source: texts,
    })
  })

  it('with null for texts and lists is exported with the empty values of version 2', async () => {
    const nulls = { personality: null, alternate_greetings: null, extensions: null, creator: null }
    const made = await imported({ name: 'Mira', description: 'Calm.', scenario: 'A ship.', ...nulls })
    const { card } = await exported(made.id)
    const empty = { personality: '', alternate_greetings: [], extensions: {}, creator: '' }
    expect(card.data).toMatchObject({ description: 'Calm.', scenario: 'A ship.', ...empty })
  })

  it('of version 3 in a PNG is read from ccv3 rather than chara, and the PNG becomes the picture', async () => {
    const v3 = { spec: 'chara_card_v3', spec_version: '3.0', data: { name: 'Three', description: 'x', nickname: 'T' } }
    const file = png(textChunk('chara', base64(v2)), textChunk('ccv3', base64(v3)), textChunk('Title', 'x'))
    const made = await imported(file, { visibility: 'PRIVATE' })
    expect(made).toMatchObject({
      name: 'Three',
      visibility: 'PRIVATE',
      imageUrl: expect.stringMatching(/thumbnail\?id=/),
    })
    const { pathname, search } = new URL(made.imageUrl ?? '')
    const stored = Buffer.from(await (await fetch(app.url + pathname + search)).arrayBuffer())
    expect(stored.includes('ccv3')).toBe(false)
  })

  it('may be a JSON file in base64, with a byte order mark', async () => {
    expect(await imported(Buffer.from(`\ufeff${JSON.stringify(v1)}`))).toMatchObject({ name: 'Mira' })
  })

  it('is exported with everything that it had', async () => {
    const { id } = await imported(v2)
    const { card, png: none } = await exported(id)
    expect(none).toBeNull()
    expect(card).toEqual(v2)
  })

  it('is exported as it was changed since', async () => {
    const { id } = await imported(v2)
    const update =
      'mutation ($id: ID!, $input: UpdateCharacterInput!) { updateCharacter(id: $id, input: $input) { character { id } } }'
    await ada.data(update, { id, input: { name: 'Hopper', context: 'New.', greeting: null, tags: [] } })
    expect((await exported(id)).card.data).toMatchObject({
      name: 'Hopper',
      description: 'New.',
      personality: '',
      scenario: '',
      system_prompt: '{{original}} Speak like a sailor.',
      first_mes: '',
      tags: [],
      alternate_greetings: ['Avast!'],
    })
  })

  it('is the same after an export and an import, for any texts', async () => {
    const texts = ['', 'a', '{{char}} "\\\n\t', '𝒳 ü \u202e', '<START>\n{{user}}: x', ' '.repeat(3), '$& `${x}`']
    const pick = (index: number) => texts[index % texts.length] ?? ''
    for (let seed = 0; seed < 21; seed += 1) {
      const data = {
        name: `N${pick(seed + 1).replaceAll(/[\n\t\u202e]/g, '')}`,
        description: pick(seed),
        personality: pick(Math.floor(seed / 2)),
        scenario: pick(Math.floor(seed / 3)),
        system_prompt: pick(Math.floor(seed / 5)),
        first_mes: pick(seed + 2),
        mes_example: pick(seed + 3),
        creator_notes: pick(seed + 4),
        tags: seed % 2 === 0 ? ['x', 'Y'] : [],
        extensions: { [`k${pick(seed)}`]: [seed, null, { deep: pick(seed) }] },
      }
      const first = await imported(seed % 3 === 0 ? png(textChunk('chara', base64({ ...v2, data }))) : { ...v2, data })
      const { card, png: file } = await exported(first.id)
      expect(card).toEqual({ ...v2, data })
      const again = await imported(file === null ? card : Buffer.from(file, 'base64'))
      expect((await exported(again.id)).card).toEqual(card)
    }
  })

  it('is imported once with an idempotency key', async () => {
    const file = png(textChunk('chara', base64(v2)))
    const first = await imported(file, { idempotencyKey: 'once' })
    expect(await imported(file, { idempotencyKey: 'once' })).toEqual(first)
    const other = { input: { card: sent(v1), idempotencyKey: 'once' } }
    expect(await ada.codes(importCharacter, other)).toEqual(['CONFLICT'])
  })

  it('is deleted with its character', async () => {
    const { id } = await imported(v2)
    const kept = () => app.app.database.read((db) => db.exists(CharacterCardTable, { characterId: Number(id) }))
    expect(await kept()).toBe(true)
    await ada.data('mutation ($id: ID!) { deleteCharacter(id: $id) { deletedCharacterId } }', { id })
    expect(await kept()).toBe(false)
  })
})

describe('the card of a character', () => {
  it('of another account is answered like one that does not exist', async () => {
    const open = await imported(v2)
    const hidden = await imported(v2, { visibility: 'PRIVATE' })
    const answers = async (person: Person, id: string) =>
      (await person.rest('POST', '/graphql', { query: readCard, variables: { id } })).text
    for (const person of [eve, app.stranger()])
      for (const { id } of [open, hidden]) expect(await answers(person, id)).toBe(await answers(person, '987654321'))
    const admin = await app.admin()
    for (const person of [ada, admin]) expect(await answers(person, hidden.id)).toContain('chara_card_v2')
  })

  it('is not imported without a token', async () => {
    expect(await app.stranger().codes(importCharacter, { input: { card: sent(v1) } })).toEqual(['UNAUTHENTICATED'])
  })
})

describe('a card is refused with the reason', () => {
  const deep = (depth: number) => `{"name":"x","a":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const cases: readonly [string, () => string | object | Buffer, RegExp][] = [
    ['text that is neither JSON nor base64', () => 'hello world!', /not a JSON object/],
    ['broken JSON', () => '{"name":', /JSON object/],
    ['a list', () => Buffer.from('[1]'), /JSON object/],
    ['another file', () => Buffer.from('GIF89a'), /JSON object/],
    ['another spec', () => ({ spec: 'chara_card_v9', data: v1 }), /spec/],
    [
      'a lorebook',
      () => ({ spec: 'lorebook_v3', data: { name: 'Sea', entries: [] } }),
      /is a lorebook, not a character/,
    ],
    ['world info', () => ({ name: 'Sea', description: '', entries: { 0: { key: ['sea'] } } }), /is a lorebook/],
    [
      'another JSON file',
      () => ({ name: 'parley', version: '1.0.0', dependencies: {} }),
      /is empty: it has no description, personality, scenario, greeting or examples$/,
    ],
    ['no data', () => ({ spec: 'chara_card_v2' }), /no object data/],
    ['no name', () => ({ first_mes: 'x' }), /needs a text in its field `name`$/],
    ['an empty name', () => ({ ...v1, name: '' }), /needs a text in its field `name`$/],
    ['a name of another type', () => ({ ...v1, name: 5 }), /has a field `name` that is not a text$/],
    ['a name on two lines', () => ({ ...v1, name: 'a\nb' }), /direction characters in its field `name`$/],
    [
      'a name with a bidirectional control',
      () => ({ ...v1, name: 'a\u202eb' }),
      /direction characters in its field `name`$/,
    ],
    ['a long name', () => ({ ...v1, name: 'x'.repeat(101) }), /`name` of more than 100 characters/],
    ['a long greeting', () => ({ ...v1, first_mes: 'x'.repeat(65_536) }), /`first_mes` of more than 65,535 characters/],
    ['a greeting that grows', () => ({ ...v1, first_mes: '<BOT>'.repeat(13_000) }), /`first_mes` of more than 65,535/],
    ['a long context', () => ({ ...v1, description: 'x'.repeat(65_530) }), /together/],
    ['NUL in a text that is kept', () => ({ ...v1, extensions: { a: ['\0'] } }), /NUL/],
    ['NUL in a key', () => ({ ...v1, '\0': 1 }), /NUL/],
    ['half a character', () => '{"name":"x","creator":"\\ud800"}', /half a character/],
    ['half a character as it is', () => '{"name":"x","creator":"\ud800"}', /half a character/],
    ['a prototype', () => '{"name":"x","extensions":{"__proto__":{"a":1}}}', /__proto__/],
    ['deep JSON', () => deep(100_000), /nested more than 32/],
    ['many values', () => `{"name":"x","a":[${'0,'.repeat(100_001)}0]}`, /100,000 values/],
    [
      'text that is not UTF-8',
      () => png(textChunk('chara', Buffer.from('{"name":"\xff"}', 'latin1').toString('base64'))),
      /UTF-8/,
    ],
    ['a PNG without a card', () => png(), /without a chunk/],
    ['garbage in the chunk', () => png(textChunk('chara', '%%%')), /base64/],
    ['a chunk that is not JSON', () => png(textChunk('chara', base64('hello'))), /JSON object/],
    ['a truncated PNG', () => png(textChunk('chara', base64(v1))).subarray(0, -5), /truncated/],
    ['a PNG that is only its signature', () => picture.subarray(0, 8), /truncated/],
    [
      'a forged length',
      () => Buffer.concat([picture.subarray(0, 33), Buffer.from('ffffffff74455874', 'hex')]),
      /truncated/,
    ],
    [
      'a wrong checksum',
      () => Buffer.concat([png(textChunk('chara', base64(v1))).subarray(0, -1), Buffer.from('x')]),
      /checksum/,
    ],
    [
      'a header that is not the first chunk',
      () => Buffer.concat([picture.subarray(0, 8), textChunk('a', ''), picture.subarray(8)]),
      /IHDR/,
    ],
    ['thousands of chunks', () => png(...Array.from({ length: 10_001 }, () => chunk('tEXt', ''))), /10,000 chunks/],
    ['a broken picture', () => png(textChunk('chara', base64(v1)), chunk('IDAT', 'x')), /cannot be read/],
  ]

  it.each(cases)('%s', async (_name, card, reason) => {
    const { data, errors } = await ada.graphql(importCharacter, { input: { card: sent(card()) } })
    expect([data, errors[0]?.extensions.code]).toEqual([null, 'BAD_USER_INPUT'])
    expect(errors[0]?.message).toMatch(reason)
    expect(at(errors[0]?.extensions, 'fields', '0', 'message')).toMatch(reason)
    const [error] = errors
    const { message = '', extensions } = error ?? {}
    if (!message.startsWith('The card ')) return
    // clients have words for each, and for the field that it names
    expect(Object.keys(cardRefusals)).toContain(at(extensions, 'fields', '0', 'reason'))
    const [, named] = / field `([^`]+)`/.exec(message) ?? []
    expect(extensions?.fields).toEqual([expect.objectContaining(named === undefined ? {} : { detail: named })])
  })
})
