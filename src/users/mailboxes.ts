import type { EntityManager } from 'typeorm'
import { UserTable } from '../database/tables/users.js'
import { canonicalAddress, isSameMailbox } from './canonical.js'
import { findAccount } from './find-account.js'
import type { User } from './user.js'

/** Of addresses that stand where an account has none: nobody owns it. */
export const noMailDomain = 'no-email.invalid'

/** A mailbox, and the form in which its address is compared with others. */
export interface Mailbox {
  readonly email: string
  readonly emailKey: string
}

export interface Holder {
  readonly account: User
  /** False where the address of the account is only compared as the same. */
  readonly hasMailbox: boolean
}

/** Whose account an address is of, for who sends mail to it and who hears from it. */
export class Mailboxes {
  constructor(private readonly clock: () => number) {}

  /** Where a mail to this address goes; undefined when nobody can read it. */
  at(email: string): Mailbox | undefined {
    const emailKey = canonicalAddress(email)
    return emailKey.endsWith(`@${noMailDomain}`) ? undefined : { email, emailKey }
  }

  /** The account that has an address like this one. With `lock` it keeps that address until the write ends. */
  async holderOf(
    em: EntityManager,
    { email }: Pick<Mailbox, 'email'>,
    { lock = false } = {},
  ): Promise<Holder | undefined> {
    const account = await findAccount(em, { column: 'emailKey', text: email, lock })
    return account && { account, hasMailbox: isSameMailbox(account.email, email) }
  }

  /** Its owner has shown that the mailbox is his. */
  async confirm(em: EntityManager, { id }: User): Promise<void> {
    await em.update(UserTable, { id, emailVerified: false }, { emailVerified: true, updatedAt: this.clock() })
  }
}
