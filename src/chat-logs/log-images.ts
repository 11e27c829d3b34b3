import type { LogRoomKind } from '@parley/chat-log-store'
import { AppError, countedKeysOf } from '@parley/runtime'
import { isStoredImageUrl, notStoredImage } from '../limits.js'
import { kinds, kindTable } from '../kinds.js'
import type { ImageProbe } from '../ports/image-probe/image-probe.js'
import type { Writer } from '../rate-limits/guest-limits.js'

interface ImageCheck {
  readonly writer?: Writer
  /** Whether the entry is already written. */
  readonly isWritten?: () => Promise<boolean>
}

/** The rules for images of log entries: only stored images, only in chatbot rooms (contract: chat-logs.2). */
export class LogImages {
  constructor(
    private readonly options: {
      /** host[:port] of allowed image URLs (`IMAGE_HOST`, and the host of `PUBLIC_URL`, perhaps with its path). */
      readonly hosts: readonly string[]
      /** Checks whether an image is served, in the lines that require it (contract: images.8). */
      readonly probe?: ImageProbe | undefined
    },
  ) {}

  /** The image of an entry; null in an office room. Throws BAD_USER_INPUT for a URL that is not a stored image. */
  accept(kind: LogRoomKind, imgUrl: string | null | undefined): string | null {
    if (!hasImages(kind) || imgUrl === null || imgUrl === undefined) return null
    if (!isStoredImageUrl(imgUrl, this.options.hosts)) throw badImage('format', notStoredImage)
    return imgUrl
  }

  /** As `accept`, for an entry that is changed: undefined in an office room, where it keeps the image of its message. */
  acceptChange(kind: LogRoomKind, imgUrl: string | null | undefined): string | null | undefined {
    return hasImages(kind) ? this.accept(kind, imgUrl) : undefined
  }

  /**
   * Throws BAD_USER_INPUT for an image that is not served, in lines that require the check. Entries that are already
   * written are not checked: a replay changes nothing, and the image may have been deleted since. `writer`: a client has a
   * share of the checks; absent for a service.
   */
  async requireServed(imgUrl: string | null, { writer, isWritten = never }: ImageCheck = {}): Promise<void> {
    const { probe } = this.options
    if (!probe || imgUrl === null || (await isWritten())) return
    if (await probe.isServed(imgUrl, writer && writerKeysOf(writer))) return
    throw badImage('format', 'the image must answer a HEAD request with 200')
  }
}

const never = () => Promise.resolve(false)

function writerKeysOf({ caller, ipAddress }: Writer) {
  return countedKeysOf(caller.kind === 'user' ? String(caller.id) : undefined, ipAddress)
}

export function hasImages(logKind: LogRoomKind): boolean {
  return kinds.some((kind) => kindTable[kind].logKind === logKind && kindTable[kind].hasImages)
}

export function badImage(rule: 'required' | 'format', message: string): AppError {
  return new AppError('BAD_USER_INPUT', { message, fields: [{ path: ['input', 'imgUrl'], rule, message }] })
}
