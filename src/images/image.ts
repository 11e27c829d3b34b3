import { column, type RowOf } from '@parley/statements'

/** The accepted and served types (contract: images.2, images.9). */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'

/** A stored image; its bytes are in the file store under the same id. Instants are epoch milliseconds. */
export const imageColumns = {
  /** 22 random letters of base64url. A client that knows the id can fetch the image. */
  id: column.text(64, { primary: true }),
  ownerId: column.ref(),
  contentType: column.text<ImageType>(20),
  /** The size of the stored file. */
  bytes: column.count(),
  /** In pixels, as shown. */
  width: column.count(),
  height: column.count(),
  createdAt: column.instant(),
  /** When it was stored or last claimed: no sweep deletes it in the hour after that. */
  claimedAt: column.instant(),
}
export type Image = RowOf<typeof imageColumns>

/** An image of a message in a room: it is kept as long as the room. */
export const roomImageColumns = {
  id: column.id(),
  /** The row of the room. */
  roomId: column.ref(),
  imageId: column.text(64),
}
