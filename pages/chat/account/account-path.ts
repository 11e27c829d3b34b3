/** What a guest wanted to do that needs an account. */
export type AccountReason = 'talk' | 'like'

/** The route of an account screen, which leads back to `next`. `why` is an `AccountReason`, or what an address has in its place. */
export const accountPath = (
  screen: 'sign-in' | 'sign-up' | 'reset-password',
  next: string | null,
  why: string | null = null,
): string => {
  const query = new URLSearchParams({ ...(next !== null && { next }), ...(why !== null && { why }) }).toString()
  return query === '' ? `/${screen}` : `/${screen}?${query}`
}
