import { IconButton } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useStoredValue } from '../../ui/theme/stored-value.js'
import { modelIn, useModels, type RoomChoice } from './use-models.js'
import { words } from './words.js'

interface DemonstrationNoticeProps {
  readonly room: RoomChoice
  readonly isConnected: boolean
}

/** Says that a demonstration model answers, and what brings in a real one. */
export function DemonstrationNotice({ room, isConnected }: DemonstrationNoticeProps) {
  const text = useWords(words)
  // a server that was started again can have another model
  const models = useModels({ isFresh: isConnected })
  const [hidden, setHidden] = useStoredValue('parley-demonstration-notice')
  const used = modelIn(models, room)
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
