import { Table } from '@parley/statements'
import { purgeColumns } from '../../deletion/purge.js'

export const PurgeTable = new Table({
  name: 'purges',
  columns: purgeColumns,
  unique: [['kind', 'target']],
  indices: [{ columns: ['dueAt'] }, { columns: ['lease'] }],
})
