import type { EntityManager } from 'typeorm'
import { selectRows } from '../database/select-rows.js'
import { UserTable } from '../database/tables/users.js'
import { canonical } from './canonical.js'
import type { User } from './user.js'

/** Of addresses that stand where an account has none: nobody owns it. */
export const noMailDomain = 'no-email.invalid'

const users = selectRows(UserTable)

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

/**
 * Whether two addresses are one mailbox. Stricter than the form in which accounts are compared, where `ı` is an `i`: what
 * shows that the one mailbox is mine says nothing of the other.
 */
export function isSameMailbox(one: string, other: string): boolean {
  return lowerAscii(one) === lowerAscii(other)
}

/** Whose account an address is of, for who sends mail to it and who hears from it. */
export class Mailboxes {
  constructor(private readonly clock: () => number) {}

  /** Where a mail to this address goes; undefined when nobody can read it. */
  at(email: string): Mailbox | undefined {
    const emailKey = canonical(email)
    return emailKey.endsWith(`@${noMailDomain}`) ? undefined : { email, emailKey }
  }

  /** The account that has an address like this one. With `lock` it keeps that address until the write ends. */
  async holderOf(em: EntityManager, { email, emailKey }: Mailbox, { lock = false } = {}): Promise<Holder | undefined> {
    const where = [{ column: 'emailKey', is: '=', value: emailKey }] as const
    const [account] = await users(em, { where, ...(lock ? { lock: 'update' as const } : {}) })
    return account && { account, hasMailbox: isSameMailbox(account.email, email) }
  }

  /** Its owner has shown that the mailbox is his. */
  async confirm(em: EntityManager, { id }: User): Promise<void> {
    await em.update(UserTable, { id, emailVerified: false }, { emailVerified: true, updatedAt: this.clock() })
  }
}

function lowerAscii(address: string): string {
  return address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
