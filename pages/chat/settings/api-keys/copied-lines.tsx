import { CopyButton } from '../../../ui/forms/copy-button.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { words } from './words.js'

/** Lines of a configuration, with a button that copies them. */
export function CopiedLines({ label, lines }: { readonly label: string; readonly lines: string }) {
  const text = useWords(words)
  return (
    <figure className="field">
      <figcaption className="label">{label}</figcaption>
      <div className="secret-box">
        <pre translate="no">{lines}</pre>
        <CopyButton text={lines} label={text.copyLines} />
      </div>
    </figure>
  )
}
