import { column, type RowOf } from '@parley/statements'

/** One user likes one character, at most once. */
export const likeColumns = {
  id: column.id(),
  userId: column.ref(),
  characterId: column.ref(),
  createdAt: column.instant(),
}
export type Like = RowOf<typeof likeColumns>
