import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { limits } from '../../src/limits.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
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

const all = `id name format scanDepth tokenBudget entryCount inEveryChatRoom characterId roomIds characterIds`
const entryFields = `id name keys secondaryKeys logic caseSensitive wholeWords constant enabled insertionOrder position
  depth role scanDepth content`
const importBook = `mutation ($input: ImportLorebookInput!) { importLorebook(input: $input) { lorebook {
  ${all} notes { reason entryId entryName field detail } entries(first: 100) { nodes { ${entryFields} } } } } }`
const updateBook = `mutation ($id: ID!, $input: UpdateLorebookInput!) { updateLorebook(id: $id, input: $input) { lorebook {
  ${all} entries(first: 100) { nodes { ${entryFields} } } } } }`
const exportBook = `query ($id: ID!, $format: LorebookFormat) { exportLorebook(id: $id, format: $format) { json format name } }`
const attach = 'mutation ($input: LorebookUseInput!) { attachLorebook(input: $input) { lorebook { id } } }'
const detach = 'mutation ($input: LorebookUseInput!) { detachLorebook(input: $input) { lorebook { id } } }'
const preview = `query ($id: ID!, $text: String!) { previewLorebook(id: $id, text: $text) {
  keys outcome tokens entry { id name position } } }`

interface SeenBook {
  readonly id: string
  readonly format: string
  readonly notes: readonly object[]
  readonly entries: { readonly nodes: readonly { readonly id: string }[] }
}

async function imported(book: object, more: object = {}, by = ada): Promise<SeenBook> {
  const answer = await by.data(importBook, { input: { book: JSON.stringify(book), ...more } })
  return (answer as { importLorebook: { lorebook: SeenBook } }).importLorebook.lorebook
}
async function exported(id: string, format: string | null = null): Promise<unknown> {
  return JSON.parse(at(await ada.data(exportBook, { id, format }), 'exportLorebook', 'json'))
}

/** As SillyTavern writes it, with what Parley does not play. */
const worldInfo = {
  entries: {
    '0': {
      ...{
        uid: 0,
        key: ['queen', '/drag(?:on|oon)/i'],
        keysecondary: ['north'],
        comment: 'The queen',
        content: 'She rules.',
      },
      ...{
        constant: false,
        vectorized: false,
        selective: true,
        selectiveLogic: 3,
        addMemo: true,
        order: 90,
        position: 4,
      },
      ...{
        disable: false,
        excludeRecursion: false,
        preventRecursion: false,
        delayUntilRecursion: false,
        probability: 50,
      },
      ...{ useProbability: true, depth: 2, group: '', groupWeight: 100, scanDepth: 7, caseSensitive: true },
      ...{ matchWholeWords: false, automationId: '', role: 1, sticky: 0, cooldown: 0, delay: 0, displayIndex: 0 },
    },
    '3': {
      uid: 3,
      key: ['sea'],
      keysecondary: [],
      comment: '',
      content: 'It is cold.',
      order: 100,
      position: 2,
      disable: true,
    },
  },
}
/** The same book as the specification of cards has it. */
const characterBook = {
  name: 'North',
  extensions: {},
  entries: [
    {
      ...{
        keys: ['queen', '/drag(?:on|oon)/i'],
        secondary_keys: ['north'],
        comment: 'The queen',
        content: 'She rules.',
      },
      ...{
        constant: false,
        selective: true,
        insertion_order: 90,
        enabled: true,
        position: 'after_char',
        use_regex: true,
      },
      extensions: {
        ...{ position: 4, selectiveLogic: 3, depth: 2, role: 1, scan_depth: 7, case_sensitive: true },
        ...{ match_whole_words: false, probability: 50, useProbability: true },
      },
    },
    {
      ...{ keys: ['sea'], content: 'It is cold.', insertion_order: 100, enabled: false, extensions: { position: 2 } },
      ...{ id: 3, name: '' },
    },
  ],
}

