import { column } from '../columns.js'
import { Table } from '../define-table.js'

/** One row, written when the table is created. */
export interface Installation {
  /** A UUID. */
  readonly id: string
  readonly chatLogStore: 'embedded' | 'mongodb'
  /** The form of the keys of accounts: `keyForm` of src/users/canonical.ts. */
  readonly keyForm: number
}

export const InstallationTable = new Table<Installation>({
  name: 'installation',
  columns: {
    id: column.text(36, { primary: true }),
    chatLogStore: column.text(20, { default: 'embedded' }),
    keyForm: column.count({ default: 0 }),
  },
})
