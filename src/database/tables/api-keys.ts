import { Table } from '@parley/statements'
import { apiKeyColumns } from '../../api-keys/api-key.js'

export const ApiKeyTable = new Table({
  name: 'api_keys',
  columns: apiKeyColumns,
  unique: [['keyHash']],
  indices: [{ columns: ['userId'] }],
  references: [{ column: 'userId', table: 'users' }],
})
