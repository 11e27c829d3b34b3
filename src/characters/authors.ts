import { type Database, rowId } from '@parley/statements'
import { CharacterTable } from '../database/tables/characters.js'
import { UserTable } from '../database/tables/users.js'
import type { User } from '../users/user.js'

/** The accounts whose characters everyone can see. */
export class Authors {
  constructor(
    private readonly options: {
      readonly database: Database
      /** Whether an account can be used now: it is approved and not banned. */
      readonly isActive: (account: User, now: number) => boolean
      readonly clock: () => number
    },
  ) {}

  /** An account with a public character; null for any other one, and for one that cannot be used now. */
  async find(id: string): Promise<User | null> {
    const { database, isActive, clock } = this.options
    const ownerId = rowId(id)
    if (ownerId === undefined) return null
    return database.read(async (db) => {
      const account = await db.selectOne(UserTable, { id: ownerId })
      if (!account || !isActive(account, clock())) return null
      return (await db.exists(CharacterTable, { ownerId, isPublic: true })) ? account : null
    })
  }
}
