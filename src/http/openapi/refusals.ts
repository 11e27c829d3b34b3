import type { z } from 'zod'
import { maxFaults } from '../../errors.js'
import type { restErrors } from '../errors/rest-errors.js'
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
  // Object.entries loses the key type, which the type of a row has checked
  const entries = Object.entries(refuses) as [ErrorName, Refusal][]
  return entries.flatMap(([error, refusal]) => {
    if (refusal === false) return []
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
    when: 'A path or a form that cannot be read.',
    holds: (endpoint) => takesFile(endpoint) || endpoint.paths[0].includes(':'),
  },
  {
    error: 'unauthorized',
    when: 'No service token, where the service has one.',
    holds: (_endpoint, { isInternal }) => isInternal,
  },
  {
    error: 'unauthorized',
    when: 'The token is missing where it is required, invalid, expired, or of a deleted account.',
    holds: ({ token }, { isInternal }) => !isInternal && (token === 'required' || token === 'room'),
  },
  {
    error: 'conflict',
    when: 'An idempotency key that was used with another request.',
    holds: ({ request }) => 'header' in request.shape,
  },
  { error: 'payloadTooLarge', when: 'A body of more than 1 MiB, a form of more than 6 MiB.', holds: readsBody },
  {
    error: 'unsupportedMediaType',
    when: 'A body of another type, charset or encoding.',
    holds: (endpoint) => readsBody(endpoint) || takesFile(endpoint),
  },
  {
    error: 'invalidRequest',
    when: `A request that breaks its rules. The first ${String(maxFaults)} faulty values are listed.`,
    holds: canBeInvalid,
  },
  { error: 'serverError', when: 'A fault of the service.', holds: () => true },
  { error: 'databaseError', when: 'A store that cannot be reached.', holds: () => true },
]

/** Refusals of a listener before routing, in the form of the error table even if the row has its own error body. */
const listenerCauses: readonly Cause[] = [
  { error: 'tooManyRequests', when: 'Too many connections from one IP address.', isCommon: true },
  {
    error: 'unavailable',
    when: 'A process that is overloaded, short of memory, or has as many uploads as it can hold.',
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
