import { Table } from '@parley/statements'
import { generationColumns } from '../../replies/generation.js'

export const GenerationTable = new Table({
  name: 'generations',
  columns: generationColumns,
  indices: [
    // at most one active generation in a room, even with concurrent callers and instances
    { columns: ['roomId'], uniqueWhere: "status IN ('QUEUED', 'RUNNING')" },
    { columns: ['roomId', 'createdAt'] },
    { columns: ['status', 'leaseUntil'] },
    { columns: ['ownerId'] },
  ],
  references: [{ column: 'ownerId', table: 'users' }],
})
