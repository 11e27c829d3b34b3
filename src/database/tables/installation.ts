import { column } from '../columns.js'
import { Table } from '../define-table.js'

/** One row, written when the table is made. */
export interface Installation {
  /** A UUID. */
  readonly id: string
  /** Where its chat logs are. */
  readonly chatLogStore: 'embedded' | 'mongodb'
}

export const InstallationTable = new Table<Installation>({
  name: 'installation',
  columns: { id: column.text(36, { primary: true }), chatLogStore: column.text(20, { default: 'embedded' }) },
})
