import { describe, expect, it } from '@jest/globals'
import { BookMatcher } from '../../src/lorebooks/book-matcher.js'
import { slashedKey } from '../../src/lorebooks/expression.js'
import { newEntry, type LoreEntry } from '../../src/lorebooks/lore-entry.js'
import { ScannedTexts } from '../../src/lorebooks/scanned-texts.js'

/** Whether a text has the key of an entry. */
async function occurs(key: string, text: string, change: Partial<LoreEntry> = {}): Promise<boolean> {
  const entry = { ...newEntry, ...change, id: 1, keys: [key] }
  const matcher = await BookMatcher.of({ scanDepth: 1, entries: [entry] }, (each) => each)
  return (await matcher.find(new ScannedTexts([text]))).length > 0
}

describe('a key in a text, of whole words by default', () => {
  it.each([
    // Latin
    ['AI', "It ain't far from Maine", false],
    ['AI', 'The AI answers', true],
    ['AI', '_AI_ and *AI*', true],
    ['AI', 'AI2 is another one', false],
    ['hulk', 'madhulkman', false],
    ['hulk', "The Hulk's fist", true],
    ['hulk', 'two hulks', false],
    ['hulk', 'A (hulk), a hulk! hulk-like', true],
    ["O'Brien", 'I met O’Brien’s wife', true],
    ['C++', 'written in C++.', true],
    ['C++', 'Obj-C++17', true],
    ['C++', 'ObjC++', false],
    ['.NET', 'ASP.NET', true],
    ['.NET', 'a .network', false],
    ['Red Dragon', 'the red\n dragon sleeps', true],
    ['café', 'the cafe\u0301 is closed', true],
    ['cafe\u0301', 'the café is closed', true],
    ['Straße', 'STRASSE', true],
    ['istanbul', 'İstanbul', true],
    // Cyrillic, Greek
    ['маг', 'магия', false],
    ['маг', 'Старый МАГ.', true],
    ['οδυσσευσ', 'ο ΟΔΥΣΣΕΥΣ ήρθε', true],
    // Arabic, Hebrew, Devanagari
    ['سيف', 'أخذ سيف الملك', true],
    ['سيف', 'سيفه', false],
    ['דרקון', 'הנה דרקון, שם', true],
    ['राम', 'राम आया', true],
    ['राम', 'रामायण', false],
    // Hangul
    ['서울', '서울은 춥다', true],
    ['서울', '나는 서울에서부터 왔다', true],
    ['서울', '서울'.normalize('NFD') + '은', true],
    ['서울', '뉴서울', false],
    ['AI', 'AI를 믿어?', true],
    ['AI', '서울AI', true],
    ['서울', '서울AI', true],
    // Han, Kana
    ['東京', '私は東京都にいる', true],
    ['AI', '私はAIです', true],
    ['ドラゴン', '黒ドラゴンが来た', true],
    ['龙', '一条巨龙', true],
    ['2020', '東京2020年', true],
    // Thai
    ['กรุงเทพ', 'ฉันอยู่กรุงเทพมหานคร', true],
    // no script
    ['🐉', 'a🐉b', true],
    ['❤️', 'I❤you', true],
  ])('%j in %j: %j', async (key, text, isFound) => {
    expect(await occurs(key, text)).toBe(isFound)
  })

  it.each([
    [{ wholeWords: false }, 'hulk', 'madhulkman', true],
    [{ wholeWords: false }, '서울', '뉴서울', true],
    [{ caseSensitive: true }, 'Red', 'a red rose', false],
    [{ caseSensitive: true }, 'Red', 'The Red is near', true],
    [{ caseSensitive: true, wholeWords: false }, 'ed', 'Red', true],
  ] as const)('with %j, %j in %j: %j', async (change, key, text, isFound) => {
    expect(await occurs(key, text, change)).toBe(isFound)
  })
})

describe('a key of an entry whose keys are expressions', () => {
  it.each([
    [{}, 'drag(on|oon)s?', 'Two DRAGOONS', true],
    [{}, '/drag(on|oon)s?/', 'Two DRAGOONS', false],
    [{}, '/drag(on|oon)s?/i', 'Two DRAGOONS', true],
    [{ caseSensitive: true }, 'drag(on|oon)s?', 'Two DRAGOONS', false],
    [{}, '^and/or$', 'and/or', true],
    [{}, '/a/b/', 'x/a/b/', true],
    [{}, 'a(?=b)', 'ab', false],
    [{}, ' ', 'a b', false],
    [{ keysAreExpressions: false }, 'drag(on|oon)s?', 'dragon', false],
  ] as const)('with %j, %j in %j: %j', async (change, key, text, isFound) => {
    expect(await occurs(key, text, { keysAreExpressions: true, ...change })).toBe(isFound)
  })

  it('has slashes in files whose entries do not say so', () => {
    const rules = { keysAreExpressions: true, caseSensitive: false }
    const keys = ['a+', String.raw`and/or\/`, '/x/m', '']
    expect(keys.map((key) => slashedKey(key, rules))).toEqual([
      '/a+/i',
      String.raw`/and\/or\/`.concat('/i'),
      '/x/m',
      '',
    ])
    expect(slashedKey('a+', { ...rules, keysAreExpressions: false })).toBe('a+')
  })
})

