import { ownReceipt, type ReplyReceipt } from '../ports/reply-generator/reply-generator.js'
import type { Caller } from '../users/caller.js'
import type { Generation } from './generation.js'

/** The receipt of a generation as the caller may see it: null for one of another account, whole for administrators. */
export function shownReceipt(
  caller: Caller,
  { ownerId, receipt }: Pick<Generation, 'ownerId' | 'receipt'>,
): ReplyReceipt | null {
  if (!receipt || caller.kind !== 'user') return null
  if (caller.role === 'ADMIN') return receipt
  return ownerId === caller.id ? ownReceipt(receipt) : null
}
