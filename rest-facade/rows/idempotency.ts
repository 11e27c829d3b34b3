import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { refusals, repeatedHeader } from '@parley/edge'
import { rules } from '../../schema/rules.js'

const name = 'idempotency-key'
const location = ['header', name] as const

/** The optional `Idempotency-Key` of every endpoint that creates something. */
export const idempotencyHeader = z.object({ [name]: rules.idempotencyKey.optional() })

/** The description of 404 for a retry: the object of the first answer is read again. */
export const deletedSince = 'The idempotency key was used before, and its result has been deleted.'

export const idempotencyField = { 'input.idempotencyKey': location } as const

/** Throws HttpError 422 for two keys: Node joins them into one, and a retry with either of them would not match it. */
export function requireSingleKey({ headers, headersDistinct }: IncomingMessage): void {
  if (headers[name] !== undefined && (headersDistinct[name] ?? []).length > 1)
    throw refusals.invalid([repeatedHeader(location)])
}
