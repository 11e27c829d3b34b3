import { Table } from '@parley/statements'
import { dataExportColumns } from '../../data-exports/data-export.js'

export const DataExportTable = new Table({
  name: 'data_exports',
  columns: dataExportColumns,
  unique: [['linkHash']],
  indices: [{ columns: ['userId'] }, { columns: ['status', 'leaseUntil'] }, { columns: ['fileKey'] }],
  references: [{ column: 'userId', table: 'users' }],
})
