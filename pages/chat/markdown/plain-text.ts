import type { Tokens } from 'marked'
import { blocksOf, inlineOf, type Block, type Inline } from './tokens.js'
import { withCharacters } from './with-characters.js'

type Part = Block | Inline | Tokens.ListItem

/** A text without these characters has no marks. */
const mark = /[*_`~#[\]<>&\\|+$-]/

/** The words of a text without its marks: for screen readers, and for titles. */
export function plainText(text: string): string {
  const blocks = mark.test(text) ? blocksOf(text) : undefined
  return blocks ? joined(blocks, '\n') : text
}

const joined = (parts: readonly Part[], between: string): string =>
  parts
    .map(wordsOf)
    .filter((words) => words !== '')
    .join(between)

function wordsOf(part: Part): string {
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
      return part.notes.map(({ number, tokens }) => `${String(number)}. ${joined(tokens as Part[], '\n')}`).join('\n')
    case 'checkbox':
    case 'def':
    case 'footnote':
    case 'footnote-mark':
    case 'hr':
    case 'space':
      return ''
    case 'list':
      return part.items
        .map((item, place) => (part.ordered ? `${Number(part.start) + place}. ` : '') + wordsOf(item))
        .join('\n')
    case 'blockquote':
    case 'list_item':
      return joined(part.tokens as Part[], '\n')
    case 'table':
      return [part.header, ...part.rows]
        .map((cells) => cells.map(({ tokens }) => joined(tokens as Part[], '')).join(', '))
        .join('\n')
    default:
      if ('tokens' in part) return joined(inlineOf(part), '')
      return part.type === 'text' ? withCharacters(part.text) : part.raw
  }
}
