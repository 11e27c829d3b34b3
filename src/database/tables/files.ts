import { Table } from '@parley/statements'
import { fileColumns } from '../../files/file.js'

export const FileTable = new Table({
  name: 'files',
  columns: fileColumns,
  indices: [
    { columns: ['ownerId', 'createdAt'] },
    { columns: ['roomId'] },
    { columns: ['state', 'createdAt'] },
    { columns: ['claimedAt'] },
  ],
  references: [
    { column: 'ownerId', table: 'users' },
    { column: 'roomId', table: 'rooms' },
  ],
})
