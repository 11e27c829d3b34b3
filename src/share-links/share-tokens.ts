import { createHmac, hkdfSync, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'

/**
 * The tokens of links to copies, computed from their ids: the owner can copy a link again, a reader of the database has
 * none, and a guess is refused without a read.
 */
export class ShareTokens {
  readonly #key: Buffer

  /** The key is derived from the key that signs tokens, so all processes share it without a further setting. */
  constructor(secret: KeyObject) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'parley share link', 32))
  }

  newId(): string {
    return randomBytes(16).toString('base64url')
  }

  tokenOf(id: string): string {
    return `${id}.${this.#proofOf(id)}`
  }

  /** The id in a token; undefined for a token that this installation has not made. */
  idIn(token: string): string | undefined {
    const [, id, proof] = /^([\w-]{22})\.([\w-]{43})$/.exec(token) ?? []
    if (id === undefined || proof === undefined) return undefined
    return timingSafeEqual(Buffer.from(this.#proofOf(id)), Buffer.from(proof)) ? id : undefined
  }

  #proofOf(id: string): string {
    return createHmac('sha256', this.#key).update(id).digest('base64url')
  }
}
