import { useWords } from '../../../ui/text/catalogue.js'
import { words } from '../words.js'

/** What a model thought before a reply, closed until it is opened. It is shown as it was written. */
export function Thoughts({ text }: { readonly text: string }) {
  const { thoughts } = useWords(words)
  return (
    <details className="thoughts small quiet">
      <summary>{thoughts}</summary>
      <p dir="auto">{text}</p>
    </details>
  )
}
