import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  type KeyObject,
} from 'node:crypto'

const recoveryCodes = 10
/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const halfLength = 5
const [ivBytes, tagBytes] = [12, 16]

/**
 * Encrypts the secrets of authenticator apps and hashes recovery codes, with keys that are derived from the key that signs
 * tokens: a reader of the store can sign in with neither.
 */
export class FactorSecrets {
  readonly #sealKey: Buffer
  readonly #codeKey: Buffer

  constructor(secret: KeyObject) {
    const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
    this.#sealKey = derived('parley second factors')
    this.#codeKey = derived('parley recovery codes')
  }

  /** Encrypts a secret for one account. */
  seal(userId: number, secret: Buffer): string {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#sealKey, iv).setAAD(Buffer.from(String(userId)))
    const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** Undefined when the key has changed since, or the text belongs to another account. */
  unseal(userId: number, text: string): Buffer | undefined {
    const bytes = Buffer.from(text, 'base64url')
    const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)]
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#sealKey, iv, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(String(userId))).setAuthTag(tag)
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
    } catch {
      return undefined
    }
  }

  /** New recovery codes, such as `k3vq7-9xw2m`. */
  newRecoveryCodes(): string[] {
    const half = () => Array.from({ length: halfLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
    return Array.from({ length: recoveryCodes }, () => `${half()}-${half()}`)
  }

  /** The hash of a recovery code as a person types it: in any case, with or without the hyphen. */
  recoveryHash(userId: number, code: string): string {
    const typed = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
    return createHmac('sha256', this.#codeKey)
      .update(JSON.stringify([userId, typed]))
      .digest('base64url')
  }
}
