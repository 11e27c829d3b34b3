/** How a character or an account looks: a stored image, an address elsewhere, or neither. */
export interface Picture {
  readonly imageId: string | null
  /** Null beside an `imageId`. */
  readonly imageUrl: string | null
}

/** The keys of an input. An `imageId` counts before an `imageUrl`. */
export interface SentPicture {
  readonly imageId?: string | null | undefined
  readonly imageUrl?: string | null | undefined
}

/** A picture as an account names it. */
export interface ProfilePicture {
  readonly profileImageId: string | null
  readonly profileImageUrl: string | null
}
