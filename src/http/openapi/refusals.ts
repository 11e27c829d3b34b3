import type { z } from 'zod'
import type { restErrors } from '@parley/edge'
import { keysOf, maxFaults } from '@parley/runtime'
import type { Endpoint, Refusal } from './endpoint.js'
import { canBeInvalid } from './request.js'
import type { Service } from './service.js'

/** A row of the error table, or the 422 answer that lists faults. */
export type ErrorName = keyof typeof restErrors | 'invalidRequest'

export interface Cause {
  readonly error: ErrorName
  readonly when: string
  /** Follows from the kind of the endpoint, so other endpoints have it too. */
  readonly isCommon: boolean
  readonly body?: z.ZodType
}

/** The refusals that a row declares. */
export function ownCauses({ refuses }: Endpoint): Cause[] {
  return keysOf(refuses).flatMap((error) => {
    const refusal = refuses[error]
    if (refusal === undefined || refusal === false) return []
    return [{ error, isCommon: false, ...(typeof refusal === 'string' ? { when: refusal } : refusal) }]
  })
}

const takesFile = ({ file }: Endpoint) => file !== undefined
const readsBody = ({ request }: Endpoint) => 'body' in request.shape

interface Rule {
  readonly error: ErrorName
  readonly when: string
  readonly holds: (endpoint: Endpoint, listener: Pick<Service, 'isInternal'>) => boolean
}

const rules: readonly Rule[] = [
  {
    error: 'badRequest',
    when: 'The path or the form cannot be parsed.',
    holds: (endpoint) => takesFile(endpoint) || endpoint.paths[0].includes(':'),
  },
  {
    error: 'unauthorized',
    when: 'The service has a service token, and the request has none or a wrong one.',
    holds: (_endpoint, { isInternal }) => isInternal,
  },
  {
    error: 'unauthorized',
    when: 'The token is required but missing, or it is invalid, expired, or of a deleted account.',
    holds: ({ token }, { isInternal }) => !isInternal && (token === 'required' || token === 'room'),
  },
  {
    error: 'unauthorized',
    when: 'The installation requires an account, and the request has no valid token.',
    holds: ({ token }) => token === 'optional',
  },
  {
    error: 'conflict',
    when: 'The idempotency key was used with another request.',
    holds: ({ request }) => 'header' in request.shape,
  },
  {
    error: 'payloadTooLarge',
    when: 'The body is larger than 1 MiB, or the form is larger than 6 MiB.',
    holds: readsBody,
  },
  {
    error: 'unsupportedMediaType',
    when: 'The type, charset or encoding of the body is not supported.',
    holds: (endpoint) => readsBody(endpoint) || takesFile(endpoint),
  },
  {
    error: 'invalidRequest',
    when: `Values of the request are invalid. The first ${String(maxFaults)} are listed.`,
    holds: canBeInvalid,
  },
  { error: 'serverError', when: 'An internal error.', holds: () => true },
  { error: 'databaseError', when: 'A store cannot be reached.', holds: () => true },
]

/** Refusals of a listener before routing, in the form of the error table even if the row has its own error body. */
const listenerCauses: readonly Cause[] = [
  { error: 'tooManyRequests', when: 'Too many connections from one IP address.', isCommon: true },
  {
    error: 'unavailable',
    when: 'The process is overloaded, short of memory, or has too many uploads.',
    isCommon: true,
  },
]

/** The refusals that follow from the kind of the endpoint. */
export function commonCauses(endpoint: Endpoint, listener: Pick<Service, 'isInternal'>): Cause[] {
  const refuses: Partial<Record<ErrorName, Refusal>> = endpoint.refuses
  // a row with its own body for an error describes that error completely
  const isLeftToUs = (error: ErrorName) => refuses[error] === undefined || typeof refuses[error] === 'string'
  const held = rules.filter(({ error, holds }) => isLeftToUs(error) && holds(endpoint, listener))
  return [...held.map(({ error, when }) => ({ error, when, isCommon: true })), ...listenerCauses]
}
