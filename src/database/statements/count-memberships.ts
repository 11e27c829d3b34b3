import { type Queries, Statement } from '@parley/statements'
import type { User } from '../../users/user.js'

interface MembershipRow extends Pick<User, 'membership'> {
  readonly count: number
  /** Accounts that were changed after `since`. */
  readonly active: number
}

/** The accounts per membership, without empty ones, in one snapshot. `since` is in epoch milliseconds. */
export async function countMemberships(db: Queries, since: number): Promise<MembershipRow[]> {
  const statement = new Statement(db.driver)
  statement.add(`SELECT membership_type AS membership, COUNT(*) AS count,
      SUM(CASE WHEN updated_at > ${statement.placeholder(since)} THEN 1 ELSE 0 END) AS active
    FROM users GROUP BY membership_type ORDER BY membership_type`)
  const { rows } = await db.run<Record<'count' | 'active', number | string> & Pick<User, 'membership'>>(statement)
  return rows.map(({ membership, count, active }) => ({ membership, count: Number(count), active: Number(active) }))
}
