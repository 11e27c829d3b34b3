import type { User } from '../users/user.js'

export const activityColumns = ['bannedAt', 'bannedUntil', 'awaitingApprovalSince'] as const

/** Whether a ban applies now. A ban that has expired keeps its fields. */
export function isBanned({ bannedAt, bannedUntil }: Pick<User, 'bannedAt' | 'bannedUntil'>, now: number): boolean {
  return bannedAt !== null && (bannedUntil === null || bannedUntil > now)
}

/** Whether an account can be used: it is approved, and no ban applies now. */
export function isActive(account: Pick<User, (typeof activityColumns)[number]>, now: number): boolean {
  return account.awaitingApprovalSince === null && !isBanned(account, now)
}
