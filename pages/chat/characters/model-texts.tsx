import { useWords } from '../../ui/text/catalogue.js'
import { words } from './editor/words.js'
import type { OpenCharacter } from './character-profile.js'

interface ModelTextsProps {
  readonly character: Pick<OpenCharacter, 'context' | 'exampleDialogues'>
}

/** What the model reads of a character before every reply, with the names of the character and the reader. */
export function ModelTexts({ character }: ModelTextsProps) {
  const text = useWords(words)
  const texts = [
    { title: text.context, value: character.context },
    { title: text.examples, value: character.exampleDialogues },
  ].filter(({ value }) => value)
  if (texts.length === 0) return null
  return (
    <details
      className="model-texts"
      // below the fold, a reader would see no change
      onToggle={({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView()}
    >
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
