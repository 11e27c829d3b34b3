/** What is taken and what is served (contract: images.2). */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif'

/** A stored image; its bytes are in the image store under the same id. Instants are epoch milliseconds. */
export interface Image {
  /** 22 letters of base64url, random: a client that has it can fetch the image. */
  readonly id: string
  readonly ownerId: number
  readonly contentType: ImageType
  /** Of the stored file. */
  readonly bytes: number
  /** In pixels, as shown. */
  readonly width: number
  readonly height: number
  readonly createdAt: number
  /** When it was stored or last put to use: for an hour from then on no sweep deletes it. */
  claimedAt: number
}
