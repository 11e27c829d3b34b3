import type { KeyObject } from 'node:crypto'
import jsonwebtoken from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { clockToleranceMs } from '@parley/runtime'
import { patterns } from '../limits.js'

/** For `iat`, `nbf` and `exp`. */
const toleranceSeconds = clockToleranceMs / 1_000

interface TokenClaims {
  readonly userId: number
  readonly sessionVersion: number
  /** Undefined for a token without a session: `sub`, `iat` and `exp` suffice (contract: sign-in.3). */
  readonly sessionId: string | undefined
}

interface VerifiedClaims extends TokenClaims {
  /** From when on the token is refused, in epoch milliseconds. */
  readonly expiresAt: number
}

interface Signed {
  readonly claims: VerifiedClaims
  /** Seconds since 1970. */
  readonly iat: number
  readonly exp: number
}

/** Access tokens: JWT, only HS512, with user id, issue time and expiry (contract: sign-in.2, sign-in.3). */
export class Tokens {
  /** Caches tokens with a checked signature: a client sends the same token with every request. */
  readonly #signed = new LRUCache<string, Signed>({ max: 10_000 })

  constructor(
    private readonly options: {
      readonly key: KeyObject
      readonly lifetimeMs: number
      /** Epoch milliseconds. */
      readonly clock: () => number
    },
  ) {}

  issue({ userId, sessionVersion, sessionId: sid }: TokenClaims): { token: string; expiresAt: number } {
    const now = this.options.clock()
    const iat = Math.floor(now / 1000)
    const exp = Math.floor((now + this.options.lifetimeMs) / 1000)
    const token = jsonwebtoken.sign({ sub: String(userId), iat, exp, ver: sessionVersion, sid }, this.options.key, {
      algorithm: 'HS512',
    })
    return { token, expiresAt: exp * 1000 }
  }

  /**
   * The claims of a valid token, else undefined. Unlike jsonwebtoken it refuses a missing `exp`, a future `iat` and a
   * lifetime longer than that of issued tokens, even if the signature is valid.
   */
  verify(token: string): VerifiedClaims | undefined {
    const signed = this.#signed.get(token) ?? this.#read(token)
    if (signed === undefined) return undefined
    const now = this.#nowSeconds()
    if (now >= signed.exp + toleranceSeconds || signed.iat > now + toleranceSeconds) return undefined
    return signed.claims
  }

  /** Checks everything except the current time, so that the result can be cached. */
  #read(token: string): Signed | undefined {
    const payload = this.#payload(token)
    if (payload === undefined) return undefined
    const { sub, iat, exp, ver, sid } = payload
    if (typeof exp !== 'number' || typeof iat !== 'number') return undefined
    if (exp - iat > this.options.lifetimeMs / 1000 + toleranceSeconds) return undefined
    if (typeof sub !== 'string' || !/^[1-9]\d{0,15}$/.test(sub)) return undefined
    const sessionVersion: unknown = ver ?? 0
    if (typeof sessionVersion !== 'number') return undefined
    if (sid !== undefined && (typeof sid !== 'string' || !patterns.uuid.test(sid))) return undefined
    const claims = { userId: Number(sub), sessionVersion, sessionId: sid, expiresAt: (exp + toleranceSeconds) * 1000 }
    const signed = { claims, iat, exp }
    this.#signed.set(token, signed)
    return signed
  }

  #payload(token: string): Record<string, unknown> | undefined {
    try {
      const payload = jsonwebtoken.verify(token, this.options.key, {
        algorithms: ['HS512'],
        clockTimestamp: this.#nowSeconds(),
        clockTolerance: toleranceSeconds,
      })
      return typeof payload === 'string' ? undefined : payload
    } catch {
      // every error means that the token is not valid
      return undefined
    }
  }

  #nowSeconds(): number {
    return Math.floor(this.options.clock() / 1000)
  }
}
