import { useWords } from '../text/catalogue.js'
import { CopyButton } from './copy-button.js'
import { TextField } from './fields.js'
import { words } from './shown-link-words.js'

/** A link that the server does not show again, to be copied. */
export function ShownLink({ url, hint }: { readonly url: string; readonly hint: string }) {
  const { link, copyLink } = useWords(words)
  return (
    <div className="shown-link">
      <TextField
        label={link}
        hint={hint}
        value={url}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton text={url} label={copyLink} />
    </div>
  )
}
