import type { User } from '../users/user.js'

/** Whether a ban holds now; one that has ended by itself leaves its row as it is. */
export function isBanned({ bannedAt, bannedUntil }: Pick<User, 'bannedAt' | 'bannedUntil'>, now: number): boolean {
  return bannedAt !== null && (bannedUntil === null || bannedUntil > now)
}
