import { Table } from '@parley/statements'
import { generationColumns, type GenerationStatus } from '../../replies/generation.js'

/** A reply with such a status is not over: a room has at most one. */
export const activeStatuses: readonly GenerationStatus[] = ['QUEUED', 'RUNNING']

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
