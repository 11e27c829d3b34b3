import { useRef, useState } from 'react'
import { latePart } from '../../shell/late-part.js'
import { Icon } from '../../../ui/theme/icon.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { labelOf, modelIn, useModels, type RoomChoice } from '../use-models.js'
import { words } from '../words.js'

const ModelMenu = latePart(({ ModelMenu }) => ModelMenu)

/** `isDefault`: whether it answers where the room names none. */
export type ChooseModel = (name: string, isDefault: boolean) => Promise<unknown>

interface ModelButtonProps {
  readonly room: RoomChoice
  readonly choose: ChooseModel
}

/** The model that answers in a room, and the way to another one. */
export function ModelButton({ room, choose }: ModelButtonProps) {
  const text = useWords(words)
  const models = useModels()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const model = modelIn(models, room)
  if (!model) return null
  const label = labelOf(model, text)
  return (
    <div className="menu">
      <button
        ref={button}
        type="button"
        className="button plain small"
        aria-label={`${text.model}: ${label}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <span className="clipped">{label}</span>
        <Icon name="down" />
      </button>
      {isOpen && <ModelMenu {...{ room, choose, button }} close={() => setOpen(false)} />}
    </div>
  )
}
