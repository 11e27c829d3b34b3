import { canonicalAddress, isSameMailbox, sharedKey } from './canonical.js'
import type { Role, User } from './user.js'

/**
 * The addresses of `ADMIN_EMAILS` (contract: access.7). An account with one of these mailboxes is an administrator while its address
 * is verified: a person can register an address of another person.
 */
export class AdminList {
  /** What the accounts have in `emailKey` that have one of the addresses, or one that is compared as the same. */
  readonly keys: ReadonlySet<string>

  constructor(private readonly addresses: readonly string[]) {
    this.keys = new Set([...addresses.map(canonicalAddress), ...addresses.map(sharedKey)])
  }

  has({ email, emailKey }: Pick<User, 'email' | 'emailKey'>): boolean {
    return this.keys.has(emailKey) && this.addresses.some((address) => isSameMailbox(address, email))
  }

  /** The role that an account has now: the one it was granted, or the one its address brings. */
  roleOf(account: Pick<User, 'role' | 'email' | 'emailKey' | 'emailVerified'>): Role {
    return account.emailVerified && this.has(account) ? 'ADMIN' : account.role
  }
}
