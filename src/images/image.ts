/** The accepted and served types (contract: images.2, images.9). */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'

/** A stored image; its bytes are in the image store under the same id. Instants are epoch milliseconds. */
export interface Image {
  /** 22 random letters of base64url. A client that knows the id can fetch the image. */
  readonly id: string
  readonly ownerId: number
  readonly contentType: ImageType
  /** The size of the stored file. */
  readonly bytes: number
  /** In pixels, as shown. */
  readonly width: number
  readonly height: number
  readonly createdAt: number
  /** When it was stored or last claimed: no sweep deletes it in the hour after that. */
  claimedAt: number
}

/** An image of a message in a room: it is kept as long as the room. */
export interface RoomImage {
  readonly id: number
  /** The row of the room. */
  readonly roomId: number
  readonly imageId: string
}
