import { useWords } from '../../../ui/text/catalogue.js'
import { words } from '../late-words.js'

/** In place of the box for the next message: says why there can be none. */
export function ClosedComposer() {
  const { characterPrivate } = useWords(words)
  return (
    <p className="composer small" role="status">
      {characterPrivate}
    </p>
  )
}