describe('a file', () => {
  it('of either format is read by its fields, and both forms of one book are equal inside', async () => {
    const [one, other] = [await imported(worldInfo, { name: 'North' }), await imported(characterBook)]
    expect(one).toMatchObject({ name: 'North', format: 'WORLD_INFO', entryCount: 2, scanDepth: 4, tokenBudget: 2_048 })
    expect(other).toMatchObject({ name: 'North', format: 'CHARACTER_BOOK', entryCount: 2 })
    expect(one.entries).toEqual(other.entries)
    expect(one.entries.nodes).toMatchObject([
      {
        ...{ id: '1', name: 'The queen', keys: ['queen', '/drag(?:on|oon)/i'], secondaryKeys: ['north'] },
        ...{ logic: 'AND_ALL', caseSensitive: true, wholeWords: false, constant: false, enabled: true },
        ...{ insertionOrder: 90, position: 'AT_DEPTH', depth: 2, role: 'USER', scanDepth: 7, content: 'She rules.' },
      },
      { id: '2', enabled: false, position: 'BEFORE_NOTE', wholeWords: true, scanDepth: null, role: 'SYSTEM' },
    ])
  })

  it('leaves as it came, field by field, and with what was changed alone', async () => {
    for (const book of [
      worldInfo,
      characterBook,
      { spec: 'lorebook_v3', data: { ...characterBook, other: [1] }, x: 2 },
    ]) {
      const { id } = await imported(book)
      expect(await exported(id)).toEqual(book)
    }
    const { id } = await imported(worldInfo)
    await ada.data(updateBook, { id, input: { entries: [{ id: '1', content: 'New', position: 'AFTER_NOTE' }] } })
    const { entries } = structuredClone(worldInfo)
    Object.assign(entries['0'], { content: 'New', position: 3 })
    expect(await exported(id)).toEqual({ entries })
  })

  it('with fields of both formats is read by each, and keeps them when it is changed', async () => {
    const entry = { keys: ['archive'], comment: 'Archive', content: 'Old.', order: 90, position: 1, disable: true }
    const book = { scanDepth: 2, tokenBudget: 512, entries: [entry] }
    const { id, entries } = await imported(book)
    const [read] = entries.nodes
    expect(read).toMatchObject({ insertionOrder: 90, position: 'AFTER_CHARACTER', enabled: false })
    expect(await ada.data(`query ($id: ID!) { lorebook(id: $id) { scanDepth tokenBudget } }`, { id })).toMatchObject({
      lorebook: { scanDepth: 2, tokenBudget: 512 },
    })
    expect(await exported(id)).toEqual(book)
    const change = { id: read?.id, insertionOrder: 80, position: 'BEFORE_CHARACTER', enabled: true }
    await ada.data(updateBook, { id, input: { scanDepth: 3, entries: [change] } })
    const changed = { ...entry, order: 80, position: 0, disable: false }
    expect(await exported(id)).toEqual({ ...book, scanDepth: 3, entries: [changed] })
  })

  it.each<[string, object, object, object, object]>([
    [
      'world info with names of cards',
      {
        ...{ uid: 0, key: ['sea'], content: 'x', enabled: false, insertion_order: 7, secondary_keys: ['salt'] },
        ...{ case_sensitive: true, extensions: { position: 4, depth: 2, role: 1, scan_depth: 3, mine: 1 } },
      },
      {
        ...{ enabled: false, insertionOrder: 7, secondaryKeys: ['salt'], caseSensitive: true },
        ...{ position: 'AT_DEPTH', depth: 2, role: 'USER', scanDepth: 3 },
      },
      { enabled: true, insertionOrder: 8, secondaryKeys: [], caseSensitive: false, position: 'AFTER_NOTE', depth: 1 },
      {
        ...{ enabled: true, insertion_order: 8, secondary_keys: [], case_sensitive: false },
        extensions: { position: 3, depth: 1, role: 1, scan_depth: 3, mine: 1 },
      },
    ],
    [
      'an entry of a card with names of world info',
      {
        ...{ keys: ['sea'], content: 'x', scanDepth: 3, caseSensitive: true, matchWholeWords: false, disable: true },
        ...{ selectiveLogic: 2, keysecondary: ['salt'], depth: 2, role: 2, position: 4, extensions: {} },
      },
      {
        ...{ scanDepth: 3, caseSensitive: true, wholeWords: false, enabled: false, logic: 'NOT_ANY' },
        ...{ secondaryKeys: ['salt'], depth: 2, role: 'ASSISTANT', position: 'AT_DEPTH' },
      },
      { scanDepth: 5, caseSensitive: false, wholeWords: true, enabled: true, logic: 'AND_ALL', role: 'USER', depth: 1 },
      {
        ...{ scanDepth: 5, caseSensitive: false, matchWholeWords: true, disable: false, selectiveLogic: 3 },
        ...{ role: 1, depth: 1 },
      },
    ],
    [
      'positions and roles in words',
      { key: ['sea'], content: 'x', position: 'after_char', role: 'assistant', selectiveLogic: 'NOT_ALL' },
      { position: 'AFTER_CHARACTER', role: 'ASSISTANT', logic: 'NOT_ALL' },
      { position: 'BEFORE_CHARACTER', role: 'USER', logic: 'AND_ANY' },
      { position: 'before_char', role: 'user', selectiveLogic: 'AND_ANY' },
    ],
    [
      'names of RisuAI',
      {
        ...{
          key: 'sea, 바다',
          secondkey: 'salt',
          selective: true,
          insertorder: 30,
          alwaysActive: true,
          mode: 'normal',
        },
        ...{ comment: 'Sea', content: 'x', extentions: { risu_case_sensitive: true } },
      },
      {
        ...{ keys: ['sea', '바다'], secondaryKeys: ['salt'], insertionOrder: 30, constant: true, name: 'Sea' },
        caseSensitive: true,
      },
      { keys: ['sea', 'lake'], secondaryKeys: ['a,b'], insertionOrder: 40, constant: false, caseSensitive: false },
      {
        ...{ key: 'sea, lake', secondkey: ['a,b'], insertorder: 40, alwaysActive: false },
        extentions: { risu_case_sensitive: false },
      },
    ],
    [
      'names of Agnai',
      { name: 'Sea', entry: 'Salt.', keywords: ['sea'], priority: 3, weight: 7, enabled: false },
      { name: 'Sea', content: 'Salt.', keys: ['sea'], insertionOrder: 7, enabled: false },
      { name: 'Lake', content: 'Sweet.', keys: ['lake'], insertionOrder: 8, enabled: true },
      { name: 'Lake', entry: 'Sweet.', keywords: ['lake'], weight: 8, enabled: true },
    ],
  ])('%s is read, and changed under the names that it has', async (_kind, entry, read, change, written) => {
    const { id, entries, notes } = await imported({ entries: [entry] })
    expect(entries.nodes).toMatchObject([read])
    expect(notes).toEqual([])
    expect(await exported(id)).toEqual({ entries: [entry] })
    await ada.data(updateBook, { id, input: { entries: [{ id: '1', ...change }] } })
    expect(await exported(id)).toEqual({ entries: [{ ...entry, ...written }] })
    const changed = await ada.data(updateBook, { id, input: { entries: [{ id: '1', ...read }] } })
    expect(changed).toMatchObject({ updateLorebook: { lorebook: { entries: { nodes: [read] } } } })
  })

  it('has positions in the words of several programs', async () => {
    const words = ['before_char', 'afterDesc', 'before_author_note', 'after_an', 'at_depth', '4', 'outlet']
    for (const key of ['key', 'keys']) {
      const { entries } = await imported({
        entries: words.map((position) => ({ [key]: ['x'], content: 'x', position })),
      })
      expect(entries.nodes.map((entry) => Reflect.get(entry, 'position') as string)).toEqual([
        ...['BEFORE_CHARACTER', 'AFTER_CHARACTER', 'BEFORE_NOTE', 'AFTER_NOTE', 'AT_DEPTH', 'AT_DEPTH'],
        'AFTER_CHARACTER',
      ])
    }
  })

  it.each([
    { key: ['sea'], content: 'x', enabled: false },
    { key: ['sea'], content: 'x', enabled: true, disable: true },
    { keys: ['sea'], content: 'x', enabled: true, disable: true },
    { keywords: ['sea'], entry: 'x', enabled: false },
  ])('does not use an entry that is turned off, as in %j', async (entry) => {
    const { id } = await imported({ entries: [entry] })
    expect(await ada.data(preview, { id, text: 'the sea' })).toEqual({ previewLorebook: [] })
  })

  it.each<[string, object, string]>([
    [
      'Agnai',
      { kind: 'memory', name: 'North', entries: [{ name: '', entry: 'x', keywords: ['sea'], weight: 1 }] },
      'kind',
    ],
    ['RisuAI', { type: 'risu', ver: 1, data: [{ key: 'sea', secondkey: '', insertorder: 1, content: 'x' }] }, 'type'],
  ])('of %s leaves as it came, and in a format as one of that', async (_program, book, field) => {
    const { id, format } = await imported(book)
    expect(await exported(id)).toEqual(book)
    await ada.data(updateBook, { id, input: { entries: [{ content: 'New.', keys: ['lake'] }] } })
    expect(await exported(id)).toMatchObject({ [field]: Reflect.get(book, field) as string })
    for (const asked of ['WORLD_INFO', 'CHARACTER_BOOK']) {
      const again = await imported((await exported(id, asked)) as object)
      expect(again).toMatchObject({ format: asked, entryCount: 2 })
      const text = JSON.stringify(await exported(again.id))
      for (const name of ['keywords', 'entry"', 'secondkey', 'insertorder', 'risu']) expect(text).not.toContain(name)
    }
    const { entries } = await imported((await exported(id)) as object)
    expect(entries.nodes).toMatchObject([{ content: 'x' }, { content: 'New.', keys: ['lake'] }])
    expect(format).toBe(field === 'kind' ? 'CHARACTER_BOOK' : 'WORLD_INFO')
  })

  it('gets new entries with the names of its program', async () => {
    const risu = { type: 'risu', data: [{ key: 'sea', secondkey: '', insertorder: 1, content: 'x' }] }
    const agnai = { kind: 'memory', entries: [{ entry: 'x', keywords: ['sea'], weight: 1 }] }
    const added = async (book: object) => {
      const { id } = await imported(book)
      await ada.data(updateBook, { id, input: { entries: [{ content: 'New.', keys: ['a', 'b'], insertionOrder: 5 }] } })
      return exported(id)
    }
    expect(await added(risu)).toMatchObject({ data: [{}, { key: 'a, b', insertorder: 5, content: 'New.' }] })
    expect(await added(agnai)).toMatchObject({ entries: [{}, { entry: 'New.', keywords: ['a', 'b'], weight: 5 }] })
  })

  it('names what is replaced or has no effect, wherever an entry has it', async () => {
    const { notes } = await imported({
      entries: [
        { keys: ['a'], content: 'x', position: 'outlet' },
        { keys: ['a'], content: 'x', position: 'outlet', extensions: {} },
        { key: ['a'], content: 'x', position: 'before_examples' },
        { keys: ['a'], content: 'x', probability: 5, extensions: {} },
        { key: ['a'], content: 'x', extensions: { sticky: 2 } },
        { key: 'a', content: 'x', mode: 'child', activationPercent: 30 },
        { key: '(?=a)', content: 'x', useRegex: true },
      ],
    })
    expect((notes as readonly Record<string, string>[]).map(({ reason, field }) => `${reason} ${field}`)).toEqual([
      ...Array<string>(3).fill('POSITION_REPLACED position'),
      ...['NOT_PLAYED probability', 'NOT_PLAYED sticky', 'NOT_PLAYED probability', 'NOT_PLAYED mode'],
      'EXPRESSION_REFUSED keys',
    ])
  })

  it('has entries without keys in either format, names in lists and keys in texts', async () => {
    const { format, entries } = await imported({
      entries: {
        '0': { uid: 0, comment: ['World', 'Rules'], content: 'x', constant: true, disable: true },
        '1': { uid: 1, key: '["harbor","港"]', keysecondary: '', content: 'x' },
        '2': { uid: 2, key: 'king, queen，王 ,', content: 'x' },
        '3': { uid: 3, constant: true, enabled: false, insertion_order: 7, content: 'x', position: 'after_char_defs' },
      },
    })
    expect(format).toBe('WORLD_INFO')
    expect(entries.nodes).toMatchObject([
      { name: 'World, Rules', constant: true, enabled: false },
      { keys: ['harbor', '港'], secondaryKeys: [] },
      { keys: ['king', 'queen', '王'] },
      { enabled: false, insertionOrder: 7, position: 'AFTER_CHARACTER' },
    ])
  })

  it('has settings of version 3 at the beginning of its texts, which leave with it and are not in the prompt', async () => {
    const lines = '@@depth 3\n@@role user\n@@every_third 2\n@@@activate\n@@keep\n'
    const entry = { keys: ['oil'], content: `${lines}Whale oil.\n@@no setting`, position: 'before_char', id: 'a' }
    const sent = { entries: [entry, { keys: ['x'], content: '@@exclude_keys sea, 바다\n@@position personality\nx' }] }
    const { id, entries, notes } = await imported(sent)
    expect(entries.nodes).toMatchObject([
      { position: 'AT_DEPTH', depth: 3, role: 'USER', constant: true, content: 'Whale oil.\n@@no setting' },
      { secondaryKeys: ['sea', '바다'], logic: 'NOT_ANY', position: 'BEFORE_CHARACTER', content: 'x' },
    ])
    expect(notes).toMatchObject([
      { reason: 'NOT_PLAYED', entryId: '1', field: '@@keep' },
      { reason: 'NOT_PLAYED', entryId: '2', field: '@@position' },
    ])
    expect(await exported(id)).toEqual(sent)
    const change = (fields: object) => ada.data(updateBook, { id, input: { entries: [{ id: '1', ...fields }] } })
    await change({ content: 'Oil.', position: 'AT_DEPTH', constant: true })
    expect(await exported(id)).toEqual({ entries: [{ ...entry, content: `${lines}Oil.` }, sent.entries[1]] })
    await change({ depth: 5 })
    const [changed] = ((await exported(id)) as typeof sent).entries
    expect(changed).toEqual({
      ...entry,
      ...{ content: `${lines.slice(10)}Oil.`, position: 'after_char', extensions: { position: 4, depth: 5 } },
    })
    expect(await exported(id, 'WORLD_INFO')).toMatchObject({
      entries: { '0': { position: 4, depth: 5, role: 1, constant: true, content: '@@keep\nOil.' } },
    })
  })

  it('stays as it is when a change has what its entry has', async () => {
    for (const book of [worldInfo, characterBook]) {
      const { id, entries } = await imported(book)
      await ada.data(updateBook, { id, input: { entries: entries.nodes } })
      expect(await exported(id)).toEqual(book)
    }
  })

  it('names entries that nothing wakes', async () => {
    const { notes } = await imported({
      entries: [
        { name: 'Alone', content: 'x' },
        { constant: true, content: 'x' },
        { enabled: false, content: 'x' },
      ],
    })
    expect(notes).toEqual([{ reason: 'WITHOUT_KEY', entryId: '1', entryName: 'Alone', field: 'keys', detail: null }])
  })

  it('leaves in the other format as an equal book, which comes back with the settings of other programs', async () => {
    const { id, entries } = await imported(worldInfo)
    const converted = await exported(id, 'CHARACTER_BOOK')
    expect(converted).toMatchObject({
      entries: [{ keys: ['queen', '/drag(?:on|oon)/i'], extensions: { position: 4, probability: 50, depth: 2 } }, {}],
    })
    const again = await imported(converted as object)
    expect(again.entries).toEqual(entries)
    expect(await exported(again.id, 'WORLD_INFO')).toMatchObject({
      entries: { '0': { probability: 50, groupWeight: 100 } },
    })
  })

  it('says what is not played, by entry and field', async () => {
    const { notes } = await imported({
      recursive_scanning: true,
      entries: [
        { keys: ['a+', '/(?<=x)y/'], use_regex: true, content: 'x', extensions: { probability: 10, position: 6 } },
        { keys: ['b'], content: 'x', name: 'second', extensions: { delay_until_recursion: true, sticky: 2 } },
      ],
    })
    const first = { entryId: '1', entryName: '' }
    const second = { entryId: '2', entryName: 'second' }
    expect(notes).toEqual([
      { reason: 'NOT_PLAYED', entryId: null, entryName: null, field: 'recursive_scanning', detail: null },
      { reason: 'NOT_PLAYED', ...first, field: 'probability', detail: null },
      { reason: 'POSITION_REPLACED', ...first, field: 'position', detail: null },
      {
        ...{ reason: 'EXPRESSION_REFUSED', ...first, field: 'keys' },
        detail: '/(?<=x)y/ looks ahead or behind, which cannot be run',
      },
      { reason: 'WOKEN_BY_OTHERS', ...second, field: 'delayUntilRecursion', detail: null },
      { reason: 'NOT_PLAYED', ...second, field: 'sticky', detail: null },
    ])
  })

  it.each([
    [{ keys: ['k'] }, 'content is missing'],
    [{ keys: 7, content: 'x' }, 'keys is not a list'],
    [{ keys: ['k', 5], content: 'x' }, 'keys.1 is not a text'],
    [{ keys: ['k'], content: 'x', enabled: 'yes' }, 'enabled is not true or false'],
    [{ keys: ['k'], content: 'x', insertion_order: 'first' }, 'insertion_order is not a number'],
    [{ keys: ['k'], content: 'x', extensions: { position: 9 } }, 'extensions.position is more than 7'],
    [{ keys: ['k'.repeat(501)], content: 'x' }, 'keys.0 is more than 500 characters'],
    [{ keywords: 7, entry: 'x' }, 'keywords is not a list'],
    [{ key: ['k'], content: 'x', insertorder: 'first' }, 'insertorder is not a number'],
    [{ keys: ['k'], content: '\u0000' }, 'content has NUL or half a character'],
    ['text', 'entries is not an object'],
  ])('with %j as its entry 17 is refused with entry and field, or leaves it out', async (entry, problem) => {
    const entries: unknown[] = Array.from({ length: 20 }, (_, index) => ({ keys: [`k${index}`], content: 'x' }))
    entries[16] = entry
    const input = { book: JSON.stringify({ entries }) }
    const { errors } = await ada.graphql(importBook, { input })
    expect(errors).toMatchObject([
      {
        message: `The lorebook has entries that break a rule: entry 17: ${problem}`,
        extensions: {
          code: 'BAD_USER_INPUT',
          fields: [{ reason: 'ENTRIES_FAULTY', detail: `entry 17: ${problem}` }],
        },
      },
    ])
    expect(await imported({ entries }, { skipInvalid: true })).toMatchObject({ entryCount: 19 })
  })

  it.each([
    ['no JSON', 'is not a JSON object', 'NO_BOOK'],
    ['{}', 'has no entries in its field `entries`', 'NO_BOOK'],
    ['{"spec":"chara_card_v2","data":{}}', 'is the card of a character: import it as one', 'CARD'],
    [`{"entries":[${Array.from({ length: 2_001 }, () => '{}').join()}]}`, 'has more than 2,000 entries', 'TOO_LARGE'],
    [`{"entries":${'['.repeat(40)}${']'.repeat(40)}}`, 'is nested more than 32 levels deep', 'TOO_LARGE'],
  ])('%.40s is refused with the reason', async (book, sentence, reason) => {
    const { errors } = await ada.graphql(importBook, { input: { book } })
    const extensions = { code: 'BAD_USER_INPUT', fields: [{ reason }] }
    expect(errors).toMatchObject([{ message: `The lorebook ${sentence}`, extensions }])
  })

  it('replaces the entries of a book, which keeps its id and its uses', async () => {
    const { id } = await imported(worldInfo)
    const roomId = await ada.room('chat')
    await ada.data(attach, { input: { lorebookId: id, roomId } })
    const replaced = await imported(characterBook, { replacesId: id })
    expect(replaced).toMatchObject({ id, format: 'CHARACTER_BOOK', roomIds: [roomId] })
    expect(replaced.entries.nodes.map((entry) => entry.id)).toEqual(['3', '4'])
  })
})

