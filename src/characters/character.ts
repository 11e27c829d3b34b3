/** A persona for a model. `isPublic` is the contract's access_level. Instants are epoch milliseconds. */
export interface Character {
  readonly id: number
  name: string
  /** Canonical form of the name, for case-insensitive search. */
  nameKey: string
  greeting: string | null
  context: string | null
  /** For people who choose a character; no prompt contains it. */
  description: string | null
  /** Blocks that begin with `<START>`, of lines that begin with `{{user}}:` or `{{char}}:`. */
  exampleDialogues: string | null
  tags: readonly string[]
  /** Canonical forms of the tags, each between line breaks, for the filter of lists. */
  tagKeys: string
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

/** The fields of an imported card that a character does not have: JSON of keys of its `data`. */
export interface KeptCard {
  readonly id: number
  readonly characterId: number
  readonly data: string
}
