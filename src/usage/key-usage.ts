import { AppError } from '@parley/runtime'
import type { Queries } from '@parley/statements'
import type { ApiKey, KeyCounts } from '../api-keys/api-key.js'
import { ApiKeyTable } from '../database/tables/api-keys.js'
import { requireUnspent } from './refusals.js'
import type { KeyUsage } from './usage.js'
import type { Measure } from './usage-count.js'
import { windowEnds } from './windows.js'

export interface AddedUsage {
  readonly measure: Measure
  readonly amount: number
  /** Epoch milliseconds. */
  readonly now: number
}

/** The usage of a key in the day and the month of `now`. */
export function usageOfKey(key: ApiKey, now: number): KeyUsage {
  const used = usedBy(key, now)
  return {
    messages: { used: used.MESSAGES, limit: key.messagesPerDay, resetsAt: windowEnds.MESSAGES(now) },
    tokens: { used: used.TOKENS, limit: key.tokensPerMonth, resetsAt: windowEnds.TOKENS(now) },
  }
}

/** Counts a message of a key. Throws RATE_LIMITED with `limit` for its used-up limit, UNAUTHENTICATED for a revoked key. */
export async function admitByKey(db: Queries, keyId: number, now: number): Promise<void> {
  const key = await lockedKey(db, keyId)
  if (!key) throw new AppError('UNAUTHENTICATED')
  requireUnspent(key, usedBy(key, now), { owner: 'key', now })
  await count(db, key, { measure: 'MESSAGES', amount: 1, now })
}

/** Adds to the counts of a key; to a revoked key it adds nothing. */
export async function addKeyUsage(db: Queries, keyId: number, added: AddedUsage): Promise<void> {
  const key = await lockedKey(db, keyId)
  if (key) await count(db, key, added)
}

async function count(db: Queries, key: ApiKey, { measure, amount, now }: AddedUsage): Promise<void> {
  const isMessages = measure === 'MESSAGES'
  const [end, lastEnd] = [windowEnds[measure](now), isMessages ? key.messagesEndsAt : key.tokensEndsAt]
  // a refund of an earlier day, whose count was replaced
  if (amount < 0 && end < lastEnd) return
  const used = usedBy(key, now)[measure] + amount
  const endsAt = Math.max(end, lastEnd)
  const counted = isMessages
    ? { messagesUsed: used, messagesEndsAt: endsAt }
    : { tokensUsed: used, tokensEndsAt: endsAt }
  await db.update(ApiKeyTable, { id: key.id }, counted)
}

function usedBy(key: KeyCounts, now: number): Record<Measure, number> {
  return {
    MESSAGES: key.messagesEndsAt < windowEnds.MESSAGES(now) ? 0 : key.messagesUsed,
    TOKENS: key.tokensEndsAt < windowEnds.TOKENS(now) ? 0 : key.tokensUsed,
  }
}

/** Locked until the transaction ends, so that concurrent additions, also of other instances, are all counted. */
function lockedKey(db: Queries, id: number) {
  return db.selectOne(ApiKeyTable, { id }, { lock: 'no key update' })
}
