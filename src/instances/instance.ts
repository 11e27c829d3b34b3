import { column, type RowOf } from '@parley/statements'

/** What all instances on one database must agree on. */
export type InstallationFacts = Pick<Instance, 'signingSecret' | 'imageStore'>

export type InstallationFact = keyof InstallationFacts

/** A row: one running server process. It counts as running for `liveMs` after `seenAt`. */
export const instanceColumns = {
  /** A UUID of the process. */
  id: column.text(36, { primary: true }),
  /** Separated by commas. */
  roles: column.text(100),
  version: column.text(50),
  hasRedis: column.flag(),
  /** A keyed digest of the secret that signs tokens. */
  signingSecret: column.text(43),
  /** Where the bytes of images are; contains no credential. */
  imageStore: column.text(),
  /** Epoch milliseconds by the clock of the database, like `seenAt`. */
  startedAt: column.instant(),
  seenAt: column.instant(),
  /** Its clock minus that of the database, in milliseconds; null of an earlier release. */
  clockMs: column.count({ nullable: true }),
}
export type Instance = RowOf<typeof instanceColumns>
