import { z } from 'zod'
import { rules } from '../schema/limits.js'

/** The optional `Idempotency-Key` of every endpoint that creates something. */
export const idempotencyHeader = z.object({ 'idempotency-key': rules.idempotencyKey.optional() })

export const idempotencyField = { 'input.idempotencyKey': ['header', 'idempotency-key'] } as const
