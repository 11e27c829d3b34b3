import { Table } from '@parley/statements'
import { roomColumns, type RoomKey } from '../../rooms/room.js'

export const RoomTable = new Table({
  name: 'rooms',
  columns: roomColumns,
  unique: [['roomId']],
  indices: [
    { columns: ['ownerId', 'id'] },
    { columns: ['ownerId', 'updatedAt', 'id'] },
    { columns: ['ownerId', 'pinnedAt'] },
    { columns: ['characterId'] },
    { columns: ['ownerId', 'testOf'], uniqueWhere: 'test_of IS NOT NULL' },
  ],
  references: [
    { column: 'ownerId', table: 'users' },
    { column: 'characterId', table: 'characters' },
  ],
})

/** The columns of a `RoomKey`, for reads of many rooms: the others can be long. */
export const roomKeyColumns: readonly (keyof RoomKey)[] = ['id', 'roomId', 'kind', 'userId', 'ownerId']
