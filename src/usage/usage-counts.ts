import { oneOf } from '../database/statements/conditions.js'
import type { Queries } from '../database/statements/queries.js'
import { UsageCountTable } from '../database/tables/usage.js'
import type { Measure } from './usage-count.js'
import { endOfDay, endOfMonth } from './windows.js'

/** The end of the current window of each measure: the day for messages, the month for tokens. */
export const windowEnds: Readonly<Record<Measure, (now: number) => number>> = {
  MESSAGES: endOfDay,
  TOKENS: endOfMonth,
}

export interface Added {
  readonly userId: number
  readonly measure: Measure
  readonly amount: number
  /** Epoch milliseconds. */
  readonly now: number
}

/** The usage of an account in the day and the month of `now`. */
export async function usedBy(db: Queries, userId: number, now: number): Promise<Record<Measure, number>> {
  const ends = [windowEnds.MESSAGES(now), windowEnds.TOKENS(now)]
  const rows = await db.select(UsageCountTable, { userId, endsAt: oneOf(ends) })
  const used = (measure: Measure) =>
    rows.find((row) => row.measure === measure && row.endsAt === windowEnds[measure](now))?.used ?? 0
  return { MESSAGES: used('MESSAGES'), TOKENS: used('TOKENS') }
}

/** Uses one statement, so that concurrent additions, also of other instances, are all counted. */
export async function addUsage(db: Queries, { userId, measure, amount, now }: Added): Promise<void> {
  const row = { userId, measure, endsAt: windowEnds[measure](now), used: amount }
  await db.insert(UsageCountTable, row, { columns: ['userId', 'measure', 'endsAt'], add: ['used'] })
}
