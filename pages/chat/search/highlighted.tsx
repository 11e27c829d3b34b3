import { withCharacters } from '../markdown/with-characters.js'
import { piecesOf, type Excerpt } from './excerpt.js'

/** The words of an excerpt with its matches marked. */
export const Highlighted = ({ snippet }: { readonly snippet: Excerpt }) =>
  piecesOf(snippet, withCharacters).map(({ words, isMatch }, index) =>
    isMatch ? <mark key={index}>{words}</mark> : <span key={index}>{words}</span>,
  )
