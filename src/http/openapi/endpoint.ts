import type { z } from 'zod'
import type { FilePart, Method, restErrors } from '@parley/edge'

export interface About<Tag extends string = string> {
  /** The operationId: a verb and what it is done to, unique in its service. An alias path adds its own name. */
  readonly id: string
  readonly tag: Tag
  /** One short sentence without a full stop. */
  readonly summary: string
  readonly details?: string
}

/**
 * `required`: 401 without a valid token. `optional`: an invalid token is ignored. `room`: no token is accepted, an
 * invalid one is 401 (contract: sign-in.4); both are as `required` where the installation requires accounts, `beforeSignIn`
 * stays as `optional` there. `none`: tokens are ignored. `key`: an API key instead of a token, as `required`.
 */
export type TokenRule = 'required' | 'optional' | 'beforeSignIn' | 'room' | 'none' | 'key'

/**
 * The success response: 200 with a JSON body of this shape, 200 with a text confirmation, 200 with a file that has a
 * character card, 200 with the bytes of an uploaded file, or 204.
 */
export type SuccessShape = z.ZodType | 'text' | 'file' | 'content' | 'nothing'

/**
 * When an endpoint refuses, and its body if it is not `{ detail, message? }`; false for a derived refusal that cannot
 * occur there.
 */
export type Refusal = string | false | { readonly when: string; readonly body: z.ZodType }

/**
 * The refusals of an endpoint by key of `restErrors`. Refusals that follow from its token rule, its request or its
 * listener (401, 405, 409 of an idempotency key, 413, 415, 422, 429, 500, 503) are derived and need not be listed.
 */
export type Refusals = Readonly<Partial<Record<keyof typeof restErrors | 'invalidRequest', Refusal>>>

/** The other names of a key of the body: `{ name: ['character_name'] }`. */
export type KeyNames = Readonly<Record<string, readonly string[]>>

/** The description of an endpoint for documents; the rows of every service have it. */
export interface Endpoint {
  readonly about: About
  readonly method: Method
  /** In the router's syntax (`/rooms/:id`): the documented path, then its aliases. */
  readonly paths: readonly [string, ...string[]]
  readonly token: TokenRule
  /** An object of `path`, `query`, `header` and `body`. */
  readonly request: z.ZodObject
  readonly names: KeyNames
  /** The file of an accepted form, beside JSON if the endpoint reads a body. */
  readonly file?: FilePart | undefined
  /** Its body is a file of any type, of at most so many bytes. */
  readonly content?: { readonly mostBytes: number } | undefined
  /**
   * `image`: the bytes of one, whole or a range. `archive`: a ZIP. `conversation`: Markdown or JSON. `page`: HTML.
   * `events`: a stream, or 204 when no event is left.
   */
  readonly answers: SuccessShape | 'image' | 'archive' | 'conversation' | 'page' | 'events'
  /** Whether the answer is 202 with a `Location`, because the work has only begun. */
  readonly isAccepted?: true | undefined
  /** The description of its event stream, for requests that ask for one, or for all if there is no other answer. */
  readonly streams?: string
  /** The shape of an event of this stream. */
  readonly event?: z.ZodType
  readonly refuses: Refusals
}
