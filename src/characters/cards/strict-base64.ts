import { notACard } from './card-fault.js'

/** Decodes base64, with or without padding. Throws BAD_USER_INPUT for any other text. */
export function strictBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  // Buffer skips what is not base64
  if (bytes.toString('base64').replace(/=+$/, '') !== text.replace(/={1,2}$/, '')) throw notACard()
  return bytes
}
