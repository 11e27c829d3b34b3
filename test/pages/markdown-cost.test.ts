import { expect, it } from '@jest/globals'
import { areCostly, isCostly } from '../../pages/chat/markdown/cost.js'
import { blocksOf } from '../../pages/chat/markdown/tokens.js'

/** The longest text that the page parses. */
const length = 60_000
const bold = '**a**: b. '
const rows = (count: number) => Array.from({ length: count }, () => '| **a** | `b_c` | ~~d~~ |').join('\n')
const full = (piece: string) => piece.repeat(length).slice(0, length)
const stairs = (mark: string) => Array.from({ length: 49 }, (_, depth) => `${'  '.repeat(depth)}${mark} a\n`).join('')

const costly: readonly (readonly [string, string])[] = [
  ['marks that are never closed', '*a_'.repeat(3_000)],
  ['the same mark', '_a'.repeat(5_000)],
  ['marks over lines', '*a_ b\n'.repeat(1_000)],
  ['marks in a fence that is none', `\`\`\`a\`\n${'*a_'.repeat(3_000)}\n\`\`\``],
  ['a long address', `${'a.'.repeat(5_000)}@`],
  ['a delimiter of a table that is none', `a|b\n${'-|'.repeat(29_900)}x`],
  [
    'a wide table with many rows',
    `${full('a | ').slice(0, 9_000)}\n${full('- | ').slice(0, 9_000)}\n${'a\n'.repeat(20_000)}`,
  ],
  [
    'a wide table in a quotation',
    `> ${full('a | ').slice(0, 9_000)}\n> ${full('- | ').slice(0, 9_000)}\n${'> a\n'.repeat(9_000)}`,
  ],
  ['numbers in numbers', full('1. ')],
  ['other numbers in numbers', full('9) ')],
  ['quotations in quotations', full('>')],
  ['quotations in lists in quotations', full('> - ')],
  ['bullets in bullets', full('- + ')],
  ['stairs of bullets', full(stairs('-'))],
  ['stairs of numbers', full(stairs('1.'))],
  ['one item of many lines', `- a\n${full('  b\n').slice(4)}`],
  ['one item of many lines without indentation', `- a\n${full('b\n').slice(4)}`],
  ['one item in a quotation', `> - a\n${full('> b\n').slice(6)}`],
  ['one item that begins with an empty line', `- \n${full('    [a]: b "- \n').slice(3)}`],
  ['one item that begins with an empty line, with HTML', `- \n${full('    <b> "').slice(3)}`],
  ['items of definitions that are never closed', full('- \n    [a]: <b> "')],
  ['an empty item in an empty item', `- -\n${full('    [a]: b "\n').slice(4)}`],
  ['one item that begins with a star', `*\n${full('    a\n').slice(2)}`],
  ['one item whose lines look like items', `- a\n${full('      - b\n  c\n').slice(4)}`],
  ['many short items', full('- a\n')],
  ['many empty items', full('-\n')],
  ['many tasks', full('- [ ] a\n')],
  ['many paragraphs', full('a\n\n')],
  ['many blocks of code', full('```c\na\n```\n')],
  ['many headings', full('# a\n')],
  ['a gap', `a${full(' ').slice(2)}b`],
  ['a gap of tabs', `a${full('\t').slice(2)}b`],
  ['brackets that are never closed', `${full('[a ').slice(5)}](b)`],
  ['brackets of a definition', `[a]: b\n\n${full('[a] ').slice(8)}`],
  ['HTML that is never closed', full('a <!-- ')],
  ['code that is never closed', full('a `` b ` ')],
  ['marks after HTML that hides a fence', `<div>\n\`\`\`\n\n${'*a_'.repeat(3_000)}`],
  ['marks after a list that ends a fence', `- a\n  \`\`\`\n\nb ${'*a_'.repeat(3_000)}`],
  ['marks after a title that hides a fence', `[a]: b "\n\n\`\`\`\n" c\n${'*a_'.repeat(3_000)}`],
]
const cheap: readonly (readonly [string, string])[] = [
  ['code', `\`\`\`c\n${'int *a_b = **c;\n'.repeat(500)}\`\`\``],
  ['code of many lines after a list', `- a\n\n\`\`\`\n${'  - x\n'.repeat(5_000)}\`\`\``],
  ['blocks of code', '```c\nint a;\n```\n\nand\n\n'.repeat(400)],
  ['code in a fence that is longer', `\`\`\`\`\n\`\`\`\n${'*a_'.repeat(600)}\n\`\`\`\``],
  ['a table', `| a | b | c |\n| --- | --- | --- |\n${rows(80)}`],
  ['a list', `- ${bold}\n`.repeat(300)],
  ['a list in a list', `- a\n${`  - ${bold}\n    1. b\n`.repeat(140)}`],
  ['a list with a paragraph in each item', `1. ${'word '.repeat(40)}\n\n   ${'word '.repeat(60)}\n\n`.repeat(60)],
  ['a quotation', `> ${'word '.repeat(20)}\n`.repeat(300)],
  ['paragraphs', `${bold.repeat(50)}\n\n`.repeat(14)],
  ['a long chapter', `${'Many words, one after the other. '.repeat(40)}\n\n`.repeat(45)],
  ['a poem', `${'a line of a poem\n'.repeat(4)}\n`.repeat(200)],
  ['rules of dashes', `${'- '.repeat(40)}\n\n${'* '.repeat(40)}\n\n${'_'.repeat(80)}\n`],
  ['links', `${'See [a page](https://a.example/b). '.repeat(30)}\n\n`.repeat(10)],
  ['text without spaces', '日本語。'.repeat(2_000)],
  ['the most that is parsed', `${'*a_'.repeat(150)}\n\n`.repeat(9)],
  ['a delimiter with spaces that is none', `a|b\n${full('- | ').slice(5)}x`],
  ['nothing', ''],
]

it.each(costly)('is shown as it is: %s', (_name, text) => {
  expect(blocksOf(text)).toBeUndefined()
})

it.each(cheap)('is parsed: %s', (_name, text) => {
  expect(isCostly(text)).toBe(false)
  expect(blocksOf(text)).toBeDefined()
})

it.each([...costly, ...cheap].filter(([, text]) => text !== ''))(
  'costs a number of reads that grows no faster than the text: %s',
  (_name, piece) => {
    // texts of one, two and four lengths: of none is a character read more than a few times
    for (const times of [1, 2, 4]) {
      const text = piece.repeat(times)
      let reads = 0
      const counted = {
        length: text.length,
        charCodeAt: (at: number) => {
          reads += 1
          return text.charCodeAt(at)
        },
      }
      isCostly(counted)
      expect(reads).toBeLessThan(12 * text.length + 100)
    }
  },
)

it('judges the texts of blocks by what the parser looks for in them', () => {
  expect(areCostly(Array<string>(200).fill('a [b](c) and `d` '))).toBe(false)
  expect(areCostly(['[a '.repeat(9_000)])).toBe(true)
  expect(areCostly(Array<string>(11).fill('*'.repeat(299)))).toBe(true)
})
