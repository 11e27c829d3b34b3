import { expect, it, jest } from '@jest/globals'
import fc from 'fast-check'
import { Lexer, Tokenizer } from 'marked'
import { areCostly } from '../../pages/chat/markdown/cost.js'
import { blocksOf } from '../../pages/chat/markdown/tokens.js'

/** The longest text that the page parses. */
const length = 60_000
const bold = '**a**: b. '
const rows = (count: number) => Array.from({ length: count }, () => '| **a** | `b_c` | ~~d~~ |').join('\n')
const full = (piece: string) => piece.repeat(length).slice(0, length)
const wide = (width: number, row: string) =>
  `${full('a | ').slice(0, width)}\n${full('- | ').slice(0, width)}\n${full(row).slice(2 * width + 2)}`
const stairs = (mark: string) => Array.from({ length: 49 }, (_, depth) => `${'  '.repeat(depth)}${mark} a\n`).join('')

const costly: readonly (readonly [string, string])[] = [
  ['marks that are never closed', '*a_'.repeat(3_000)],
  ['the same mark', '_a'.repeat(5_000)],
  ['marks over lines', '*a_ b\n'.repeat(1_000)],
  ['marks in a fence that is none', `\`\`\`a\`\n${'*a_'.repeat(3_000)}\n\`\`\``],
  ['a long address', `${'a.'.repeat(5_000)}@`],
  ['a delimiter of a table that is none', `a|b\n${'-|'.repeat(29_900)}x`],
  ['a wide table with many rows', wide(9_000, 'a\n')],
  ['a wider table with fewer rows', wide(20_000, 'a\n')],
  ['a wide table whose rows are tabs', wide(4_000, '\t\n')],
  ['a wide table whose rows are spaces that do not break', wide(4_000, '\u00a0\n')],
  ['a wide table in a quotation', wide(9_000, 'a\n').replaceAll(/^/gm, '> ').slice(0, length)],
  ['tables that are none', full(`${'a '.repeat(20)}|b\n-|-|-\n\t\n`)],
  ['a message with one item of many lines', `- a\n${'  b\n'.repeat(1_999)}`],
  ['one item of long lines', `- a\n${full(`  ${'b '.repeat(20)}\n`).slice(4)}`],
  ['a wide table after code that ends with spaces', `\`\`\`\n\`\`\` \n${wide(4_000, 'a\n').slice(9)}`],
  ['references to characters', full(`${'&lt;'.repeat(60)}\n\n`)],
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
  ['formulas that are never closed', full('$a{ ')],
  ['formulas in parentheses that are never closed', full('\\( ')],
  ['code that is never closed', full('a `` b ` ')],
  ['marks after HTML that hides a fence', `<div>\n\`\`\`\n\n${'*a_'.repeat(3_000)}`],
  ['marks after a list that ends a fence', `- a\n  \`\`\`\n\nb ${'*a_'.repeat(3_000)}`],
]
const cheap: readonly (readonly [string, string])[] = [
  ['code', `\`\`\`c\n${'int *a_b = **c;\n'.repeat(500)}\`\`\``],
  ['code of many lines after a list', `- a\n\n\`\`\`\n${'  - x\n'.repeat(5_000)}\`\`\``],
  ['blocks of code', '```c\nint a;\n```\n\nand\n\n'.repeat(400)],
  ['code in a fence that is longer', `\`\`\`\`\n\`\`\`\n${'*a_'.repeat(600)}\n\`\`\`\``],
  ['indented code in an item in an item', `- -\n${full('    [a]: b "\n').slice(4)}`],
  ['marks in a fence after the title of a definition that is none', `[a]: b "\n\n\`\`\`\n" c\n${'*a_'.repeat(3_000)}`],
  ['a long program without empty lines', `\`\`\`c\n${full('    int *a_b = **c; /* d */\n').slice(9)}\n\`\`\``],
  ['code with a long word and a long gap', `\`\`\`\n${'YWJj'.repeat(5_000)}\n${' '.repeat(5_000)}a\n\`\`\``],
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

it.each(costly)('is shown as it is with other line ends, or before code: %s', (_name, text) => {
  expect(blocksOf(text.replaceAll('\n', '\r'))).toBeUndefined()
  expect(blocksOf(`${text.slice(0, -9)}\n\n\`\`\`\n`)).toBeUndefined()
})

it.each(cheap)('is parsed: %s', (_name, text) => {
  expect(blocksOf(text)).toEqual(new Lexer({ gfm: true, breaks: true }).lex(text))
})

// each is a line that could be read in two ways: by a person, by the parser, by what judges its cost
const hiding = {
  'a fence and a tab': '```\n```\t\n```\n',
  'a fence and a space that does not break': '```\n```\u00a0\n```\n',
  'a fence and a form feed': '```\n```\f\n```\n',
  'a fence and a carriage return': '```\n```\r```\n',
  'a fence and a line separator': '```\n```\u2028```\n',
  'a fence of other marks': '~~~\n~~~`\n',
  'a longer fence': '```\n````\n',
  'a fence with a mark in its name': '```a`b\n',
  'a fence that is indented code': '    ```\n',
  'a fence in a list': '- ```\n',
  'a fence in a quotation': '> ```\n',
  'a fence after a byte order mark': '\ufeff```\n',
  'a fence after a NUL': '\0```\n',
  'a fence in HTML': '<div>\n```\n\n',
  'a fence in a comment': '<!--\n```\n-->\n',
  'a fence in the title of a definition': '[a]: b "\n```\n"\n',
}
it.each(Object.entries(hiding))('costs a limited work after %s', (_name, before) => {
  for (const [, text] of costly) expectLimitedWork((before + text).slice(0, length))
})

const hostileText = () => {
  const begin = ['', '  ', '    ', '\t', '> ', '- ', '-\t', '1. ', '* ', '- - ', '> - ', '\u00a0', '\f', '\ufeff']
  const fences = ['```', '~~~', '```\t', '```a`', '~~~ `', '````']
  const table = `${'a | '.repeat(300)}\n${'- | '.repeat(300)}`
  const tables = ['a | b', '-|-', '|-|-|-|', '| '.repeat(40), '- | '.repeat(300), table]
  const rules = ['# a', '#', '---', '- - -', '===', '=', '[a]: b', '[a]: b "', '[a]: <b> (', '"', '[ ] a']
  const html = ['<div>', '<b>', '<!--', '-->', '<?', '</div>', '<script>', '<a b=c ']
  const signs = ['a', '*a_', '~~a', '`a', '[a', '](b)', '![', 'a@b', 'www.a', '&amp;', '\\', 'a  ', '\v', '\0', '日本']
  const runs = ['', 'a.'.repeat(40), ' '.repeat(60)]
  const ends = ['\n', '\n\n', '\r', '\r\n', '\n \n', '\n\t\n', '\n\u00a0\n', '\u2028', '\f', '\n>\n', '']
  const line = fc
    .tuple(
      fc.array(fc.constantFrom(...begin), { maxLength: 3 }),
      fc.array(fc.constantFrom(...fences, ...tables, ...rules, ...html, ...signs, ...runs), { maxLength: 2 }),
      fc.constantFrom(...ends),
    )
    .map(([before, within, end]) => `${before.join('')}${within.join('')}${end}`)
  const lines = (minLength: number) => fc.array(line, { minLength, maxLength: 3 }).map((all) => all.join(''))
  return fc.record({
    first: fc.oneof(lines(0), fc.constant(`${table}\n`)),
    often: lines(1),
    later: lines(1),
    most: fc.constantFrom(8_000, length),
  })
}

const textOf = ({ first, often, later, most }: { first: string; often: string; later: string; most: number }) =>
  `${first}${repeated(often, most / 2)}${repeated(later, most)}`.slice(0, most)
const repeated = (piece: string, most: number) => (piece || 'a').repeat(Math.ceil(most / (piece.length || 1)))

it('costs a limited work whatever the text is', () => {
  fc.assert(
    fc.property(hostileText(), (pieces) => expectLimitedWork(textOf(pieces))),
    { numRuns: 60 },
  )
})

it('reads the same text whatever ends its lines', () => {
  fc.assert(
    fc.property(hostileText(), (pieces) => {
      const lines = textOf(pieces).replaceAll('\r', '')
      expect(blocksOf(lines.replaceAll('\n', '\r'))).toEqual(blocksOf(lines))
    }),
    { numRuns: 30 },
  )
})

/** Counts what the parser does for a text, also for one that is shown as it is after a part of that. */
function expectLimitedWork(text: string): void {
  const work = { blocks: 0, texts: 0, passedOn: 0, readAhead: 0 }
  const { space, lheading } = Tokenizer.prototype
  const { inline, blockTokens } = Lexer.prototype
  const spies = [
    jest.spyOn(Tokenizer.prototype, 'space').mockImplementation(function (this: Tokenizer, src) {
      work.blocks += 1
      return space.call(this, src)
    }),
    jest.spyOn(Tokenizer.prototype, 'lheading').mockImplementation(function (this: Tokenizer, src) {
      const end = src.search(/\n\s*\n/)
      work.readAhead += end === -1 ? src.length : end
      return lheading.call(this, src)
    }),
    jest.spyOn(Lexer.prototype, 'inline').mockImplementation(function (this: Lexer, src, tokens) {
      work.texts += 1
      return inline.call(this, src, tokens)
    }),
    jest.spyOn(Lexer.prototype, 'blockTokens').mockImplementation(function (this: Lexer, src, tokens, clipped) {
      work.passedOn += src.length
      return blockTokens.call(this, src, tokens, clipped)
    }),
  ]
  blocksOf(text)
  for (const spy of spies) spy.mockRestore()
  expect(work.blocks).toBeLessThanOrEqual(10_000)
  expect(work.texts).toBeLessThanOrEqual(10_000)
  expect(work.passedOn).toBeLessThanOrEqual(500_000 + length)
  expect(work.readAhead).toBeLessThanOrEqual(5_000_000)
}

it('judges the texts of blocks by what the parser looks for in them', () => {
  expect(areCostly(Array<string>(200).fill('a [b](c) and `d` '))).toBe(false)
  expect(areCostly(['[a '.repeat(9_000)])).toBe(true)
  expect(areCostly(Array<string>(11).fill('*'.repeat(299)))).toBe(true)
})
