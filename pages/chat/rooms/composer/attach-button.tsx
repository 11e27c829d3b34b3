import { useRef } from 'react'
import type { RoomData } from '@parley/client'
import { IconButton } from '../../../ui/forms/button.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { modelIn, useModels } from '../use-models.js'
import { pictureTypes } from './picture-types.js'
import { words } from '../words.js'

interface AttachButtonProps {
  readonly choose: (files: readonly File[]) => void
  /** Whether a picture is uploaded. */
  readonly isUploading: boolean
  /** Null until it is read. */
  readonly room: RoomData | null
}

/** The way to files for the next message, and to a picture where the model can see it. They are uploaded when they are chosen. */
export function AttachButton({ choose, isUploading, room }: AttachButtonProps) {
  const text = useWords(words)
  const input = useRef<HTMLInputElement>(null)
  const models = useModels()
  const takesFiles = room?.acceptsFiles === true
  if (room && !takesFiles && modelIn(models, room)?.vision === false && !isUploading) return null
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={takesFiles ? undefined : pictureTypes}
        multiple={takesFiles}
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          choose(files)
        }}
      />
      <IconButton
        isSmall
        icon={takesFiles ? 'attach' : 'image'}
        label={takesFiles ? text.attachFiles : text.attach}
        disabled={isUploading}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
