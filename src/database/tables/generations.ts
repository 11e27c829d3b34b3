import { column, Table } from '@parley/statements'
import type { Generation, GenerationStatus } from '../../replies/generation.js'

/** A reply with such a status is not over: a room has at most one. */
export const activeStatuses: readonly GenerationStatus[] = ['QUEUED', 'RUNNING']

export const GenerationTable = new Table<Generation>({
  name: 'generations',
  columns: {
    id: column.text(36, { primary: true }),
    roomId: column.text(36),
    ownerId: column.ref(),
    message: column.text(),
    model: column.text(100),
    searchAccess: column.flag({ default: false }),
    imageId: column.text(64, { nullable: true }),
    status: column.text(10),
    attempt: column.count({ default: 1 }),
    interruptions: column.count({ default: 0 }),
    text: column.text(),
    errorCode: column.text(30, { nullable: true }),
    receipt: column.json({ nullable: true }),
    promptEstimate: column.count({ default: 0 }),
    historyEnd: column.count({ nullable: true }),
    sealedAt: column.instant({ nullable: true }),
    cancelledAt: column.instant({ nullable: true }),
    entryIndex: column.count({ nullable: true }),
    regeneratesIndex: column.count({ nullable: true }),
    regeneratesVersion: column.count({ nullable: true }),
    owner: column.text(36, { default: '' }),
    resumeAt: column.text(undefined, { nullable: true }),
    leaseUntil: column.instant(),
    createdAt: column.instant(),
    finishedAt: column.instant({ nullable: true }),
  },
  indices: [
    // at most one active generation in a room, even with concurrent callers and instances
    { columns: ['roomId'], uniqueWhere: "status IN ('QUEUED', 'RUNNING')" },
    { columns: ['roomId', 'createdAt'] },
    { columns: ['status', 'leaseUntil'] },
    { columns: ['ownerId'] },
  ],
  references: [{ column: 'ownerId', table: 'users' }],
})
