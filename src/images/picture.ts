/** The picture of a character or an account: a stored image, a URL elsewhere, or neither. */
export interface Picture {
  readonly imageId: string | null
  /** Null when `imageId` is set. */
  readonly imageUrl: string | null
}

/** The keys of an input. `imageId` takes precedence over `imageUrl`. */
export interface SentPicture {
  readonly imageId?: string | null | undefined
  readonly imageUrl?: string | null | undefined
}

/** The picture under the keys of an account. */
export interface ProfilePicture {
  readonly profileImageId: string | null
  readonly profileImageUrl: string | null
}
