import { createHmac, randomBytes, type KeyObject } from 'node:crypto'

/** The prefix of refresh tokens, by which people and secret scanners recognize them. */
const start = 'rt-parley-'
const familyBytes = 16
const secretBytes = 32
const form = new RegExp(`^${start}([A-Za-z0-9_-]{22})\\.([A-Za-z0-9_-]{43})$`)

/** For this time a replaced token returns the same successor again, because its answer may have been lost. */
export const refreshGraceMs = 30_000

export interface RefreshToken {
  readonly text: string
  readonly familyHash: string
  readonly secretHash: string
  /** The successor. It is always the same, so a retry gets the token of the first answer. */
  next(): RefreshToken
}

/**
 * Refresh tokens consist of a part that is constant in a session, and a 256-bit secret that changes with every use. The
 * store has only keyed hashes: a new key invalidates all tokens, and a reader of the store cannot compute a successor
 * without the key.
 */
export class RefreshTokens {
  constructor(private readonly key: KeyObject) {}

  /** The first token of a session. */
  create(): RefreshToken {
    return this.#of(randomBytes(familyBytes).toString('base64url'), randomBytes(secretBytes).toString('base64url'))
  }

  /** Undefined for a text that does not have the form of a token. */
  read(text: string): RefreshToken | undefined {
    const [, family, secret] = form.exec(text) ?? []
    return family === undefined || secret === undefined ? undefined : this.#of(family, secret)
  }

  #of(family: string, secret: string): RefreshToken {
    return {
      text: `${start}${family}.${secret}`,
      familyHash: this.#digest('family', family),
      secretHash: this.#digest('secret', `${family}.${secret}`),
      next: () => this.#of(family, this.#digest('next', `${family}.${secret}`)),
    }
  }

  #digest(purpose: string, text: string): string {
    return createHmac('sha256', this.key).update(`refresh token: ${purpose}: ${text}`).digest('base64url')
  }
}
