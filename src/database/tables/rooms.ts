import { column, Table } from '@parley/statements'
import type { Room, RoomKey } from '../../rooms/room.js'

export const RoomTable = new Table<Room>({
  name: 'rooms',
  columns: {
    id: column.id(),
    roomId: column.text(36),
    kind: column.text(10),
    ownerId: column.ref({ nullable: true }),
    userId: column.text(100),
    characterId: column.ref({ nullable: true }),
    name: column.text(200, { nullable: true, name: 'room_name' }),
    roomType: column.text(50, { nullable: true }),
    instructions: column.text(undefined, { nullable: true }),
    model: column.text(64, { nullable: true }),
    sampling: column.json({ nullable: true }),
    archivedAt: column.instant({ nullable: true }),
    proposedTitle: column.text(200, { nullable: true }),
    createdAt: column.instant(),
    updatedAt: column.instant(),
  },
  unique: [['roomId']],
  indices: [{ columns: ['ownerId', 'id'] }, { columns: ['ownerId', 'updatedAt', 'id'] }, { columns: ['characterId'] }],
  references: [
    { column: 'ownerId', table: 'users' },
    { column: 'characterId', table: 'characters' },
  ],
})

/** The columns of a `RoomKey`, for reads of many rooms: the others can be long. */
export const roomKeyColumns: readonly (keyof RoomKey)[] = ['id', 'roomId', 'kind', 'userId', 'ownerId']
