import { expect, it } from '@jest/globals'
import { lexer } from 'marked'
import { isCostly } from '../../pages/chat/markdown/cost.js'

const bold = '**a**: b. '
const rows = (count: number) => Array.from({ length: count }, () => '| **a** | `b_c` | ~~d~~ |').join('\n')

const costly: readonly (readonly [string, string])[] = [
  ['marks that are never closed', '*a_'.repeat(3_000)],
  ['the same mark', '_a'.repeat(5_000)],
  ['marks over lines', '*a_ b\n'.repeat(1_000)],
  ['marks in a fence that is none', `\`\`\`a\`\n${'*a_'.repeat(3_000)}\n\`\`\``],
  ['a long address', `${'a.'.repeat(5_000)}@`],
]
const cheap: readonly (readonly [string, string])[] = [
  ['code', `\`\`\`c\n${'int *a_b = **c;\n'.repeat(500)}\`\`\``],
  ['code in a fence that is longer', `\`\`\`\`\n\`\`\`\n${'*a_'.repeat(600)}\n\`\`\`\``],
  ['a table', `| a | b | c |\n| --- | --- | --- |\n${rows(80)}`],
  ['a list', `- ${bold}\n`.repeat(300)],
  ['paragraphs', `${bold.repeat(50)}\n\n`.repeat(14)],
  ['text without spaces', '日本語。'.repeat(2_000)],
  ['the most that is parsed', `${'*a_'.repeat(150)}\n\n`.repeat(9)],
]

/** For the reader of the report: a busy machine does not fail it. */
const parsed = (text: string) => {
  const start = performance.now()
  lexer(text, { gfm: true, breaks: true })
  return `${(performance.now() - start).toFixed(1)} ms`
}

it.each(costly)('is shown as it is: %s', (name, text) => {
  expect(isCostly(text)).toBe(true)
})

it.each(cheap)('is parsed: %s', (name, text) => {
  process.stdout.write(`${name}: ${parsed(text)}\n`)
  expect(isCostly(text)).toBe(false)
})
