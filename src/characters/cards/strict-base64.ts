import { limits } from '../../limits.js'
import { notACard, tooMuchJson } from './card-fault.js'

/** The most characters of the base64 of a card, with line breaks. */
export const cardBase64Length = Math.ceil(limits.cardBytes * 1.5)

/** Decodes base64, with or without padding and line breaks. Throws BAD_USER_INPUT for any other text. */
export function strictBase64(text: string): Buffer {
  const digits = text.replaceAll(/\s+/g, '')
  const bytes = Buffer.from(digits, 'base64')
  // Buffer skips what is not base64
  if (bytes.toString('base64').replace(/=+$/, '') !== digits.replace(/={1,2}$/, '')) throw notACard()
  return bytes
}

/** The JSON of a card in a text of its file: as it is, or in base64. Throws BAD_USER_INPUT for any other text. */
export function cardInText(text: Buffer): Buffer {
  if (text.length > cardBase64Length) throw tooMuchJson()
  const begin = text.subarray(0, 64).toString('latin1').trimStart()
  return /^(?:\u00ef\u00bb\u00bf)?\{/.test(begin) ? text : strictBase64(text.toString('latin1').trim())
}
