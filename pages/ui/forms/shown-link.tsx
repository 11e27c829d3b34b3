import { useWords } from '../text/catalogue.js'
import { CopiedField } from './copied-field.js'
import { words } from './shown-link-words.js'

/** A link that the server does not show again, to be copied. */
export function ShownLink({ url, hint }: { readonly url: string; readonly hint: string }) {
  const { link, copyLink } = useWords(words)
  return <CopiedField label={link} copyLabel={copyLink} value={url} hint={hint} />
}
