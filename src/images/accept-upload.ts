import { AppError } from '@parley/runtime'
import { limits } from '../limits.js'
import type { ImageType } from './image.js'

export interface Upload {
  readonly bytes: Buffer
  /** The file is larger than an image may be, and `bytes` has only its beginning. */
  readonly isCut: boolean
}

/** The types of an upload: WebP where `acceptsWebp` is set, since the documented forms accept three types. */
export interface UploadTypes {
  readonly acceptsWebp?: boolean | undefined
  /** The most bytes of the file of a card, from which a picture of any size is made; 5 MiB when absent. */
  readonly mostBytes?: number | undefined
}

export interface AcceptedUpload {
  readonly bytes: Buffer
  readonly contentType: ImageType
}

const acceptedTypes: Readonly<Record<string, ImageType>> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  // an animated PNG is a PNG; viewers show at least its first frame
  'image/apng': 'image/png',
  'image/gif': 'image/gif',
  'image/webp': 'image/webp',
}
const beginningBytes = 4_100

/**
 * Refuses, in this order, a missing or empty file, a file of another type, and a file above 5 MiB (contract: images.2,
 * images.9).
 * The bytes decide the type, not the form. Throws BAD_USER_INPUT with the rule `image`.
 */
export async function acceptUpload(
  upload: Upload | undefined,
  { acceptsWebp = false, mostBytes = limits.imageBytes }: UploadTypes = {},
): Promise<AcceptedUpload> {
  if (!upload) throw refusedImage('No image was sent')
  const { bytes, isCut } = upload
  if (bytes.length === 0) throw refusedImage('The image is empty')
  const contentType = await typeOf(bytes)
  if (!contentType || (contentType === 'image/webp' && !acceptsWebp))
    throw refusedImage(`The image must be a JPEG, PNG${acceptsWebp ? ', GIF or WebP' : ' or GIF'}`)
  if (isCut || bytes.length > mostBytes) throw refusedImage('The image must have at most 5 MiB')
  return { bytes, contentType }
}

export function refusedImage(message: string): AppError {
  return new AppError('BAD_USER_INPUT', { message, fields: [{ path: ['image'], rule: 'image', message }] })
}

async function typeOf(bytes: Buffer): Promise<ImageType | undefined> {
  // loaded with the first upload: it takes 50 ms and 12 MB, which would slow down the start
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes.subarray(0, beginningBytes))
  return found && acceptedTypes[found.mime]
}
