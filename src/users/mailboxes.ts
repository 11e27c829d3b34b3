import type { Queries } from '@parley/statements'
import { UserTable } from '../database/tables/users.js'
import { canonicalAddress, isSameMailbox } from './canonical.js'
import { findAccount } from './find-account.js'
import type { User } from './user.js'

/** The domain of placeholder addresses, for accounts without one. The domain has no owner. */
export const noMailDomain = 'no-email.invalid'

/** A mailbox, and the canonical form of its address. */
interface Mailbox {
  readonly email: string
  readonly emailKey: string
  /** The same for `user` and `user+tag`: most providers deliver both to one mailbox. */
  readonly untagged: string
}

interface Holder {
  readonly account: User
  /** False when the account's address is only equivalent to the requested one. */
  readonly hasMailbox: boolean
}

/** Finds the account of an address, for mails and for proofs of the mailbox. */
export class Mailboxes {
  constructor(private readonly clock: () => number) {}

  /** The mailbox of this address; undefined without one. */
  at(email: string): Mailbox | undefined {
    const emailKey = canonicalAddress(email)
    if (emailKey.endsWith(`@${noMailDomain}`)) return undefined
    return { email, emailKey, untagged: emailKey.replace(/(?<=^[^+@]+)\+[^@]*(?=@)/, '') }
  }

  /** The account with an equivalent address. `lock` keeps its address unchanged until the transaction ends. */
  async holderOf(db: Queries, { email }: Pick<Mailbox, 'email'>, { lock = false } = {}): Promise<Holder | undefined> {
    const account = await findAccount(db, { column: 'emailKey', text: email, lock })
    return account && { account, hasMailbox: isSameMailbox(account.email, email) }
  }

  /**
   * Records that a session of the account has proved its mailbox. An address that an earlier release verified stays as
   * it is: another person may share such an account, and only a reset ends that access.
   */
  async prove(db: Queries, { id }: User): Promise<User> {
    const values = { emailVerified: true, mailboxProved: true, updatedAt: this.clock() }
    await db.update(UserTable, { id, emailVerified: false }, values)
    return db.selectOneOrThrow(UserTable, { id })
  }
}
