import type { ParleyError } from '@parley/client'
import { useParley } from '@parley/client/react'
import type { Sending } from './use-sending.js'

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

export function usePictureUpload({ chosen, attach, forgetChosen }: Sending): PictureUpload {
  const parley = useParley()
  const choose = (file: File) => void attach(file, (picture) => parley.uploadImage(picture))
  const failure = chosen?.failure ?? null
  return {
    choose,
    retry: () => chosen && choose(chosen.file),
    clear: forgetChosen,
    isRunning: chosen?.failure === null,
    isTooLarge: failure === 'tooLarge',
    error: failure === 'tooLarge' ? null : failure,
  }
}
