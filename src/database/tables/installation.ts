import { column, Table } from '@parley/statements'

/** One row, written when the table is created. */
export interface Installation {
  /** A UUID. */
  readonly id: string
  /** `unfinished` while `npm run migrate-store` fills the database: no server starts on it. */
  readonly chatLogStore: 'embedded' | 'mongodb' | 'unfinished'
  /** The form of the keys of accounts: `keyForm` of src/users/canonical.ts. */
  readonly keyForm: number
  /** The facts of the newest instance (src/instances); null before the first one. */
  readonly signingSecret: string | null
  readonly imageStore: string | null
  /** The highest id of the log entries that are not in the search index yet; 0 when all are. */
  readonly unindexedTo: number
}

export const InstallationTable = new Table<Installation>({
  name: 'installation',
  columns: {
    id: column.text(36, { primary: true }),
    chatLogStore: column.text(20, { default: 'embedded' }),
    keyForm: column.count({ default: 0 }),
    signingSecret: column.text(43, { nullable: true }),
    imageStore: column.text(undefined, { nullable: true }),
    unindexedTo: column.count({ default: 0 }),
  },
})
