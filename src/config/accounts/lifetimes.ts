import type { Fields } from '../fields.js'
import * as rules from '../rules.js'

const dayMs = 86_400_000
const lifetime = rules.wholeNumber(1, rules.longestLifetimeMs)

export interface LifetimesConfig {
  /** Milliseconds that a token is good for (`JWT_TTL_MS`). */
  readonly jwtLifetimeMs: number
  /** Milliseconds that an unused refresh token is good for, no less than a token (`REFRESH_TTL_MS`). */
  readonly refreshLifetimeMs: number
}

/** Reads `JWT_TTL_MS` and `REFRESH_TTL_MS`. A session lives as long as its refresh token, so no token may live longer. */
export function readLifetimes(fields: Fields): LifetimesConfig {
  const jwtLifetimeMs = fields.read('JWT_TTL_MS', lifetime, dayMs)
  const refreshLifetimeMs = fields.read('REFRESH_TTL_MS', lifetime, Math.max(30 * dayMs, jwtLifetimeMs))
  if (refreshLifetimeMs < jwtLifetimeMs) fields.refuse('REFRESH_TTL_MS', 'must not be less than JWT_TTL_MS')
  return { jwtLifetimeMs, refreshLifetimeMs }
}
