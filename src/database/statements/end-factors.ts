import { atLeast, type Queries } from '@parley/statements'
import { FactorChallengeTable, RecoveryCodeTable, SecondFactorTable } from '../tables/second-factors.js'

/**
 * Removes the second factors and recovery codes that an account has got since an instant, in epoch milliseconds, and its
 * open challenges. Without a factor no recovery code is left. Returns the number of removed factors.
 */
export async function endFactors(db: Queries, userId: number, since = 0): Promise<number> {
  const newer = { userId, createdAt: atLeast(since) }
  const removed = await db.delete(SecondFactorTable, newer)
  const hasFactor = await db.exists(SecondFactorTable, { userId })
  await db.delete(RecoveryCodeTable, hasFactor ? newer : { userId })
  await db.delete(FactorChallengeTable, { userId })
  return removed
}
