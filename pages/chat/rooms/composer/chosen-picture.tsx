import { IconButton } from '../../../ui/forms/button.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { storedImage } from '../../../ui/theme/portrait.js'
import { modelIn, useModels, type RoomChoice } from '../use-models.js'
import { words } from '../words.js'
import { words as extrasWords } from './extras-words.js'
import type { Picture } from './outbox.js'

interface ChosenPictureProps {
  /** Undefined while it is uploaded. */
  readonly picture: Picture | undefined
  readonly remove: () => void
  /** Null until it is read. */
  readonly room: RoomChoice | null
}

/** The picture of the next message, above its text. */
export function ChosenPicture({ picture, remove, room }: ChosenPictureProps) {
  const { picture: alternative } = useWords(words)
  const { detach, blind } = useWords(extrasWords)
  const models = useModels()
  return (
    <div className="chosen-picture">
      <span>
        {picture ? (
          <>
            <img src={storedImage(picture.url)} alt={alternative} />
            <IconButton isSmall icon="close" label={detach} onClick={remove} />
          </>
        ) : (
          <span className="spinner" />
        )}
      </span>
      {picture && room && modelIn(models, room)?.vision === false && <span className="small quiet">{blind}</span>}
    </div>
  )
}
