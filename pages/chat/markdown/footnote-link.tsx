import { createContext, useContext } from 'react'
import { useWords } from '../../ui/text/catalogue.js'
import type { FootnoteMark } from './footnotes.js'
import { words } from './words.js'

/** The beginning of the ids in a text: several texts with footnotes stand on a page. */
export const FootnoteContext = createContext('')

export const idOf = (text: string, number: number, end: 'mark' | 'note'): string => `${text}-${end}-${String(number)}`

/** The places of the page are after the `#` of its address: no link can lead to an element. */
export const show = (id: string): void => {
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
