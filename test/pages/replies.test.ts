import { beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { blockSnippets } from '../support/pages/replies/blocks.js'
import { emphasisSnippets } from '../support/pages/replies/emphasis.js'
import { formulaSnippets } from '../support/pages/replies/formulas.js'
import { hostileSnippets } from '../support/pages/replies/hostile.js'
import { renderedMarkdown, type RenderedMarkdown } from '../support/pages/rendered-markdown.js'

const snippets = [...formulaSnippets, ...emphasisSnippets, ...blockSnippets, ...hostileSnippets]
const named = snippets.map((snippet, index) => [`${String(index)}, ${snippet.from}`, snippet] as const)

let page: RenderedMarkdown
beforeAll(async () => {
  page = await renderedMarkdown()
}, 60_000)

it('has 150 snippets, 100 of them from replies that are cited', () => {
  expect(snippets.length).toBeGreaterThanOrEqual(150)
  const cited = snippets.filter(({ from }) => /^[\w.-]+\/[\w.-]+#\d+$/.test(from))
  expect(cited.length).toBeGreaterThanOrEqual(100)
})

describe('a reply becomes the elements that its author meant', () => {
  it.each(named)('%s', (_name, { text, dom }) => {
    expect(page.elementsOf(text)).toBe(dom)
  })
})

describe('a formula', () => {
  const formulas = snippets.flatMap(({ text, dom, isUntypesettable = false }) =>
    [...dom.matchAll(/<tex( display)?>(.*?)<\/tex>/gs)].map(([, display, source = '']) => {
      const raw = source.replaceAll('&lt;', '<').replaceAll('&amp;', '&')
      const marks = /^\$(?!\$)/.test(raw) ? 1 : 2
      return { text, raw, tex: raw.slice(marks, -marks), isDisplayed: display !== undefined, isUntypesettable }
    }),
  )

  it('keeps each of its characters until it is typeset', () => {
    expect(formulas.length).toBeGreaterThan(80)
    for (const { text, raw } of formulas) {
      const lines = raw.split('\n').map((line) => line.trim())
      for (const line of lines) expect(text).toContain(line)
    }
  })

  it('is typeset with MathML for screen readers, or is its source', () => {
    for (const { tex, isDisplayed, isUntypesettable } of formulas) {
      const elements = page.typesetOf(tex, isDisplayed)
      if (isUntypesettable) expect([tex, elements]).toEqual([tex, undefined])
      else {
        expect(elements).toContain('<math xmlns="http://www.w3.org/1998/Math/MathML"')
        expect(elements).toContain('<annotation encoding="application/x-tex">')
      }
    }
  })

  it('has no element or attribute that runs or loads something', () => {
    const all = formulas.map(({ tex, isDisplayed }) => page.typesetOf(tex, isDisplayed) ?? '').join('')
    const names = new Set([...all.matchAll(/<([a-zA-Z]+)/g)].map(([, name]) => name))
    expect(
      [...names].filter((name) => !/^(span|svg|path|line|math|semantics|annotation|m[a-z]+)$/.test(name ?? '')),
    ).toEqual([])
    const attributes = new Set([...all.matchAll(/ ([a-zA-Z-]+)="/g)].map(([, name]) => name))
    expect([...attributes].filter((name) => /^(on|href|src|id$)/.test(name ?? ''))).toEqual([])
    expect(all).not.toMatch(/style="[^"]*(?:url|position:fixed)/)
  })

  it('of any text is typeset or its source, and never throws', () => {
    const pieces = [
      '\\frac',
      '{',
      '}',
      '^',
      '_',
      '\\text{',
      '$',
      '\\begin{aligned}',
      '\\end{aligned}',
      '&',
      '\\\\',
      'x',
      '1',
      ' ',
      '<b>',
      '"',
      '\\left(',
      '\\sqrt[',
      ']',
      '한',
      '%',
      '#1',
      '\\def\\a{',
      '\\a',
      '\\href{javascript:x}{',
      '\\ce{',
    ]
    const tex = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(''))
    fc.assert(
      fc.property(tex, fc.boolean(), (text, isDisplayed) => void page.typesetOf(text, isDisplayed)),
      { numRuns: 300 },
    )
  })
})

describe('a reply that grows', () => {
  /** A frame shows at most so many characters that came with its last piece. */
  const newest = 4
  const isWithin = (part: readonly string[], whole: readonly string[]): boolean => {
    let found = 0
    for (const character of whole) if (character === part[found]) found += 1
    return found === part.length
  }

  it.each(named.filter(([, { isDecidedLate }]) => !isDecidedLate))(
    'shows no mark that the complete one does not show, except in its newest characters: %s',
    (_name, { text }) => {
      const complete = [...page.visibleOf(text)]
      for (let length = 1; length <= text.length; length += 1) {
        const shown = [...page.visibleOf(text.slice(0, length), true).replace(/…$/, '')]
        if (!isWithin(shown.slice(0, -newest), complete)) expect([text.slice(0, length), shown.join('')]).toEqual([])
      }
    },
  )

  it.each(named)('is complete at the end of each of its paragraphs: %s', (_name, { text }) => {
    for (const { index } of text.matchAll(/\n\n/g)) {
      const part = text.slice(0, index + 2)
      if (/\[\^|\\\[|\$\$/.test(part) || /^[ \d>*-]/.test(text)) continue
      expect(page.elementsOf(part, true)).toBe(page.elementsOf(part))
    }
  })

  it('shows its words soon after they have come', () => {
    const long =
      'Many words, one after the other, with **strong ones**, `code` and [a link](https://example.com/) in them. '
    for (let length = 1; length <= long.length; length += 1) {
      const words = long
        .slice(0, length)
        .replaceAll(/[*`[]|\]?\(.*?(?:\)|$)|\]/g, '')
        .replaceAll(/\s/g, '')
      expect(words.length - page.visibleOf(long.slice(0, length), true).length).toBeLessThanOrEqual(8)
    }
  })

  it('is parsed, whatever it is', () => {
    const pieces = [
      '**',
      '*',
      '_',
      '`',
      '```\n',
      '$',
      '$$',
      '\\(',
      '\\[',
      '\\]',
      '|',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '> ',
      '[',
      '](',
      ')',
      '![',
      '[^1]',
      '[^1]: ',
      '~~',
      'a',
      ' b ',
      '한글',
      '(',
      '5',
      '<br',
      '&am',
      '\\',
      '| - |',
      '#',
    ]
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((all) => all.join(''))
    fc.assert(
      fc.property(text, (growing) => expect(page.elementsOf(growing, true)).not.toContain('unparsed')),
      { numRuns: 1_000 },
    )
  })
})
