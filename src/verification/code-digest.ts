import { createHmac, hkdfSync, randomBytes, randomInt, type KeyObject } from 'node:crypto'
import type { VerificationCode } from './verification-code.js'

const digits = 6

export function newCode(): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0')
}

export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text)
}

/** Keyed hashes of codes: a reader of the store could otherwise try a million codes in a second. */
export class CodeDigest {
  readonly #key: Buffer

  /** The key is derived from the key that signs tokens, so all processes share it without a further setting. */
  constructor(secret: KeyObject) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'parley verification codes', 32))
  }

  digest(code: string, { emailKey, type }: Pick<VerificationCode, 'emailKey' | 'type'>): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([type, emailKey, code]))
      .digest('hex')
  }

  /** Has the form of a digest but matches no code. */
  unmatchable(): string {
    return randomBytes(32).toString('hex')
  }
}
