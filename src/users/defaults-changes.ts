import { AppError } from '@parley/runtime'
import type { Database } from '@parley/statements'
import { lockOwnAccount } from '../database/statements/own-account.js'
import { UserTable } from '../database/tables/users.js'
import type { UserCaller } from './caller.js'
import type { User } from './user.js'

/** Absent keeps a value, null removes it. */
interface DefaultsChange {
  readonly instructions?: string | null | undefined
  readonly model?: string | null | undefined
  readonly language?: User['language'] | undefined
  readonly theme?: User['theme'] | undefined
  readonly timeZone?: string | null | undefined
}

/** Changes what an account has chosen for its new rooms and its pages. */
export class DefaultsChanges {
  constructor(
    private readonly options: {
      readonly database: Database
      /** Throws for a model that the caller cannot use. */
      readonly requireModel: (caller: UserCaller, model: string) => Promise<void>
      /** Epoch milliseconds. */
      readonly clock: () => number
    },
  ) {}

  /**
   * Changes the given values and `updatedAt`. Throws BAD_USER_INPUT for a model that the operator has not configured,
   * FORBIDDEN for one that the membership of the caller does not include, UNAUTHENTICATED when its session has ended in
   * the meantime.
   */
  async update(caller: UserCaller, { instructions, model, ...rest }: DefaultsChange): Promise<User> {
    const { database, requireModel, clock } = this.options
    if (typeof model === 'string') await requireModel(caller, model)
    return database.write(async (db) => {
      await lockOwnAccount(db, caller)
      await db.update(
        UserTable,
        { id: caller.id },
        {
          ...rest,
          defaultInstructions: instructions === '' ? null : instructions,
          defaultModel: model,
          updatedAt: clock(),
        },
      )
      const account = await db.selectOne(UserTable, { id: caller.id })
      if (!account) throw new AppError('UNAUTHENTICATED')
      return account
    })
  }
}
