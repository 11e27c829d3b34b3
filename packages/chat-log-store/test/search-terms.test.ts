import { describe, expect, it } from '@jest/globals'
import { keysOfEntry, keysOfQuery, termsOf, termsOfBeginning, textParts } from '../src/search-terms.js'

const entryWith = (inputData: string, outputData = '') => ({ inputData, outputData })
describe('the terms of a text', () => {
  it.each<[string, string, readonly string[]]>([
    ['words, without case and punctuation', 'The ship, "Albatross"!', ['the', 'ship', 'albatross']],
    ['words with an apostrophe as two', "don't", ['don', 't']],
    ['numbers', 'Room 101, 3.14', ['room', '101', '3', '14']],
    ['composed and decomposed accents as one', 'Café cafe\u0301', ['café', 'café']],
    ['full width and ligatures in their plain form', 'ＡＢＣ ﬁn', ['abc', 'fin']],
    ['ß as ss, and one form of sigma', 'Straße ΟΔΟΣ οδος', ['strasse', 'οδοσ', 'οδοσ']],
    ['Korean words as pairs', '서울 만나요', ['서울', '만나', '나요']],
    ['decomposed Korean like composed', '서울'.normalize('NFD'), ['서울']],
    ['Chinese as pairs, a single character as itself', '我爱北京 猫', ['我爱', '爱北', '北京', '猫']],
    [
      'Japanese beside Latin letters',
      '東京タワーはTokyo Tower',
      ['東京', '京タ', 'タワ', 'ワー', 'ーは', 'tokyo', 'tower'],
    ],
    ['half width kana like full width', 'ｶﾞｲﾄﾞ', ['ガイ', 'イド']],
    ['Thai as pairs, with its marks', 'กิน', ['กิ', 'ิน']],
    ['symbols one by one', 'party 🎉🎂', ['party', '🎉', '🎂']],
    ['flags and keycaps', '🇰🇷🇩🇪 #️⃣1️⃣', ['🇰🇷', '🇩🇪', '#️⃣', '1️⃣']],
    ['nothing for punctuation and unpaired surrogates', '… ?! \ud800 \udc00', []],
  ])('are %s', (_, text, terms) => {
    expect([...textParts(text)].flatMap(termsOf)).toEqual(terms)
  })

  it('are bounded in number and length, in linear time', () => {
    const keysOf = (inputData: string) => keysOfEntry({ userId: '7', roomId: 'r' }, { inputData, outputData: '' })
    const words = Array.from({ length: 50_000 }, (_, n) => `word${n}`).join(' ')
    // the room, the words, and their beginnings of 2, 3, 5 and 8 characters
    expect(keysOf(words)).toHaveLength(1 + 1_000 + 2 + 10)
    expect(keysOfEntry({ userId: '7', roomId: 'r' }, entryWith('x', words)).length).toBeLessThanOrEqual(4_001)
    const before = process.cpuUsage()
    // marks in disorder, which a normalization of the whole would sort
    for (const text of [
      '\u0301\u0316'.repeat(500_000),
      'a' + '\u0301\u0316'.repeat(500_000),
      '漢' + '\u0301\u0316'.repeat(500_000),
    ])
      expect(keysOf(text).length).toBeLessThan(40)
    expect(keysOf('a'.repeat(1_000_000))).toHaveLength(6)
    expect(keysOf('漢字'.repeat(500_000))).toHaveLength(5)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000)
  })

  it.each<[string, string, readonly string[]]>([
    ['a short beginning', 'ha', ['ha*']],
    ['the longest that is indexed', 'harb', ['har*']],
    ['of a long one', 'harbourmaster', ['harbourm*']],
    ['one letter as a word', 'h', ['h']],
    ['a run as its pairs', '서울에', ['서울', '울에']],
    ['a symbol as itself', '🎉', ['🎉']],
  ])('of the beginning of a word are %s', (_, text, terms) => {
    expect([...textParts(text)].flatMap(termsOfBeginning)).toEqual(terms)
  })

  it('find each beginning of a word, and no other part of it', () => {
    const scope = { userId: '7', roomId: 'r' }
    const keys = new Set(keysOfEntry(scope, entryWith('', 'Häfen 서울에서 éclairage')))
    const isFound = (query: string) =>
      keysOfQuery(scope, [...textParts(query)].flatMap(termsOfBeginning)).every((key) => keys.has(key))
    for (const query of ['hä', 'HÄF', 'häfen', 'éc', 'éclair', '울에'])
      expect([query, isFound(query)]).toEqual([query, true])
    for (const query of ['ä', 'äfen', 'fen', 'clair']) expect([query, isFound(query)]).toEqual([query, false])
  })

  it('have keys of their own for each user id', () => {
    const keys = (userId: string) => keysOfEntry({ userId, roomId: 'r' }, entryWith('harbour'))
    expect(keys('7')).toHaveLength(5)
    expect(keys('8').filter((key) => keys('7').includes(key))).toEqual([])
  })
})
