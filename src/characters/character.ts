/** A role a model can play. `isPublic` is the contract's access_level. Instants are epoch milliseconds. */
export interface Character {
  readonly id: number
  name: string
  /** Canonical form of the name, for searching without case. */
  nameKey: string
  greeting: string | null
  context: string | null
  /** An address elsewhere; null beside an `imageId`. */
  imageUrl: string | null
  /** A stored image. */
  imageId: string | null
  isPublic: boolean
  /** Made private by an admin: its owner cannot make it public again. */
  hiddenByAdmin: boolean
  readonly ownerId: number | null
  readonly createdAt: number
  updatedAt: number
}
