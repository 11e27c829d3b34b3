import { column, Table } from '@parley/statements'
import type { Image, RoomImage } from '../../images/image.js'

export const ImageTable = new Table<Image>({
  name: 'images',
  columns: {
    id: column.text(64, { primary: true }),
    ownerId: column.ref(),
    contentType: column.text(20),
    bytes: column.count(),
    width: column.count(),
    height: column.count(),
    createdAt: column.instant(),
    claimedAt: column.instant(),
  },
  indices: [{ columns: ['ownerId'] }, { columns: ['claimedAt'] }],
  references: [{ column: 'ownerId', table: 'users' }],
})

export const RoomImageTable = new Table<RoomImage>({
  name: 'room_images',
  columns: { id: column.id(), roomId: column.ref(), imageId: column.text(64) },
  unique: [['roomId', 'imageId']],
  indices: [{ columns: ['imageId'] }],
  references: [
    { column: 'roomId', table: 'rooms' },
    { column: 'imageId', table: 'images' },
  ],
})
