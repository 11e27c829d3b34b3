import { useWords } from '../../ui/text/catalogue.js'
import { words } from './editor/words.js'
import type { OpenCharacter } from './character-profile.js'

interface ModelTextsProps {
  readonly source: Pick<OpenCharacter, 'context' | 'exampleDialogues'>
}

/** What the model reads of a character before every reply: for its owner as it is written, for others with their names. */
export function ModelTexts({ source }: ModelTextsProps) {
  const text = useWords(words)
  const texts = [
    { title: text.context, value: source.context },
    { title: text.examples, value: source.exampleDialogues },
  ].filter(({ value }) => value)
  if (texts.length === 0) return null
  return (
    <details className="model-texts">
      <summary>
        <h2>{text.modelReads}</h2>
      </summary>
      {texts.map(({ title, value }) => (
        <section key={title}>
          <h3>{title}</h3>
          <p className="written" dir="auto">
            {value}
          </p>
        </section>
      ))}
    </details>
  )
}
