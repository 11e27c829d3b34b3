import { Table } from '@parley/statements'
import { passageColumns, passageIndexColumns, postingsColumns } from '../../passages/passage.js'

const references = [{ column: 'fileId', table: 'files' }] as const

export const PassageTable = new Table({
  name: 'passages',
  columns: passageColumns,
  unique: [['fileId', 'ordinal']],
  references,
})

export const PassageIndexTable = new Table({ name: 'passage_indexes', columns: passageIndexColumns, references })

export const PostingsTable = new Table({
  name: 'passage_postings',
  columns: postingsColumns,
  indices: [{ columns: ['fileId'] }],
  references,
})
