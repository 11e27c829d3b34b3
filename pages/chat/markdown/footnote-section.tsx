import { useContext, type ReactNode } from 'react'
import type { Token } from 'marked'
import { useWords } from '../../ui/text/catalogue.js'
import { FootnoteContext, idOf, show } from './footnote-link.js'
import { words } from './footnote-words.js'
import type { FootnoteList } from './footnotes.js'

interface FootnoteSectionProps {
  readonly list: FootnoteList
  readonly render: (tokens: readonly Token[]) => ReactNode
}

/** The texts of footnotes, after the text with their marks. */
export function FootnoteSection({ list, render }: FootnoteSectionProps) {
  const { footnotes, backToText } = useWords(words)
  const text = useContext(FootnoteContext)
  return (
    <section className="footnotes" aria-label={footnotes}>
      <ol>
        {list.notes.map(({ number, tokens }) => (
          <li key={number} id={idOf(text, number, 'note')} tabIndex={-1} dir="auto">
            {render(tokens)}
            {'\u00a0'}
            <button
              type="button"
              className="footnote-mark"
              aria-label={backToText(number)}
              onClick={() => show(idOf(text, number, 'mark'))}
            >
              ↩
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
