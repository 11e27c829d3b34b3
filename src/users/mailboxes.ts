import type { Queries } from '../database/statements/queries.js'
import { UserTable } from '../database/tables/users.js'
import { canonicalAddress, isSameMailbox } from './canonical.js'
import { findAccount } from './find-account.js'
import type { User } from './user.js'

/** Of addresses that stand where an account has none: the domain has no owner. */
export const noMailDomain = 'no-email.invalid'

/** A mailbox, and the form in which its address is compared with others. */
interface Mailbox {
  readonly email: string
  readonly emailKey: string
}

interface Holder {
  readonly account: User
  /** False where the address of the account is only compared as the same. */
  readonly hasMailbox: boolean
}

/** The account of an address, for sending mail and for proofs of the mailbox. */
export class Mailboxes {
  constructor(private readonly clock: () => number) {}

  /** Where a mail to this address goes; undefined when it has no mailbox. */
  at(email: string): Mailbox | undefined {
    const emailKey = canonicalAddress(email)
    return emailKey.endsWith(`@${noMailDomain}`) ? undefined : { email, emailKey }
  }

  /** The account that has an address like this one. With `lock` it keeps that address until the write ends. */
  async holderOf(db: Queries, { email }: Pick<Mailbox, 'email'>, { lock = false } = {}): Promise<Holder | undefined> {
    const account = await findAccount(db, { column: 'emailKey', text: email, lock })
    return account && { account, hasMailbox: isSameMailbox(account.email, email) }
  }

  /** Its owner has proved the ownership of the mailbox. */
  async confirm(db: Queries, { id }: User): Promise<void> {
    await db.update(UserTable, { id, emailVerified: false }, { emailVerified: true, updatedAt: this.clock() })
  }
}