describe('a key that is an expression', () => {
  it.each([
    ['/Kent(?:a|oj)/gi', 'kentaro', true],
    ['/Kent(?:a|oj)/y', 'Here is Kentoj', true],
    ['/kent/', 'Kent', false],
    ['/^the .* end$/ims', 'First.\nThe long\nway to an end', true],
    ['/a\\/b\\u0041/', 'a/bA', true],
    // a word, because it is not of this form
    ['/home/user', 'look into /home/user now', true],
    ['/home/user/g', 'look into /home/user/g now', true],
    ['AC/DC', 'an AC/DC song', true],
    ['/a/gg', 'a', false],
  ])('%j in %j: %j, three times in a row', async (key, text, isFound) => {
    const entry = { ...newEntry, id: 1, keys: [key] }
    const matcher = await BookMatcher.of({ scanDepth: 1, entries: [entry] }, (each) => each)
    for (let turn = 0; turn < 3; turn += 1)
      expect((await matcher.find(new ScannedTexts([text]))).length > 0).toBe(isFound)
  })

  it.each(['/(a+)+$/', '/(a|a)*$/', '/(\\w|\\d)+$/', '/(x+x+)+y/'])('%j ends on any text', async (key) => {
    const before = process.cpuUsage()
    await occurs(key, 'a'.repeat(40) + '!' + 'x'.repeat(20_000))
    const { user, system } = process.cpuUsage(before)
    expect(user + system).toBeLessThan(5_000_000)
  })
})

describe('an entry', () => {
  const found = async (entries: readonly Partial<LoreEntry>[], texts: readonly string[], scanDepth = 4) => {
    const all = entries.map((entry, index) => ({ ...newEntry, ...entry, id: index + 1 }))
    const matches = await (
      await BookMatcher.of({ scanDepth, entries: all }, (each) => each)
    ).find(new ScannedTexts(texts))
    return matches.map(({ entry, keys, message }) => ({ id: entry.id, keys, message }))
  }
  const text = 'The queen rides a dragon'

  it.each([
    ['AND_ANY', ['rides', 'walks'], true],
    ['AND_ANY', ['walks'], false],
    ['AND_ALL', ['rides', 'dragon'], true],
    ['AND_ALL', ['rides', 'walks'], false],
    ['NOT_ANY', ['walks'], true],
    ['NOT_ANY', ['rides', 'walks'], false],
    ['NOT_ALL', ['rides', 'walks'], true],
    ['NOT_ALL', ['rides', 'dragon'], false],
    ['AND_ALL', [], true],
  ] as const)('with secondary keys %s %j: %j', async (logic, secondaryKeys, isFound) => {
    expect(await found([{ keys: ['queen'], secondaryKeys, logic }], [text])).toHaveLength(isFound ? 1 : 0)
  })

  it('names the keys that were found and the newest message with them', async () => {
    const entry = { keys: ['dragon', 'ship', 'queen'], secondaryKeys: ['rides'] }
    expect(await found([entry], ['nothing', text, text])).toEqual([
      { id: 1, keys: ['dragon', 'queen', 'rides'], message: 1 },
    ])
  })

  it('reads as many messages as its book, or as itself', async () => {
    const texts = ['one', 'two', text]
    expect(await found([{ keys: ['dragon'] }], texts, 2)).toEqual([])
    expect(await found([{ keys: ['dragon'], scanDepth: 3 }], texts, 2)).toHaveLength(1)
    expect(await found([{ keys: ['dragon'], scanDepth: 0 }], texts, 3)).toEqual([])
  })

  it('that is constant needs no key, and one that is off never matches', async () => {
    expect(await found([{ constant: true }, { constant: true, enabled: false }], [], 0)).toEqual([
      { id: 1, keys: [], message: null },
    ])
  })

  it('without keys, or with empty ones, does not match', async () => {
    expect(await found([{}, { keys: [''] }, { keys: [' '] }, { keys: ['\u200b'] }], [text])).toEqual([])
  })

  it('does not wake another one', async () => {
    const chain = [
      { keys: ['queen'], content: 'the sword' },
      { keys: ['sword'], content: 'the forge' },
      { keys: ['forge'], content: 'fire' },
    ]
    expect((await found(chain, [text])).map(({ id }) => id)).toEqual([1])
  })
})

it('keys and texts with names for placeholders are compared', async () => {
  const entries = [
    { ...newEntry, id: 1, keys: ['{{user}}'] },
    { ...newEntry, id: 2, keys: ['/{{char}}!/'] },
  ]
  const named: Parameters<typeof BookMatcher.of>[1] = (text, asWritten = (name) => name) =>
    text.replaceAll('{{user}}', asWritten('Ada')).replaceAll('{{char}}', asWritten('M.'))
  const matches = await (
    await BookMatcher.of({ scanDepth: 1, entries }, named)
  ).find(new ScannedTexts(['ada met M.! Mr!']))
  expect(matches.map(({ keys }) => keys)).toEqual([['Ada'], ['/M\\.!/']])
})

it('a book whose keys match everywhere ends', async () => {
  const entries = Array.from({ length: 2_000 }, (_, index) => ({
    ...newEntry,
    ...{ id: index, keys: ['a'.repeat((index % 200) + 1)], wholeWords: index % 2 === 0 },
  }))
  const matches = await (
    await BookMatcher.of({ scanDepth: 1, entries }, (each) => each)
  ).find(new ScannedTexts([`${'a'.repeat(60_000)}!`]))
  expect(matches).toHaveLength(1_000)
})
