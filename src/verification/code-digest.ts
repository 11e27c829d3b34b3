import { createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { VerificationCode } from './verification-code.js'

const digits = 6

export function newCode(): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0')
}

/** A text of another form is not a code. */
export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text)
}

/** Keyed hashes of codes: a million of them are tried in a second, so a reader of the store must lack the key. */
export class CodeDigest {
  readonly #key: Buffer

  /** The key is made from the one that signs tokens: it is the same in all processes and needs no setting of its own. */
  constructor(secret: KeyObject) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'parley verification codes', 32))
  }

  digest(code: string, { emailKey, type }: Pick<VerificationCode, 'emailKey' | 'type'>): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([type, emailKey, code]))
      .digest('hex')
  }

  /** Looks like a digest, and no code has it. */
  unmatchable(): string {
    return randomBytes(32).toString('hex')
  }
}
