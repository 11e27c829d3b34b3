import type { Parley } from '@parley/client'
import { errorOf } from '../../../ui/feedback/page-fault.js'
import { maxPictureBytes } from '../../../ui/forms/picture-bytes.js'
import { addFiles, mostFiles } from './file-uploads.js'
import type { Outbox } from './outbox.js'
import { pictureTypes } from './picture-types.js'

/** Why not all that was given is attached. */
export type AttachRefusal = 'notPicture' | 'onePicture' | 'stillUploading' | 'tooManyFiles' | 'notLoaded'

interface AttachTarget {
  readonly parley: Parley
  readonly outbox: Outbox
  readonly acceptsFiles: boolean
}

const isPicture = ({ type }: File) => pictureTypes.split(',').includes(type)

/** Uploads files for the next message: one picture, and other files where the room accepts them. */
export function attach(
  given: readonly File[],
  { parley, outbox, acceptsFiles }: AttachTarget,
): AttachRefusal | undefined {
  const { draft, chosen } = outbox.getSnapshot()
  const [picture, ...others] = given.filter(isPicture)
  const files = given.filter((file) => !isPicture(file))
  const room = mostFiles - (draft.files?.length ?? 0)
  if (acceptsFiles) addFiles(files.slice(0, Math.max(room, 0)), { parley, place: outbox.place })
  const isUploading = chosen?.failure === null
  if (picture && !isUploading) void attachPicture(picture, { parley, outbox })
  if (picture && isUploading) return 'stillUploading'
  if (files.length > 0 && !acceptsFiles) return 'notPicture'
  if (files.length > room) return 'tooManyFiles'
  return others.length > 0 ? 'onePicture' : undefined
}

/** Uploads a picture and attaches it, also where the draft has been moved in the meantime. */
export async function attachPicture(file: File, { parley, outbox }: Omit<AttachTarget, 'acceptsFiles'>): Promise<void> {
  if (file.size > maxPictureBytes) return outbox.choose({ file, failure: 'tooLarge' })
  const { place } = outbox
  outbox.choose({ file, failure: null })
  try {
    const picture = await parley.uploadImage(file)
    place.outbox.write({ picture })
    place.outbox.forgetChosen()
  } catch (reason) {
    const failure = errorOf(reason)
    if (failure.code === 'ABORTED') place.outbox.forgetChosen()
    else place.outbox.choose({ file, failure })
  }
}
