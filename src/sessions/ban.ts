import type { User } from '../users/user.js'

/** Whether a ban applies now. A ban that has expired keeps its fields. */
export function isBanned({ bannedAt, bannedUntil }: Pick<User, 'bannedAt' | 'bannedUntil'>, now: number): boolean {
  return bannedAt !== null && (bannedUntil === null || bannedUntil > now)
}
