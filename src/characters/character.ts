/** A persona for a model. `isPublic` is the contract's access_level. Instants are epoch milliseconds. */
export interface Character {
  readonly id: number
  name: string
  /** Canonical form of the name, for case-insensitive search. */
  nameKey: string
  greeting: string | null
  context: string | null
  /** The URL of an image elsewhere; null when `imageId` is set. */
  imageUrl: string | null
  /** A stored image. */
  imageId: string | null
  isPublic: boolean
  /** Made private by an administrator, so its owner cannot make it public again. */
  hiddenByAdmin: boolean
  readonly ownerId: number | null
  readonly createdAt: number
  updatedAt: number
}
