import { readConfig } from '../../../src/config/config.js'
import type { RateLimitsConfig } from '../../../src/config/limits/rate-limits.js'

type Limit = RateLimitsConfig[keyof RateLimitsConfig]

const limitsOf = (change: (limit: Limit) => object) => {
  const defaults = Object.entries(readConfig({}).rateLimits)
  return JSON.stringify(Object.fromEntries(defaults.map(([act, limit]) => [act, change(limit)])))
}

/** `RATE_LIMITS` for programs whose clients all have one address. */
export const manyPeople = limitsOf(() => ({ perAddress: false }))

/** The same, also without limits per account, in a row and in all. */
export const noLimits = limitsOf(({ perAccount, inARow, inAll }) => ({
  perAddress: false,
  ...(perAccount === undefined ? {} : { perAccount: false }),
  ...(inARow === undefined ? {} : { inARow: false }),
  ...(inAll === undefined ? {} : { inAll: false }),
}))
