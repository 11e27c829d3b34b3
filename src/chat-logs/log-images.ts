import { isStoredImageUrl, notStoredImage } from '../limits.js'
import { AppError } from '../errors.js'
import { kinds, kindTable } from '../kinds.js'
import type { LogRoomKind } from '../kinds.js'
import type { ImageProbe } from '../ports/image-probe/image-probe.js'

interface LogImagesOptions {
  /** host[:port] that image URLs may have (`IMAGE_HOST`, and the one of `PUBLIC_URL`). */
  readonly hosts: readonly string[]
  /** Asks whether an image is served, in the lines that want to know (contract: images.8). */
  readonly probe?: ImageProbe | undefined
}

/** Which images the entries of a log may show: stored ones, in chatbot rooms (contract: chat-logs.2). */
export class LogImages {
  constructor(private readonly options: LogImagesOptions) {}

  /** The image of an entry, none in an office room whatever was sent. Throws BAD_USER_INPUT for any other address. */
  accept(kind: LogRoomKind, imgUrl: string | null | undefined): string | null {
    if (!hasImages(kind) || imgUrl === null || imgUrl === undefined) return null
    if (!isStoredImageUrl(imgUrl, this.options.hosts)) throw badImage('format', notStoredImage)
    return imgUrl
  }

  /**
   * Throws BAD_USER_INPUT for an image that is not served, where the line asks. Not asked for what is written already: a
   * replay changes nothing, and the image may have gone since.
   */
  async requireServed(imgUrl: string | null, isWritten = () => Promise.resolve(false)): Promise<void> {
    const { probe } = this.options
    if (!probe || imgUrl === null || (await isWritten()) || (await probe.isServed(imgUrl))) return
    throw badImage('format', 'the image must answer a HEAD request with 200')
  }
}

/** Whether the entries of a log room have images. */
export function hasImages(logKind: LogRoomKind): boolean {
  return kinds.some((kind) => kindTable[kind].logKind === logKind && kindTable[kind].hasImages)
}

export function badImage(rule: 'required' | 'format', message: string): AppError {
  return new AppError('BAD_USER_INPUT', { message, fields: [{ path: ['input', 'imgUrl'], rule, message }] })
}
