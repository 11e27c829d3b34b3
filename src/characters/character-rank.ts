import { column, type RowOf } from '@parley/statements'

/**
 * What a list of characters is filtered and sorted by, apart from the long texts of a character. `talkCount` counts the
 * conversations that other accounts have had with it, those that were deleted since included: it only grows.
 */
export const characterRankColumns = {
  id: column.id(),
  characterId: column.ref(),
  /** That of the character. */
  isPublic: column.flag(),
  likeCount: column.count({ default: 0 }),
  talkCount: column.count({ default: 0 }),
  /** The keys of its search terms, separated by spaces: none of a private one, null until it is indexed. */
  terms: column.text(undefined, { nullable: true }),
}
export type CharacterRank = RowOf<typeof characterRankColumns>
