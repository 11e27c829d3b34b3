import type { z } from 'zod'
import type { FilePart } from '../body/multipart-body.js'
import type { Method } from '../paths.js'
import type { restErrors } from '../errors/rest-errors.js'

/** The description of an endpoint. */
export interface About<Tag extends string = string> {
  /** The operationId: a verb and what it is done to, unique in its service. An alias path adds its own name. */
  readonly id: string
  readonly tag: Tag
  /** One short sentence without a full stop. */
  readonly summary: string
  /** Details that the summary leaves out. */
  readonly details?: string
}

/**
 * `required`: 401 unless the token is valid. `optional`: an invalid token counts as none. `room`: none is fine, an invalid
 * one is 401 (contract: sign-in.4). `none`: a token changes nothing. `key`: an API key instead of a token, as `required`.
 */
export type TokenRule = 'required' | 'optional' | 'room' | 'none' | 'key'

/** What is answered on success: 200 with a JSON body of this shape, 200 with a text confirmation, or 204. */
export type SuccessShape = z.ZodType | 'text' | 'nothing'

/**
 * When an endpoint refuses, and with which body where it is not `{ detail, message? }`; false for a known refusal that
 * cannot happen there.
 */
export type Refusal = string | false | { readonly when: string; readonly body: z.ZodType }

/**
 * The refusals of an endpoint by key of `restErrors`. Those that follow from its token rule, its request or its
 * listener (401, 405, 409 of an idempotency key, 413, 415, 422, 429, 500, 503) are known without being named.
 */
export type Refusals = Readonly<Partial<Record<keyof typeof restErrors | 'invalidRequest', Refusal>>>

/** The other names of a key of the body: `{ name: ['character_name'] }`. */
export type KeyNames = Readonly<Record<string, readonly string[]>>

/** Everything a document says about an endpoint; the rows of every service have it. */
export interface Endpoint {
  readonly about: About
  readonly method: Method
  /** In the words of the router (`/rooms/:id`): the documented path, then its aliases. */
  readonly paths: readonly [string, ...string[]]
  readonly token: TokenRule
  /** An object of `path`, `query`, `header` and `body`. */
  readonly request: z.ZodObject
  readonly names: KeyNames
  /** Of a form that it takes, beside JSON where it reads a body. */
  readonly file?: FilePart | undefined
  /** `image` is the bytes of one, whole or in part; `events` a stream that may have nothing left to send, 204. */
  readonly answers: SuccessShape | 'image' | 'events'
  /** What it answers is only begun: 202, with its address as `Location`. */
  readonly isAccepted?: true | undefined
  /** What it answers as a stream of events, where the request asks for one or it answers nothing else. */
  readonly streams?: string
  /** What an event of such a stream is. */
  readonly event?: z.ZodType
  readonly refuses: Refusals
}
