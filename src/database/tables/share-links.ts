import { Table } from '@parley/statements'
import { shareLinkColumns } from '../../share-links/share-link.js'

export const ShareLinkTable = new Table({
  name: 'share_links',
  columns: shareLinkColumns,
  indices: [{ columns: ['ownerId', 'createdAt'] }, { columns: ['roomId'] }],
  references: [
    { column: 'ownerId', table: 'users' },
    { column: 'roomId', table: 'rooms' },
  ],
})
