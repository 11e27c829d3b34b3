import { canonicalAddress, isSameMailbox, sharedKey } from './canonical.js'
import type { Role, User } from './user.js'

/**
 * The addresses of `ADMIN_EMAILS` (contract: access.7). An account with one of these mailboxes is an administrator only
 * while its owner has proved the mailbox, because anyone can register another person's address.
 */
export class AdminList {
  /** The `emailKey` values of accounts with one of the addresses, or with an equivalent one. */
  readonly keys: ReadonlySet<string>

  constructor(private readonly addresses: readonly string[]) {
    this.keys = new Set([...addresses.map(canonicalAddress), ...addresses.map(sharedKey)])
  }

  has({ email, emailKey }: Pick<User, 'email' | 'emailKey'>): boolean {
    return this.keys.has(emailKey) && this.addresses.some((address) => isSameMailbox(address, email))
  }

  /** The current role of an account: the granted one, or the one from its address. */
  roleOf(account: Pick<User, 'role' | 'email' | 'emailKey' | 'mailboxProved'>): Role {
    return account.mailboxProved && this.has(account) ? 'ADMIN' : account.role
  }
}
