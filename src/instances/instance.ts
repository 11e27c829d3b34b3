/** What all instances on one database must agree on. */
export interface InstallationFacts {
  /** A keyed digest of the secret that signs tokens. */
  readonly signingSecret: string
  /** Where the bytes of images are; contains no credential. */
  readonly imageStore: string
}

export type InstallationFact = keyof InstallationFacts

/** A row: one running server process. It counts as running for `liveMs` after `seenAt`. */
export interface Instance extends InstallationFacts {
  /** A UUID of the process. */
  readonly id: string
  /** Separated by commas. */
  readonly roles: string
  readonly version: string
  readonly hasRedis: boolean
  /** Epoch milliseconds by the clock of the database, like `seenAt`. */
  readonly startedAt: number
  readonly seenAt: number
  /** Its clock minus that of the database, in milliseconds; null of an earlier release. */
  readonly clockMs: number | null
}
