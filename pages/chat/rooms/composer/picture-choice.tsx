import { useRef } from 'react'
import { IconButton } from '../../../ui/forms/button.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { storedImage } from '../../../ui/theme/portrait.js'
import { modelIn, useModels, type RoomChoice } from '../use-models.js'
import type { Picture } from './outbox.js'
import { pictureTypes, type PictureUpload } from './picture-upload.js'
import { words } from '../words.js'

interface PictureChoiceProps {
  readonly picture: Picture | undefined
  readonly upload: PictureUpload
  readonly remove: () => void
  /** Undefined until it is read. */
  readonly room: RoomChoice | undefined
}

/** A picture for the next message: uploaded when it is chosen, shown, and removed again. */
export function PictureChoice({ picture, upload, remove, room }: PictureChoiceProps) {
  const text = useWords(words)
  const input = useRef<HTMLInputElement>(null)
  const models = useModels()
  const isBlind = room !== undefined && modelIn(models, room)?.vision === false
  if (picture)
    return (
      <span className="chosen-picture">
        <img src={storedImage(picture.url)} alt={text.picture} />
        <IconButton isSmall icon="close" label={text.detach} onClick={remove} />
        {isBlind && <span className="small quiet">{text.blind}</span>}
      </span>
    )
  if (isBlind && !upload.isRunning) return null
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) upload.choose(file)
        }}
      />
      <IconButton
        isSmall
        icon="image"
        label={text.attach}
        disabled={upload.isRunning}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
