import { createContext, useContext, type ReactNode } from 'react'
import type { Token } from 'marked'
import { useWords } from '../../ui/text/catalogue.js'
import type { FootnoteList, FootnoteMark } from './footnotes.js'
import { words } from './words.js'

/** The beginning of the ids in a text: several texts with footnotes stand on a page. */
export const FootnoteContext = createContext('')

const idOf = (text: string, number: number, end: 'mark' | 'note'): string => `${text}-${end}-${String(number)}`

/** The places of the page are after the `#` of its address: no link can lead to an element. */
const show = (id: string): void => {
  const element = document.getElementById(id)
  element?.scrollIntoView({ block: 'nearest' })
  element?.focus({ preventScroll: true })
}

export function FootnoteLink({ mark: { number, hasText } }: { readonly mark: FootnoteMark }) {
  const { footnote } = useWords(words)
  const text = useContext(FootnoteContext)
  if (!hasText) return <sup>{number}</sup>
  return (
    <sup>
      <button
        type="button"
        id={idOf(text, number, 'mark')}
        className="footnote-mark"
        aria-label={footnote(number)}
        onClick={() => show(idOf(text, number, 'note'))}
      >
        {number}
      </button>
    </sup>
  )
}

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
