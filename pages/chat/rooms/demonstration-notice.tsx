import { latePart } from '../shell/late-part.js'
import { useStoredValue } from '../../ui/theme/stored-value.js'
import { modelIn, useModels, type RoomChoice } from './use-models.js'

const DemonstrationHint = latePart(({ DemonstrationHint }) => DemonstrationHint, null, true)

interface DemonstrationNoticeProps {
  readonly room: RoomChoice
  readonly isConnected: boolean
}

/** Shows an administrator what brings in a real model while a demonstration model answers. */
export function DemonstrationNotice({ room, isConnected }: DemonstrationNoticeProps) {
  // a server that was started again can have another model
  const models = useModels({ isFresh: isConnected })
  const [hidden, setHidden] = useStoredValue('parley-demonstration-notice')
  const used = modelIn(models, room)
  if (!used?.demonstration || hidden === 'hidden') return null
  return <DemonstrationHint hide={() => setHidden('hidden')} />
}
