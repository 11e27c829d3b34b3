import type { EntityManager } from 'typeorm'
import { selectRows } from '../database/select-rows.js'
import { UserTable } from '../database/tables/users.js'
import { canonical } from './canonical.js'
import type { User } from './user.js'

/** Of addresses that stand where an account has none: nobody owns it. */
export const noMailDomain = 'no-email.invalid'

const users = selectRows(UserTable)

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

  /** The form in which addresses are compared. */
  keyOf(address: string): string {
    return canonical(address)
  }

  isSame(one: string, other: string): boolean {
    return isSameMailbox(one, other)
  }

  receivesMail(address: string): boolean {
    return !canonical(address).endsWith(`@${noMailDomain}`)
  }

  /** The account that has an address like this one. With `lock` it keeps that address until the write ends. */
  async holderOf(em: EntityManager, emailKey: string, { lock = false } = {}): Promise<User | undefined> {
    const where = [{ column: 'emailKey', is: '=', value: emailKey }] as const
    const [holder] = await users(em, { where, ...(lock ? { lock: 'update' as const } : {}) })
    return holder
  }

  /** Its owner has shown that the mailbox is his. */
  async confirm(em: EntityManager, { id }: User): Promise<void> {
    await em.update(UserTable, { id, emailVerified: false }, { emailVerified: true, updatedAt: this.clock() })
  }
}

function lowerAscii(address: string): string {
  return address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
