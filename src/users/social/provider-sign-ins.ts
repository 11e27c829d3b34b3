import { AppError } from '@parley/runtime'
import { moreThan, oneOf, type Queries } from '@parley/statements'
import { SocialIdentityTable } from '../../database/tables/social-identities.js'
import type { Caller } from '../caller.js'
import type { User } from '../user.js'

/** An older sign-in does not show that the provider, and the secret of the client, still work. */
const recentMs = 3_600_000

/** Which administrators can sign in without a password. */
export class ProviderSignIns {
  constructor(
    private readonly options: {
      /** The labels of the configured providers. */
      readonly labels: readonly string[]
      /** Epoch milliseconds. */
      readonly clock: () => number
    },
  ) {}

  /**
   * Throws CONFLICT unless the caller has signed in by a configured provider in the last hour; for the operator, one of the
   * administrators, which must be locked.
   */
  async requireRecent(db: Queries, caller: Caller, admins: readonly User[]): Promise<void> {
    const { labels, clock } = this.options
    const userIds = admins.map(({ id }) => id).filter((id) => caller.kind !== 'user' || id === caller.id)
    const where = { userId: oneOf(userIds), provider: oneOf(labels), signedInAt: moreThan(clock() - recentMs) }
    if (await db.exists(SocialIdentityTable, where)) return
    const message =
      'Sign in by a provider as an administrator first, less than an hour ago: otherwise you could lock yourself out'
    throw new AppError('CONFLICT', { message })
  }
}
