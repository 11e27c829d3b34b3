import { describe, expect, it } from '@jest/globals'
import { type LogEntry, textParts } from '@parley/chat-log-store'
import { snippetsOf, type QueryPart } from '../../src/chat-logs/snippets.js'

const entryWith = (inputData: string, outputData = '') => ({ inputData, outputData }) as LogEntry
const partsOf = (query: string): QueryPart[] =>
  [...textParts(query)].map((part) => ({ ...part, isBeginning: query.endsWith('…') && part.end === query.length - 1 }))
const snippets = (query: string, text: string) => snippetsOf(entryWith(text), partsOf(query))
const highlighted = (query: string, text: string) =>
  snippets(query, text)?.flatMap((snippet) =>
    snippet.highlights.map(({ start, end }) => snippet.text.slice(start, end)),
  )

describe('the snippets of an entry', () => {
  it.each<[string, string, string[] | undefined]>([
    ['harbour', 'The Harbour, the HARBOUR.', ['Harbour', 'HARBOUR']],
    ['harbour', 'harbours', undefined],
    ['harb…', 'A harbour, a harbinger, HARB', ['harbour', 'harbinger', 'HARB']],
    ['ship harb…', 'harbours of a ship', ['harbours', 'ship']],
    ['ship harb…', 'harbours of ships', undefined],
    ['북', '북극', ['북']],
    ['서울에서', '우리는 서울에서 만났다', ['서울에서']],
    // all pairs are there, but not side by side
    ['가나다', '가나 나다', undefined],
    ['서울', '서울'.normalize('NFD') + '역', ['서울'.normalize('NFD')]],
    ['京都', '東京都', ['京都']],
    ['ガイド', 'ｶﾞｲﾄﾞﾌﾞｯｸ', ['ｶﾞｲﾄﾞ']],
    ['ข้าว', 'กินข้าวแล้ว', ['ข้าว']],
    ['🎉', 'a 🎉 b', ['🎉']],
    ['ship sea', 'a ship', undefined],
    ['国', `漢${'\u0301'.repeat(20)}字国`, ['国']],
  ])('for %s in %s', (query, text, expected) => {
    expect(highlighted(query, text)).toEqual(expected)
  })

  it('contain at most 240 code units around the first match, with its place and whole characters', () => {
    const text = `${'🎈 '.repeat(300)}harbour ${'🎈'.repeat(300)}`
    const [snippet] = snippets('harbour', text) ?? []
    expect(snippet?.text.isWellFormed()).toBe(true)
    expect(snippet?.text.length).toBeLessThanOrEqual(240)
    expect(text.slice(snippet?.offset).startsWith(snippet?.text ?? '-')).toBe(true)
    expect(snippet?.highlights.map(({ start, end }) => snippet.text.slice(start, end))).toEqual(['harbour'])
  })

  it('have at most ten highlights each, of message and reply', () => {
    const found = snippetsOf(entryWith('a '.repeat(100), 'b'), partsOf('a b'))
    expect(found?.map(({ part, highlights }) => [part, highlights.length])).toEqual([
      ['message', 10],
      ['reply', 1],
    ])
  })
})
