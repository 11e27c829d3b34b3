import { column, Table } from '@parley/statements'
import type { DataExport } from '../../data-exports/data-export.js'

export const DataExportTable = new Table<DataExport>({
  name: 'data_exports',
  columns: {
    id: column.text(36, { primary: true }),
    userId: column.ref(),
    status: column.text(10),
    owner: column.text(36),
    leaseUntil: column.instant(),
    attempts: column.count(),
    fileKey: column.text(22),
    parts: column.count(),
    bytes: column.count(),
    done: column.count(),
    total: column.count(),
    linkHash: column.text(64, { nullable: true }),
    createdAt: column.instant(),
    expiresAt: column.instant(),
  },
  unique: [['linkHash']],
  indices: [{ columns: ['userId'] }, { columns: ['status', 'leaseUntil'] }, { columns: ['fileKey'] }],
  references: [{ column: 'userId', table: 'users' }],
})
