import { CopyButton } from '../../../ui/forms/copy-button.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { words } from './words.js'

/** Lines of a configuration, with a button that copies them. */
export function CopiedLines({ label, lines }: { readonly label: string; readonly lines: string }) {
  const text = useWords(words)
  return (
    <figure className="field copied-lines">
      <figcaption className="label">
        {label}
        <CopyButton text={lines} label={text.copyLines} />
      </figcaption>
      <pre tabIndex={0} dir="ltr" translate="no">
        {lines}
      </pre>
    </figure>
  )
}
