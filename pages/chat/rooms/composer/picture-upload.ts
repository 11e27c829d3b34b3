import { useRef, useState } from 'react'
import type { ParleyError } from '@parley/client'
import { useParley } from '@parley/client/react'
import { maxPictureBytes } from '../../../ui/forms/picture-bytes.js'
import { useAction } from '../../../ui/forms/use-action.js'
import type { Picture } from './outbox.js'

export const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp'

/** The upload of a chosen picture. */
export interface PictureUpload {
  readonly choose: (file: File) => void
  /** Uploads the last file again. */
  readonly retry: () => void
  /** Forgets the failure. */
  readonly clear: () => void
  readonly isRunning: boolean
  readonly isTooLarge: boolean
  readonly error: ParleyError | null
}

export function usePictureUpload(uploaded: (picture: Picture) => void): PictureUpload {
  const parley = useParley()
  const last = useRef<File>(undefined)
  const [isTooLarge, setTooLarge] = useState(false)
  const { run, isRunning, error, clear } = useAction(async (file: File) => uploaded(await parley.uploadImage(file)))
  const choose = (file: File) => {
    last.current = file
    clear()
    setTooLarge(file.size > maxPictureBytes)
    if (file.size <= maxPictureBytes) void run(file)
  }
  return {
    choose,
    retry: () => last.current && choose(last.current),
    clear: () => {
      clear()
      setTooLarge(false)
    },
    ...{ isRunning, isTooLarge, error },
  }
}
