import { column, type RowOf, Table } from '@parley/statements'

/** One row, written when the table is created. */
const installationColumns = {
  /** A UUID. */
  id: column.text(36, { primary: true }),
  /** `unfinished` while `npm run migrate-store` fills the database: no server starts on it. */
  chatLogStore: column.text<'embedded' | 'mongodb' | 'unfinished'>(20, { default: 'embedded' }),
  /** The form of the keys of accounts: `keyForm` of src/users/canonical.ts. */
  keyForm: column.count({ default: 0 }),
  /** The facts of the newest instance (src/instances); null before the first one. */
  signingSecret: column.text(43, { nullable: true }),
  imageStore: column.text(undefined, { nullable: true }),
  /** The highest id of the log entries that are not in the search index yet; 0 when all are. */
  unindexedTo: column.count({ default: 0 }),
}
export type Installation = RowOf<typeof installationColumns>

export const InstallationTable = new Table({ name: 'installation', columns: installationColumns })
