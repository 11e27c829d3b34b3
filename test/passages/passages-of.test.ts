import { expect, it } from '@jest/globals'
import type { Block } from '@parley/documents'
import { passagesOf } from '../../src/passages/passages-of.js'

const textOf = (blocks: readonly Block[]) => blocks.map(({ text }) => text).join('\n\n')
const sentences = (count: number, sentence: string) => Array.from({ length: count }, () => sentence).join(' ')

const documents: Readonly<Record<string, readonly Block[]>> = {
  nothing: [],
  'one word': [{ text: 'Parley' }],
  'small paragraphs': Array.from({ length: 40 }, (_, index) => ({
    text: `Paragraph ${index}. ${sentences(3, 'It is short.')}`,
  })),
  'one long paragraph': [{ text: sentences(2_000, 'The tide comes in twice a day.') }],
  'a text without spaces': [{ text: '조류는하루에두번들어온다'.repeat(900) }],
  'Korean sentences': [{ text: sentences(400, '조류는 하루에 두 번 들어온다.') }],
  'Japanese sentences': [{ text: '潮は一日に二度満ちる。'.repeat(400) }],
  'letters of four bytes': [{ text: '𝒜🏝️👩‍👩‍👧'.repeat(2_000) }],
  pages: [1, 2, 3].flatMap((page) => [
    { text: `Title ${page}`, page },
    { text: sentences(90, 'It goes on.'), page },
  ]),
}

it.each(Object.entries(documents))('passages are the whole text, none is too long: %s', (_, blocks) => {
  const passages = [...passagesOf(blocks)]
  expect(passages.map(({ text }) => text).join('')).toBe(textOf(blocks))
  for (const { text } of passages) {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_600)
    expect(text.isWellFormed()).toBe(true)
  }
})

it('small blocks of a page are one passage, and no passage has two pages', () => {
  const passages = [...passagesOf(documents['pages'] ?? [])]
  expect(passages.map(({ page }) => page)).toEqual([1, 2, 3])
  expect(passages[0]?.text).toContain('Title 1\n\nIt goes on.')
})

it('a long block is divided between sentences', () => {
  const passages = [...passagesOf(documents['one long paragraph'] ?? [])]
  for (const { text } of passages) expect(text).toMatch(/^The .*day\.\s*$/u)
  const japanese = [...passagesOf(documents['Japanese sentences'] ?? [])]
  for (const { text } of japanese) expect(text).toMatch(/。$/u)
})

it('the parts of a long block have the lines on which they begin', () => {
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index + 10}`)
  const passages = [...passagesOf([{ text: lines.join('\n'), line: 10 }])]
  expect(passages.length).toBeGreaterThan(1)
  for (const { text, line } of passages) expect(text.split('\n')[0]).toBe(`line ${line}`)
})

it('a block of four million characters is divided', () => {
  const passages = [...passagesOf([{ text: 'word '.repeat(800_000) }])]
  expect(passages.length).toBeGreaterThan(2_000)
})
