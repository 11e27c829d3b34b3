import { oneOf, type Queries } from '@parley/statements'
import { ModelUsageTable, UsageCountTable } from '../database/tables/usage.js'
import { addKeyUsage, type AddedUsage } from './key-usage.js'
import type { Measure } from './usage-count.js'
import { windowEnds } from './windows.js'

/** The account that is charged, and the key with which it is charged, if any. */
export interface Charged {
  readonly userId: number
  readonly keyId?: number | null | undefined
  /** The requested model; empty where it is not known. */
  readonly model: string
}

/** The usage of an account in the day and the month of `now`. */
export async function usedBy(db: Queries, userId: number, now: number): Promise<Record<Measure, number>> {
  const ends = [windowEnds.MESSAGES(now), windowEnds.TOKENS(now)]
  const rows = await db.select(UsageCountTable, { userId, endsAt: oneOf(ends) })
  const used = (measure: Measure) =>
    rows.find((row) => row.measure === measure && row.endsAt === windowEnds[measure](now))?.used ?? 0
  return { MESSAGES: used('MESSAGES'), TOKENS: used('TOKENS') }
}

/** Uses one statement for each count of the account, so that concurrent additions, also of other instances, are all counted. */
export async function addUsage(db: Queries, { userId, keyId, model, ...added }: Charged & AddedUsage): Promise<void> {
  const { measure, amount, now } = added
  // the key first, as at the admission: in one order no transaction waits for another that waits for it
  if (typeof keyId === 'number') await addKeyUsage(db, keyId, added)
  const row = { userId, measure, endsAt: windowEnds[measure](now), used: amount }
  await db.insert(UsageCountTable, row, { columns: ['userId', 'measure', 'endsAt'], add: ['used'] })
  if (model === '') return
  const [messages, tokens] = measure === 'MESSAGES' ? [amount, 0] : [0, amount]
  const day = { userId, model, endsAt: windowEnds.MESSAGES(now), messages, tokens }
  await db.insert(ModelUsageTable, day, { columns: ['userId', 'endsAt', 'model'], add: ['messages', 'tokens'] })
}
