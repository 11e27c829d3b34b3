import { createHmac, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { parsedJson } from '@parley/runtime'
import { roomExportFormats, type RoomExportFormat } from './data-export.js'

/** What a link to the file of a room says: which file, and for whose session. */
export interface RoomTicket {
  /** UUID */
  readonly roomId: string
  readonly format: RoomExportFormat
  /** The IANA time zone of the times in the file. */
  readonly timeZone: string
  readonly userId: number
  /** Undefined for a token without a session. */
  readonly sessionId: string | undefined
  readonly sessionVersion: number
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

const signed = z.tuple([
  z.string(),
  z.enum(roomExportFormats),
  z.string(),
  z.int(),
  z.string().nullable(),
  z.int(),
  z.int(),
])

/** Signed tokens of links to files of rooms. Nothing is stored: a link ends by its time, and with what it names. */
export class RoomTickets {
  readonly #key: Buffer

  /** The key is derived from the key that signs tokens, so all processes share it without a further setting. */
  constructor(secret: KeyObject) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'parley room export', 32))
  }

  tokenOf({ roomId, format, timeZone, userId, sessionId, sessionVersion, expiresAt }: RoomTicket): string {
    const values = [roomId, format, timeZone, userId, sessionId ?? null, sessionVersion, expiresAt]
    const text = Buffer.from(JSON.stringify(values)).toString('base64url')
    return `${text}.${this.#signatureOf(text)}`
  }

  /** Undefined for a token that this installation has not signed. Its time is for the caller to check. */
  read(token: string): RoomTicket | undefined {
    const [, text = '', signature = ''] = /^([\w-]{1,600})\.([\w-]{43})$/.exec(token) ?? []
    if (!timingSafeEqual(Buffer.from(this.#signatureOf(text)), Buffer.from(signature.padEnd(43)))) return undefined
    const { data } = signed.safeParse(parsedJson(Buffer.from(text, 'base64url').toString()))
    if (!data) return undefined
    const [roomId, format, timeZone, userId, sessionId, sessionVersion, expiresAt] = data
    return { roomId, format, timeZone, userId, sessionId: sessionId ?? undefined, sessionVersion, expiresAt }
  }

  #signatureOf(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url')
  }
}
