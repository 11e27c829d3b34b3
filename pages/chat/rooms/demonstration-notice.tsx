import { IconButton } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useStoredValue } from '../../ui/theme/stored-value.js'
import { defaultModel, useModels } from './use-models.js'
import { words } from './words.js'

interface DemonstrationNoticeProps {
  /** The model of the room; null is the default one. */
  readonly model: string | null
  readonly isConnected: boolean
}

/** Says that a demonstration model answers, and what brings in a real one. */
export function DemonstrationNotice({ model, isConnected }: DemonstrationNoticeProps) {
  const text = useWords(words)
  // a server that was started again can have another model
  const models = useModels({ isFresh: isConnected })
  const [hidden, setHidden] = useStoredValue('parley-demonstration-notice')
  const used = models?.find(({ name }) => name === (model ?? defaultModel))
  if (!used?.demonstration || hidden === 'hidden') return null
  return (
    <div className="demonstration">
      <p>
        {text.demonstration} <code>LOCAL_MODEL=/path/to/model.gguf npm start</code>
      </p>
      <IconButton isSmall icon="close" label={text.dismiss} onClick={() => setHidden('hidden')} />
    </div>
  )
}
