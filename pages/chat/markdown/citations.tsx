import { createContext, useContext, type ReactNode } from 'react'
import type { Entry } from '@parley/client'
import { FileSource } from '../files/file-source.js'
import { citation, numberIn } from './citation.js'
import { linkAddress } from './tokens.js'

/** The sources of a text. Undefined where `[1]` is a text: without sources, and in a link. */
export const CitationContext = createContext<Entry['sources'] | undefined>(undefined)

/** A text in which the number of a source, such as `[1]`, leads to the source. */
export function WithCitations({ text }: { readonly text: string }): ReactNode {
  const sources = useContext(CitationContext)
  if (!sources) return <>{text}</>
  return text.split(citation).map((part, index) => {
    const cited = numberIn(part)
    const source = sources.find(({ number }) => number === cited)
    if (source?.file)
      return (
        <FileSource key={index} source={source}>
          {part}
        </FileSource>
      )
    const address = linkAddress(source?.link ?? '')
    if (address === undefined) return <span key={index}>{part}</span>
    return (
      <a key={index} href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
        {part}
      </a>
    )
  })
}
