import { oneOf, type Queries } from '@parley/statements'
import { UserTable } from '../database/tables/users.js'
import { canonicalAddress, isSameMailbox, sharedKey } from './canonical.js'
import type { Role, User } from './user.js'

/**
 * The administrators, by a granted role or by the addresses of `ADMIN_EMAILS` (contract: access.7). An account with one of
 * these mailboxes is an administrator only while its owner has proved the mailbox, because anyone can register another
 * person's address.
 */
export class AdminList {
  /** The `emailKey` values of accounts with one of the addresses, or with an equivalent one. */
  readonly #keys: ReadonlySet<string>

  constructor(private readonly addresses: readonly string[]) {
    this.#keys = new Set([...addresses.map(canonicalAddress), ...addresses.map(sharedKey)])
  }

  has({ email, emailKey }: Pick<User, 'email' | 'emailKey'>): boolean {
    return this.#keys.has(emailKey) && this.addresses.some((address) => isSameMailbox(address, email))
  }

  /** The current role of an account: the granted one, or the one from its address. */
  roleOf(account: Pick<User, 'role' | 'email' | 'emailKey' | 'mailboxProved'>): Role {
    return account.mailboxProved && this.has(account) ? 'ADMIN' : account.role
  }

  /**
   * The administrators, the oldest account first; banned ones too. With a lock they stay until the transaction ends. Its
   * order is always the same, so that two transactions wait without a deadlock.
   */
  async select(db: Queries, options: { readonly lock?: 'no key update' } = {}): Promise<User[]> {
    return this.#select(db, { mailboxProved: true }, options)
  }

  /** As `select`, with the accounts whose listed address is not proved yet. */
  async selectNamed(db: Queries): Promise<User[]> {
    return this.#select(db, {}, {})
  }

  async #select(
    db: Queries,
    proof: Pick<Partial<User>, 'mailboxProved'>,
    options: { readonly lock?: 'no key update' },
  ): Promise<User[]> {
    const listed = { ...proof, emailKey: oneOf([...this.#keys]) }
    const accounts = await db.select(UserTable, [{ role: 'ADMIN' }, listed], { orderBy: { id: 'asc' }, ...options })
    // a key can also be that of an address that only looks like one of the list
    return accounts.filter((account) => account.role === 'ADMIN' || this.has(account))
  }
}
