import { z } from 'zod'
import { rules } from '../schema/limits.js'

/** The optional `Idempotency-Key` of every endpoint that creates something. */
export const idempotencyHeader = z.object({ 'idempotency-key': rules.idempotencyKey.optional() })

/** When a retry is 404: what it would answer again is read anew. */
export const deletedSince = 'What the same idempotency key made has been deleted since.'

export const idempotencyField = { 'input.idempotencyKey': ['header', 'idempotency-key'] } as const
