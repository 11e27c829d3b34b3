import { type Queries, Statement } from '@parley/statements'
import type { RateCount } from '../../rate-limits/rate-count.js'

/**
 * Adds points to the count whose window is open at `now` (epoch milliseconds), or starts a new one; returns it. One
 * statement, so that concurrent calls, also of other instances, are counted one after the other.
 */
export async function countPoints(
  db: Queries,
  { key, points, expiresAt }: RateCount,
  now: number,
): Promise<Pick<RateCount, 'points' | 'expiresAt'>> {
  const statement = new Statement(db.driver)
  const values = statement.placeholders([key, points, expiresAt])
  const isOpen = () => `rate_limits.expires_at > ${statement.placeholder(now)}`
  statement.add(`INSERT INTO rate_limits ("key", points, expires_at) VALUES (${values})
    ON CONFLICT ("key") DO UPDATE SET
      points = excluded.points + CASE WHEN ${isOpen()} THEN rate_limits.points ELSE 0 END,
      expires_at = CASE WHEN ${isOpen()} THEN rate_limits.expires_at ELSE excluded.expires_at END
    RETURNING points, expires_at AS "expiresAt"`)
  const { rows } = await db.run<Readonly<Record<'points' | 'expiresAt', number | string>>>(statement)
  return { points: Number(rows[0]?.points), expiresAt: Number(rows[0]?.expiresAt) }
}
