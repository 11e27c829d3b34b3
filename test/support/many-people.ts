const acts = ['login', 'register', 'send', 'verify', 'apiKey', 'refresh'] as const

const limitsOf = (limit: (act: string) => object) =>
  JSON.stringify(Object.fromEntries(acts.map((act) => [act, limit(act)])))

/** `RATE_LIMITS` for programs in which everybody comes from one address. */
export const manyPeople = limitsOf(() => ({ perAddress: false }))

/** The same where everybody tries as often as he likes. */
export const noLimits = limitsOf((act) => ({
  perAddress: false,
  ...(['register', 'apiKey', 'refresh'].includes(act) ? {} : { perAccount: false }),
}))
