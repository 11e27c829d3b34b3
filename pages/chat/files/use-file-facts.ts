import type { FileData } from '@parley/client'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { words } from './words.js'

/** The facts of files in words. */
export function useFileFacts() {
  const text = useWords(words)
  const { number } = useFormats()
  return {
    size: (bytes: number): string => {
      if (bytes < 1_000) return `${number(bytes)} B`
      if (bytes < 1_000_000) return `${number(Math.round(bytes / 1_000))} kB`
      return `${number(Math.round(bytes / 100_000) / 10)} MB`
    },
    /** What the server has of its text, with what is missing. */
    state: ({ state, pages, characters, missing, reason }: FileData): string => {
      const name = text.states[state]
      if (state === 'WHOLE' && pages !== null) return `${name}, ${text.pages(number(pages))}`
      if (state === 'WHOLE' && characters !== null) return `${name}, ${text.characters(number(characters))}`
      if (state === 'IN_PART')
        return `${name}: ${missing.map((part) => text.missing[part.reason](number(part.count))).join(', ')}`
      return state === 'UNREADABLE' && reason !== null ? `${name}: ${text.reasons[reason]}` : name
    },
  }
}
