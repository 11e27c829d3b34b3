import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

/** The place of a passage, such as `page 3`, in the language of the reader. */
export function usePlaceWords(place: string | null): string | null {
  const { places } = useWords(words)
  const [, unit, count] = /^(page|line) (\d+)$/.exec(place ?? '') ?? []
  return unit === 'page' || unit === 'line' ? places[unit](count ?? '') : place
}