describe('a book', () => {
  it('is made, changed in one step and deleted', async () => {
    const create = 'mutation { createLorebook(input: { name: "New" }) { lorebook { id entryCount } } }'
    const id = at(await ada.data(create), 'createLorebook', 'lorebook', 'id')
    const entries = [
      { name: 'one', keys: ['a'], content: 'A' },
      { keys: ['b'], content: 'B', constant: true },
    ]
    await ada.data(updateBook, { id, input: { name: 'Newer', scanDepth: 2, tokenBudget: 100, entries } })
    const changed = await ada.data(updateBook, {
      id,
      input: { entries: [{ id: '2', enabled: false }, { content: 'C' }], removedEntryIds: ['1', '99'] },
    })
    expect(changed).toMatchObject({
      updateLorebook: {
        lorebook: {
          ...{ name: 'Newer', scanDepth: 2, tokenBudget: 100, entryCount: 2 },
          entries: {
            nodes: [
              { id: '2', enabled: false, constant: true, content: 'B' },
              { id: '3', content: 'C' },
            ],
          },
        },
      },
    })
    expect(await ada.codes(updateBook, { id, input: { entries: [{ id: '1', content: 'x' }] } })).toEqual([
      'BAD_USER_INPUT',
    ])
    await ada.data('mutation ($id: ID!) { deleteLorebook(id: $id) { deletedLorebookId } }', { id })
    expect(await ada.data('query ($id: ID!) { lorebook(id: $id) { id } }', { id })).toEqual({ lorebook: null })
  })

  it('is read and changed by its owner alone', async () => {
    const { id } = await imported(worldInfo)
    for (const by of [eve, admin]) {
      expect(await by.data('query ($id: ID!) { lorebook(id: $id) { id } }', { id })).toEqual({ lorebook: null })
      expect(await by.data(exportBook, { id })).toEqual({ exportLorebook: null })
      expect(await by.codes(updateBook, { id, input: { name: 'x' } })).toEqual(['NOT_FOUND'])
      expect(await by.codes(preview, { id, text: 'queen' })).toEqual(['NOT_FOUND'])
      expect(await by.codes('mutation ($id: ID!) { deleteLorebook(id: $id) { deletedLorebookId } }', { id })).toEqual([
        'NOT_FOUND',
      ])
      const roomId = await by.room('chat')
      expect(await by.codes(attach, { input: { lorebookId: id, roomId } })).toEqual(['NOT_FOUND'])
      expect(await ada.codes(attach, { input: { lorebookId: id, roomId } })).toEqual(['NOT_FOUND'])
    }
    expect(await ada.codes(attach, { input: { lorebookId: id } })).toEqual(['BAD_USER_INPUT'])
  })

  it('is one of at most five of a room, however many are attached at once', async () => {
    const books = await Promise.all(Array.from({ length: 8 }, () => imported(worldInfo)))
    const roomId = await ada.room('chat')
    const answers = await Promise.all(books.map(({ id }) => ada.graphql(attach, { input: { lorebookId: id, roomId } })))
    const refusals = answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code))
    expect(refusals).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT'])
    const { myLorebooks } = await ada.data('query ($id: ID!) { myLorebooks(roomId: $id) { nodes { id } } }', {
      id: roomId,
    })
    expect(myLorebooks).toMatchObject({ nodes: { length: limits.lorebookUses } })
  })

  it('shows which entries a text wakes, by which keys and where they stand', async () => {
    const entries = [
      { keys: ['queen', 'ship'], content: 'x'.repeat(40), name: 'a', position: 'after_char' },
      { keys: ['sea'], content: 'y', name: 'b' },
      { keys: ['queen'], content: 'z'.repeat(80), name: 'c', insertion_order: 1 },
    ]
    const { id } = await imported({ token_budget: 15, entries })
    expect(await ada.data(preview, { id, text: 'The QUEEN has a ship.' })).toEqual({
      previewLorebook: [
        {
          keys: ['queen', 'ship'],
          outcome: 'USED',
          tokens: 10,
          entry: { id: '1', name: 'a', position: 'AFTER_CHARACTER' },
        },
        {
          keys: ['queen'],
          outcome: 'OVER_BOOK_BUDGET',
          tokens: 20,
          entry: { id: '3', name: 'c', position: 'BEFORE_CHARACTER' },
        },
      ],
    })
  })
})

