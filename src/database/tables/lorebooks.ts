import { Table } from '@parley/statements'
import { lorebookColumns, lorebookUseColumns } from '../../lorebooks/lorebook.js'

export const LorebookTable = new Table({
  name: 'lorebooks',
  columns: lorebookColumns,
  unique: [['characterId']],
  indices: [{ columns: ['ownerId', 'id'] }],
  references: [
    { column: 'ownerId', table: 'users' },
    { column: 'characterId', table: 'characters' },
  ],
})

export const LorebookUseTable = new Table({
  name: 'lorebook_uses',
  columns: lorebookUseColumns,
  unique: [
    ['lorebookId', 'roomId'],
    ['lorebookId', 'characterId'],
  ],
  indices: [{ columns: ['roomId'] }, { columns: ['characterId'] }],
  references: [
    { column: 'lorebookId', table: 'lorebooks' },
    { column: 'roomId', table: 'rooms' },
    { column: 'characterId', table: 'characters' },
  ],
})
