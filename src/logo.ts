import { createHash } from 'node:crypto'

/** The logo of an installation. */
export interface Logo {
  /** Follows from the bytes: another image has another one. */
  readonly id: string
  readonly contentType: string
  readonly bytes: Buffer
}

const mostBytes = 65_536
/** By the bytes with which they begin. SVG is not one of them: it can have scripts. */
const types: Readonly<Record<string, RegExp>> = {
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF[^]{4}WEBP/,
}
const form = /^data:image\/(?:png|jpeg|gif|webp);base64,([A-Za-z0-9+/]+={0,2})$/

export const logoSentence = 'must be a PNG, JPEG, GIF or WebP image of at most 64 KiB'

/** For a file that begins as an image and is none, or is cut. */
export const damagedLogoSentence = 'is a damaged image, which browsers cannot show'

/** The text of a logo as a setting, a `data:` URL; undefined for other bytes. */
export function logoText(bytes: Buffer): string | undefined {
  const contentType = typeOf(bytes)
  return contentType && `data:${contentType};base64,${bytes.toString('base64')}`
}

/** Undefined for a text that is not a logo. */
export function logoOf(text: string): Logo | undefined {
  const bytes = Buffer.from(form.exec(text)?.[1] ?? '', 'base64')
  const contentType = typeOf(bytes)
  if (contentType === undefined) return undefined
  return { id: createHash('sha256').update(bytes).digest('base64url').slice(0, 22), contentType, bytes }
}

/** The side, in pixels, of a square PNG, which can be the icon of an app; null for another image. */
export function squareSideOf({ contentType, bytes }: Logo): number | null {
  if (contentType !== 'image/png' || bytes.length < 24) return null
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  return width === height ? width : null
}

function typeOf(bytes: Buffer): string | undefined {
  if (bytes.length > mostBytes) return undefined
  const beginning = bytes.subarray(0, 16).toString('latin1')
  return Object.entries(types).find(([, signature]) => signature.test(beginning))?.[0]
}
