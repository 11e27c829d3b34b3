import { createContext, useContext, type ReactNode } from 'react'
import { citation, numberIn } from './citation.js'

/** The addresses of the sources of a text, by their numbers. Undefined where `[1]` is a text: without sources, and in a link. */
export const CitationContext = createContext<ReadonlyMap<number, string> | undefined>(undefined)

/** A text in which the number of a source, such as `[1]`, leads to the source. */
export function WithCitations({ text }: { readonly text: string }): ReactNode {
  const addresses = useContext(CitationContext)
  if (!addresses) return text
  return text.split(citation).map((part, index) => {
    const address = addresses.get(numberIn(part))
    if (address === undefined) return part
    return (
      <a key={index} href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
        {part}
      </a>
    )
  })
}
