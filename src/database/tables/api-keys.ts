import { column, Table } from '@parley/statements'
import type { ApiKey } from '../../api-keys/api-key.js'

export const ApiKeyTable = new Table<ApiKey>({
  name: 'api_keys',
  columns: {
    id: column.id(),
    userId: column.ref(),
    name: column.text(100),
    prefix: column.text(20),
    keyHash: column.text(64),
    createdAt: column.instant(),
    lastUsedAt: column.instant({ nullable: true }),
    expiresAt: column.instant({ nullable: true }),
    models: column.json({ nullable: true }),
    messagesPerDay: column.count({ nullable: true }),
    tokensPerMonth: column.count({ nullable: true }),
    messagesUsed: column.count({ default: 0 }),
    messagesEndsAt: column.instant({ default: 0 }),
    tokensUsed: column.count({ default: 0 }),
    tokensEndsAt: column.instant({ default: 0 }),
  },
  unique: [['keyHash']],
  indices: [{ columns: ['userId'] }],
  references: [{ column: 'userId', table: 'users' }],
})
