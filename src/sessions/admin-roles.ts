import { type Database, oneOf } from '@parley/statements'
import { SecondFactorTable } from '../database/tables/second-factors.js'
import type { AdminList } from '../users/admin-list.js'
import type { Role, User } from '../users/user.js'

interface CurrentRole {
  readonly role: Role
  /** Whether the account is an administrator who lacks a required second factor. */
  readonly lacksSecondFactor: boolean
}

/** The roles that count: that of an administrator without a required second factor is USER. */
export class AdminRoles {
  constructor(
    private readonly options: {
      readonly database: Database
      readonly adminList: AdminList
      /** Whether the role of an administrator counts only with a second factor. */
      readonly isFactorRequired: () => Promise<boolean>
    },
  ) {}

  /** The role of each of these accounts. */
  async of<Account extends Pick<User, 'id' | 'role' | 'email' | 'emailKey' | 'mailboxProved'>>(
    accounts: readonly Account[],
  ): Promise<(account: Account) => CurrentRole> {
    const { adminList } = this.options
    const admins = accounts.filter((account) => adminList.roleOf(account) === 'ADMIN').map(({ id }) => id)
    const lacking = new Set(await this.#lackingFactor(admins))
    return (account) => {
      const lacksSecondFactor = lacking.has(account.id)
      return { role: lacksSecondFactor ? 'USER' : adminList.roleOf(account), lacksSecondFactor }
    }
  }

  async #lackingFactor(admins: readonly number[]): Promise<readonly number[]> {
    const { database, isFactorRequired } = this.options
    if (admins.length === 0 || !(await isFactorRequired())) return []
    const factors = await database.read((db) =>
      db.select(SecondFactorTable, { userId: oneOf(admins) }, { columns: ['userId'] }),
    )
    const having = new Set(factors.map(({ userId }) => userId))
    return admins.filter((id) => !having.has(id))
  }
}
