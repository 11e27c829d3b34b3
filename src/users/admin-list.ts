import { canonicalAddress, sharedKey } from './canonical.js'
import type { Role, User } from './user.js'

/**
 * The addresses of `ADMIN_EMAILS` (contract: access.7). An account of one is an administrator while the address is verified:
 * a person can register an address of another person.
 */
export class AdminList {
  /** What the accounts have in `emailKey` that have one of the addresses. */
  readonly keys: ReadonlySet<string>

  constructor(addresses: readonly string[]) {
    this.keys = new Set([...addresses.map(canonicalAddress), ...addresses.map(sharedKey)])
  }

  has({ emailKey }: Pick<User, 'emailKey'>): boolean {
    return this.keys.has(emailKey)
  }

  /** The role that an account has now: the one it was granted, or the one its address brings. */
  roleOf(account: Pick<User, 'role' | 'emailKey' | 'emailVerified'>): Role {
    return account.emailVerified && this.has(account) ? 'ADMIN' : account.role
  }
}
