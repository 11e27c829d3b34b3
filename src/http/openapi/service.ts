import type { Endpoint } from './endpoint.js'

/** The input of a document: all endpoints of one listener. */
export interface Service {
  readonly title: string
  readonly description: string
  readonly version: string
  /** The tags with their descriptions, in the order of the page. */
  readonly tags: Readonly<Record<string, string>>
  /** On an address that is not loopback every request needs the service token (contract: access.4). */
  readonly isInternal: boolean
  /**
   * The base of the paths: '.' is relative to the document, and the path of `PUBLIC_URL` is before those of the
   * application; `/` by default.
   */
  readonly base?: string
  readonly endpoints: readonly Endpoint[]
  /** Endpoints that an internal service answers without its token too, such as a sign-in. */
  readonly open?: readonly Endpoint[]
}