describe('the lore of a reply', () => {
  const loreOf = `query ($id: ID!) { generation(id: $id) { lore {
    lorebookId lorebookName matched used overBookBudget overReplyBudget overContext entries { id name outcome } } } }`
  beforeAll(() => {
    tap.always = course(
      { kind: 'started' },
      { kind: 'delta', attempt: 1, offset: 0, delta: 'Aye.' },
      { kind: 'end', outcome: 'completed' },
    )
  })
  async function said(by: Person, roomId: string, message: string) {
    const id = await by.say(roomId, message)
    await app.idle()
    return { id, lore: tap.lastJob.lore, job: tap.lastJob }
  }
  async function cardOf(book: object): Promise<string> {
    const card = { spec: 'chara_card_v2', spec_version: '2.0', data: { name: 'Mira', character_book: book } }
    const answer = await ada.data(
      'mutation ($card: String!) { importCharacter(input: { card: $card }) { character { id } } }',
      { card: JSON.stringify(card) },
    )
    return at(answer, 'importCharacter', 'character', 'id')
  }
  const roomWith = async (by: Person, characterId: string) =>
    at((await by.rest('POST', '/api/chatrooms', { character_id: Number(characterId) })).body, 'room_id')

  const hidden = {
    token_budget: 12,
    entries: [
      { keys: ['ship'], content: '{{user}} owns the ship of {{char}}.', name: 'secret ship', insertion_order: 5 },
      { keys: ['ship'], content: 'z'.repeat(60), name: 'too long' },
      { keys: ['captain'], content: 'The captain', enabled: true, extensions: { position: 4, depth: 0, role: 2 } },
    ],
  }

  it('has the entries that the newest messages wake, with names, in its order and within the budget', async () => {
    const { lore } = await said(ada, await roomWith(ada, await cardOf(hidden)), 'A ship for the captain')
    expect(lore).toEqual([
      {
        text: `${ada.username} owns the ship of Mira.`,
        position: 'BEFORE_CHARACTER',
        depth: 4,
        role: 'SYSTEM',
        rank: 1,
      },
      { text: 'The captain', position: 'AT_DEPTH', depth: 0, role: 'ASSISTANT', rank: 0 },
    ])
  })

  it('names the entries of own books, and of others their counts alone', async () => {
    const characterId = await cardOf(hidden)
    const own = await said(ada, await roomWith(ada, characterId), 'A ship')
    const counts = { matched: 2, used: 1, overBookBudget: 1, overReplyBudget: 0, overContext: 0 }
    const { generation } = await ada.data(loreOf, { id: own.id })
    expect(generation).toMatchObject({
      lore: [
        {
          ...{ lorebookName: 'Mira', ...counts },
          entries: [
            { id: '1', name: 'secret ship', outcome: 'USED' },
            { id: '2', name: 'too long', outcome: 'OVER_BOOK_BUDGET' },
          ],
        },
      ],
    })
    const { id } = await said(eve, await roomWith(eve, characterId), 'A ship')
    const ofOther = { lorebookId: null, lorebookName: null, ...counts, entries: null }
    for (const by of [eve, admin]) expect(await by.data(loreOf, { id })).toEqual({ generation: { lore: [ofOther] } })
    expect(JSON.stringify(await eve.graphql(loreOf, { id }))).not.toContain('secret')
  })

  it('is of the card, of the character, of the room and of the person', async () => {
    const characterId = await cardOf({ entries: [{ keys: ['ship'], content: 'card' }] })
    const books = await Promise.all(
      ['character', 'room', 'person', 'none'].map((content) => imported({ entries: [{ keys: ['ship'], content }] })),
    )
    const roomId = await roomWith(ada, characterId)
    const [ofCharacter, ofRoom, ofPerson] = books.map(({ id }) => id)
    await ada.data(attach, { input: { lorebookId: ofCharacter, characterId } })
    await ada.data(attach, { input: { lorebookId: ofRoom, roomId } })
    await ada.data(updateBook, { id: ofPerson, input: { inEveryChatRoom: true } })
    const textsOf = (lore: ReplyJob['lore']) => lore?.map(({ text }) => text).sort()
    expect(textsOf((await said(ada, roomId, 'ship')).lore)).toEqual(['card', 'character', 'person', 'room'])
    expect(textsOf((await said(eve, await roomWith(eve, characterId), 'ship')).lore)).toEqual(['card', 'character'])
    await ada.data(detach, { input: { lorebookId: ofRoom, roomId } })
    await ada.data(updateBook, { id: ofPerson, input: { inEveryChatRoom: false } })
    expect(textsOf((await said(ada, roomId, 'ship')).lore)).toEqual(['card', 'character'])
    expect((await said(ada, await ada.room(), 'ship')).lore).toBeUndefined()
  })

  it('is of the owner of the room, not of an administrator who has its message answered again', async () => {
    const roomId = await roomWith(eve, await cardOf({ entries: [] }))
    for (const [by, content] of [
      [eve, 'hers'],
      [admin, 'another'],
    ] as const) {
      const { id } = await imported({ entries: [{ keys: ['ship'], content }] }, {}, by)
      await by.data(updateBook, { id, input: { inEveryChatRoom: true } })
    }
    await said(eve, roomId, 'ship')
    await admin.data('mutation ($id: ID!) { regenerate(roomId: $id, index: 1) { generation { id } } }', { id: roomId })
    await app.idle()
    expect(tap.jobs.slice(-2).map(({ lore }) => lore?.map(({ text }) => text))).toEqual([['hers'], ['hers']])
  })

  it('is found in the greeting and in earlier replies, as deep as the book looks', async () => {
    const { id } = await imported({ scan_depth: 2, entries: [{ keys: ['aye'], content: 'x' }] })
    const roomId = await ada.room('chat')
    await ada.data(attach, { input: { lorebookId: id, roomId } })
    expect((await said(ada, roomId, 'Hello')).lore).toBeUndefined()
    expect((await said(ada, roomId, 'Again')).lore).toHaveLength(1)
  })

  it('leaves no text in a prompt without lore', async () => {
    const { job } = await said(ada, await ada.room('chat'), 'Hello')
    expect(job).not.toHaveProperty('lore')
  })

  it('of a card leaves with the card, as it came and with changes', async () => {
    const characterId = await cardOf(hidden)
    const cardJson = async () =>
      JSON.parse(
        at(
          await ada.data('query ($id: ID!) { characterCard(id: $id) { json } }', { id: characterId }),
          'characterCard',
          'json',
        ),
      ) as {
        data: { character_book?: object }
      }
    expect((await cardJson()).data.character_book).toEqual(hidden)
    const { myLorebooks } = await ada.data(
      'query ($id: ID!) { myLorebooks(characterId: $id) { nodes { id characterId characterName } } }',
      {
        id: characterId,
      },
    )
    const character = await ada.data('query ($id: ID!) { character(id: $id) { name } }', { id: characterId })
    expect(myLorebooks).toMatchObject({ nodes: [{ characterId, characterName: at(character, 'character', 'name') }] })
    const id = at({ myLorebooks }, 'myLorebooks', 'nodes', '0', 'id')
    await ada.data(updateBook, { id, input: { entries: [{ id: '3', content: 'Other' }] } })
    const [one, two, three] = hidden.entries
    expect((await cardJson()).data.character_book).toEqual({
      ...hidden,
      entries: [one, two, { ...three, content: 'Other' }],
    })
    await ada.data('mutation ($id: ID!) { deleteCharacter(id: $id) { deletedCharacterId } }', { id: characterId })
    expect(await ada.data('query ($id: ID!) { lorebook(id: $id) { id } }', { id })).toEqual({ lorebook: null })
  })
})

it('a book with 2,000 expressions that run for ever elsewhere stays bounded while another room is answered', async () => {
  const entries = Array.from({ length: 2_000 }, (_, n) => ({ keys: [`/(a+)+${n}$/`, '/(a|a)*$/'], content: 'x' }))
  const { id } = await imported({ entries })
  const [roomId, other] = [await ada.room('chat'), await eve.room('chat')]
  await ada.data(attach, { input: { lorebookId: id, roomId } })
  await Promise.all([ada.say(roomId, 'a'.repeat(8_000)), eve.say(other, 'Hello')])
  await app.idle()
})
