import { Table } from '@parley/statements'
import { imageColumns, roomImageColumns } from '../../images/image.js'

export const ImageTable = new Table({
  name: 'images',
  columns: imageColumns,
  indices: [{ columns: ['ownerId'] }, { columns: ['claimedAt'] }],
  references: [{ column: 'ownerId', table: 'users' }],
})

export const RoomImageTable = new Table({
  name: 'room_images',
  columns: roomImageColumns,
  unique: [['roomId', 'imageId']],
  indices: [{ columns: ['imageId'] }],
  references: [
    { column: 'roomId', table: 'rooms' },
    { column: 'imageId', table: 'images' },
  ],
})
