import { Fragment } from 'react'
import type { Found } from './use-search.js'

type Snippet = Found['snippets'][number]

/** An excerpt with its matches marked. Positions count UTF-16 code units, as strings of JavaScript do. */
export function Highlighted({ snippet: { text, highlights, offset, isCut } }: { readonly snippet: Snippet }) {
  const pieces = highlights.map(({ start, end }, index) => ({
    before: text.slice(highlights[index - 1]?.end ?? 0, start),
    match: text.slice(start, end),
    start,
  }))
  return (
    <>
      {offset > 0 && '… '}
      {pieces.map(({ before, match, start }) => (
        <Fragment key={start}>
          {before}
          <mark>{match}</mark>
        </Fragment>
      ))}
      {text.slice(highlights.at(-1)?.end ?? 0)}
      {isCut && ' …'}
    </>
  )
}
