import type { z } from 'zod'
import type { restErrors } from '../src/http/rest-errors.js'
import type { Tag } from './tags.js'

/** What OpenAPI says of a row in words. */
export interface About {
  /** The operationId: a verb and what it is done to, unique in its service. An alias path adds its own name. */
  readonly id: string
  readonly tag: Tag
  /** One short sentence without a full stop. */
  readonly summary: string
  /** What the summary leaves open. */
  readonly details?: string
  /** Where the contract says it, such as `decisions 3`; `contract` is document 000. */
  readonly clause: string
}

/** When a row refuses, and with which body where it is not `{ detail, message? }`. */
export type Refusal = string | { readonly when: string; readonly body: z.ZodType }

/**
 * The refusals of a row by their line of the error table. Those that follow from its token rule, its request or its
 * listener (401, 405, 409 of an idempotency key, 413, 415, 422, 500, 503) are known without being named.
 */
export type Refusals = Readonly<Partial<Record<keyof typeof restErrors, Refusal>>>
