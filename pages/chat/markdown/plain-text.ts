import type { Tokens } from 'marked'
import { blocksOf, inlineOf, type Block, type Inline } from './tokens.js'

type Part = Block | Inline | Tokens.ListItem
type WithCharacters = (text: string) => string

/** A text without these characters has no marks. */
const mark = /[*_`~#[\]<>&\\|+$-]/

/**
 * The words of a text without its marks: for screen readers, and for the titles that the server proposes, so it needs no browser.
 * `withCharacters` replaces references such as `&lt;` by their characters. `isGrowing`: more text follows.
 */
export function plainText(text: string, withCharacters: WithCharacters, isGrowing = false): string {
  const blocks = mark.test(text) ? blocksOf(text, isGrowing) : undefined
  return blocks ? joined(blocks, '\n', withCharacters) : text
}

const joined = (parts: readonly Part[], between: string, withCharacters: WithCharacters): string =>
  parts
    .map((part) => wordsOf(part, withCharacters))
    .filter((words) => words !== '')
    .join(between)

function wordsOf(part: Part, withCharacters: WithCharacters): string {
  switch (part.type) {
    case 'code':
    case 'codespan':
    case 'escape':
    case 'image':
      return part.text
    case 'br':
      return '\n'
    case 'formula':
      return part.tex.trim() || part.text
    case 'footnotes':
      return part.notes
        .map(({ number, tokens }) => `${String(number)}. ${joined(tokens as Part[], '\n', withCharacters)}`)
        .join('\n')
    case 'checkbox':
    case 'def':
    case 'footnote':
    case 'footnote-mark':
    case 'hr':
    case 'space':
      return ''
    case 'list':
      return part.items
        .map((item, place) => (part.ordered ? `${Number(part.start) + place}. ` : '') + wordsOf(item, withCharacters))
        .join('\n')
    case 'blockquote':
    case 'list_item':
      return joined(part.tokens as Part[], '\n', withCharacters)
    case 'table':
      return [part.header, ...part.rows]
        .map((cells) => cells.map(({ tokens }) => joined(tokens as Part[], '', withCharacters)).join(', '))
        .join('\n')
    default:
      if ('tokens' in part) return joined(inlineOf(part), '', withCharacters)
      return part.type === 'text' ? withCharacters(part.text) : part.raw
  }
}
