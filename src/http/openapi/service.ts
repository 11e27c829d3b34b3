import type { Endpoint } from './endpoint.js'

/** What a document is about: everything one listener answers. */
export interface Service {
  readonly title: string
  readonly description: string
  readonly version: string
  /** What the endpoints are about, in the order of the page. */
  readonly tags: Readonly<Record<string, string>>
  /** On an address that is not loopback every request needs the service token (contract: access.4). */
  readonly isInternal: boolean
  /** Where the paths begin, seen from the document; `/` when unset. */
  readonly base?: '.'
  readonly endpoints: readonly Endpoint[]
  /** What an internal service answers without its token too, such as a sign-in. */
  readonly open?: readonly Endpoint[]
}
