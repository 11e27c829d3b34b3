import type { EntityManager } from 'typeorm'
import { driverOf, Statement } from '../database/statements/conditions.js'
import { selectRows } from '../database/statements/select-rows.js'
import { UsageCountTable } from '../database/tables/usage.js'
import type { Measure } from './usage-count.js'
import { endOfDay, endOfMonth } from './windows.js'

/** When what an account uses now begins anew: messages with the day, tokens with the month. */
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

const counts = selectRows(UsageCountTable, ['measure', 'endsAt', 'used'])

/** What an account has used in the day and the month that `now` is in. */
export async function usedBy(em: EntityManager, userId: number, now: number): Promise<Record<Measure, number>> {
  const ends = [windowEnds.MESSAGES(now), windowEnds.TOKENS(now)]
  const rows = await counts(em, {
    where: [
      { column: 'userId', is: '=', value: userId },
      { column: 'endsAt', is: 'in', values: ends },
    ],
  })
  const used = (measure: Measure) =>
    rows.find((row) => row.measure === measure && row.endsAt === windowEnds[measure](now))?.used ?? 0
  return { MESSAGES: used('MESSAGES'), TOKENS: used('TOKENS') }
}

/** In one statement: what several writes add at the same moment, also of other instances, adds up. */
export async function addUsage(em: EntityManager, { userId, measure, amount, now }: Added): Promise<void> {
  const statement = new Statement(driverOf(em))
  const values = [userId, measure, windowEnds[measure](now), amount].map((value) => statement.placeholder(value))
  await em.query(
    `INSERT INTO usage_counts (user_id, measure, ends_at, used) VALUES (${values.join(', ')})
      ON CONFLICT (user_id, measure, ends_at) DO UPDATE SET used = usage_counts.used + excluded.used`,
    statement.parameters,
  )
}
