import { describe, expect, it } from '@jest/globals'
import { keysOfEntry, termsOf, textParts } from '../src/search-terms.js'

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
    expect(keysOf(words)).toHaveLength(1_001)
    expect(keysOfEntry({ userId: '7', roomId: 'r' }, entryWith('x', words))).toHaveLength(2_001)
    const before = process.cpuUsage()
    // marks in disorder, which a normalization of the whole would sort
    for (const text of [
      '\u0301\u0316'.repeat(500_000),
      'a' + '\u0301\u0316'.repeat(500_000),
      '漢' + '\u0301\u0316'.repeat(500_000),
    ])
      expect(keysOf(text).length).toBeLessThan(40)
    expect(keysOf('a'.repeat(1_000_000))).toHaveLength(2)
    expect(keysOf('漢字'.repeat(500_000))).toHaveLength(5)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000)
  })

  it('have keys of their own for each user id', () => {
    const keys = (userId: string) => keysOfEntry({ userId, roomId: 'r' }, entryWith('harbour'))
    expect(keys('7')).toHaveLength(2)
    expect(keys('8').filter((key) => keys('7').includes(key))).toEqual([])
  })
})
