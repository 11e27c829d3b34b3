import { useEffect } from 'react'
import type { Generation } from '@parley/client'
import { useAnnounce } from '../../../ui/feedback/announcer.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { words } from './source-words.js'

interface SearchStateProps {
  readonly webSearch: NonNullable<Generation['webSearch']>
  /** Whether the reply is being written: what happens then is announced. */
  readonly isLive?: boolean
}

/** That a reply waits for its search of the web, or was written without one that it should have had. */
export function SearchState({ webSearch: { state, query }, isLive = false }: SearchStateProps) {
  const text = useWords(words)
  const announce = useAnnounce()
  const sentence =
    state === 'SEARCHING' ? text.searching(query) : state === 'ENDED' ? undefined : text.searchState[state]
  useEffect(() => {
    if (isLive && sentence !== undefined) announce(sentence)
  }, [isLive, sentence, announce])
  if (sentence === undefined) return null
  if (state !== 'SEARCHING') return <p className="small quiet">{sentence}</p>
  return (
    <p className="progress small quiet">
      <span className="spinner" aria-hidden="true" />
      <span className="clipped" title={sentence}>
        {sentence}
      </span>
    </p>
  )
}
