import { useRef } from 'react'
import { IconButton } from '../../../ui/forms/button.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { modelIn, useModels, type RoomChoice } from '../use-models.js'
import { pictureTypes, type PictureUpload } from './picture-upload.js'
import { words } from '../words.js'

interface PictureChoiceProps {
  readonly upload: PictureUpload
  /** Whether the message has a picture: the next one is in its place. */
  readonly isReplacing: boolean
  /** Null until it is read. */
  readonly room: RoomChoice | null
}

/** The way to a picture for the next message, where the model can see it. It is uploaded when it is chosen. */
export function PictureChoice({ upload, isReplacing, room }: PictureChoiceProps) {
  const text = useWords(words)
  const input = useRef<HTMLInputElement>(null)
  const models = useModels()
  if (room && modelIn(models, room)?.vision === false && !upload.isRunning) return null
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
        label={isReplacing ? text.replacePicture : text.attach}
        disabled={upload.isRunning}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
