import { plainText } from '../markdown/plain-text.js'
import { withCharacters } from '../markdown/with-characters.js'
import type { Found } from './use-search.js'

type Snippet = Found['snippets'][number]

/** Characters of private use: the bounds of a match while the marks of Markdown are removed around it. */
const bounds = /[\uE000\uE001]/g

/** The words of an excerpt with its matches marked. Positions count UTF-16 code units, as strings of JavaScript do. */
export function Highlighted({ snippet: { text, highlights, offset, isCut } }: { readonly snippet: Snippet }) {
  const source = text.replaceAll(bounds, ' ')
  const pieces = highlights.map(({ start, end }, index) => {
    const before = source.slice(highlights[index - 1]?.end ?? 0, start)
    return `${before}\uE000${source.slice(start, end)}\uE001`
  })
  const rest = source.slice(highlights.at(-1)?.end ?? 0)
  const shown = plainText(pieces.join('') + rest, withCharacters).replaceAll(/\s+/g, ' ')
  return (
    <>
      {offset > 0 && '… '}
      {shown.split(/(\uE000[^\uE001]*)\uE001?/).map((piece, index) => {
        const words = piece.replaceAll(bounds, '')
        return piece.startsWith('\uE000') ? <mark key={index}>{words}</mark> : words
      })}
      {isCut && ' …'}
    </>
  )
}
