import { createHmac, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** What a refresh token begins with, so that people and scanners of leaked secrets know it for one. */
const start = 'rt-parley-'
const familyBytes = 16
const secretBytes = 32
const form = new RegExp(`^${start}([A-Za-z0-9_-]{22})\\.([A-Za-z0-9_-]{43})$`)

export interface RefreshToken {
  readonly text: string
  readonly familyHash: string
  readonly secretHash: string
  /** The one that replaces it: the same for every call with this one, so that a retry gets what the first answer had. */
  next(): RefreshToken
}

/**
 * Refresh tokens: what all of a session have in common, and a secret of 256 bits that changes with every use. Only keyed
 * hashes are kept, so a new key ends them all; and a reader of the store cannot compute a successor, which requires the key.
 */
export class RefreshTokens {
  constructor(private readonly key: KeyObject) {}

  /** The first one of a session. */
  create(): RefreshToken {
    return this.#of(randomBytes(familyBytes).toString('base64url'), randomBytes(secretBytes).toString('base64url'))
  }

  /** Undefined for what cannot be one. */
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
