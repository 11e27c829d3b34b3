import { canonical } from './canonical.js'
import type { Role, User } from './user.js'

/** Reads the role that an account has now. */
export type RoleOf = (account: Pick<User, 'role' | 'emailKey' | 'emailVerified'>) => Role

/**
 * An account is an administrator when it was granted the role, or while `ADMIN_EMAILS` has its address and the address is
 * verified (decisions 1): anybody can register an address that is not theirs.
 */
export function roleOf(adminEmails: readonly string[]): RoleOf {
  const keys = new Set(adminEmails.map(canonical))
  return ({ role, emailKey, emailVerified }) => (emailVerified && keys.has(emailKey) ? 'ADMIN' : role)
}
