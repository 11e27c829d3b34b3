import { useWords } from '../../ui/text/catalogue.js'
import { words } from './hidden-words.js'

/** Says to the owner of a character that an administrator has hidden it, and why. */
export function HiddenNotice({ reason }: { readonly reason: string }) {
  const text = useWords(words)
  return (
    <div className="notice failure">
      <p>{text.hidden}</p>
      <p className="written">
        {text.reason} <bdi>{reason}</bdi>
      </p>
    </div>
  )
}
