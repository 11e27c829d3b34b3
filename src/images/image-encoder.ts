import { createRequire } from 'node:module'
import type { Sharp } from 'sharp'
import { AppError, FairTurns, type TurnClient } from '@parley/runtime'
import { refusedImage, type AcceptedUpload } from './accept-upload.js'
import type { ImageType } from './image.js'

interface EncodedImage {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** The maximum number of pixels of all frames together. */
const maxPixels = 33_554_432
const maxFrames = 1_000
/** The maximum length of the longer side of stored images. Animations keep their size. */
const maxSidePixels = 2_048
const maxSeconds = 30
const retryAfterMs = 5_000

/**
 * Encodes a new file of the same type from the pixels alone, so metadata, comments and hidden data are removed. One
 * image at a time, because a large photograph takes 150 MB while it is decoded.
 */
export class ImageEncoder {
  readonly #turns = new FairTurns({
    ofClient: 32,
    inAll: 256,
    refusal: () => new AppError('UNAVAILABLE', { retryAfterMs }),
  })
  #library: ReturnType<typeof loadSharp> | undefined

  /**
   * Throws BAD_USER_INPUT with the rule `image` for a broken image, or one that is too large to decode, UNAVAILABLE when
   * too many images wait, or the client has disconnected before its turn.
   */
  encode(client: TurnClient, upload: AcceptedUpload): Promise<EncodedImage> {
    return this.#turns.run(client, () => this.#encode(upload))
  }

  /** Whether all pixels of a picture can be decoded, and are not too many. Throws UNAVAILABLE as `encode`. */
  canDecode(bytes: Buffer): Promise<boolean> {
    return this.#turns.run({ keys: [], isGone: () => false }, async () => {
      const sharp = (this.#library ??= loadSharp())
      const limits = { limitInputPixels: maxPixels, failOn: 'error', animated: true } as const
      try {
        await sharp(bytes, limits).timeout({ seconds: maxSeconds }).stats()
        return true
      } catch {
        return false
      }
    })
  }

  async #encode({ bytes, contentType }: AcceptedUpload): Promise<EncodedImage> {
    const sharp = (this.#library ??= loadSharp())
    const limits = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const
    // reads only the header
    const { width, height, pages = 1 } = await readable(sharp(bytes, { ...limits, limitInputPixels: false }).metadata())
    if (width * height * pages > maxPixels || pages > maxFrames)
      throw refusedImage('The image has too many pixels or frames')
    if (contentType === 'image/webp' && pages > 1) throw refusedImage('A WebP must not be animated')
    const picture = sharp(bytes, { ...limits, animated: contentType === 'image/gif' }).timeout({ seconds: maxSeconds })
    const { data, info } = await readable(recipes[contentType](picture).toBuffer({ resolveWithObject: true }))
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height }
  }
}

const recipes: Readonly<Record<ImageType, (picture: Sharp) => Sharp>> = {
  'image/jpeg': (picture) => bounded(picture).jpeg({ quality: 85 }),
  'image/png': (picture) => bounded(picture).png(),
  'image/webp': (picture) => bounded(picture).webp({ quality: 85 }),
  'image/gif': (picture) => picture.gif({ effort: 3 }),
}

function bounded(picture: Sharp): Sharp {
  const box = { width: maxSidePixels, height: maxSidePixels, fit: 'inside', withoutEnlargement: true } as const
  // rotated first, because the orientation is part of the removed metadata
  return picture.autoOrient().resize(box)
}

/**
 * Loaded with the first image: it takes 100 ms and 30 MB, which would slow down the start. Not with `import()`: under
 * load Node 20 has run it before a dependency was loaded, and a failed import fails for ever.
 */
function loadSharp() {
  const sharp = createRequire(import.meta.url)('sharp') as (typeof import('sharp'))['default']
  sharp.cache(false)
  sharp.concurrency(1)
  // no other decoder may read uploaded bytes
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  })
  return sharp
}

/** Replaces the message of the library, which does not help the client. */
async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch {
    throw refusedImage('The image cannot be read')
  }
}
