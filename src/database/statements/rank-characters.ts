import { type Queries, sizeOf, Statement, type Where } from '@parley/statements'
import type { Character } from '../../characters/character.js'
import { CharacterTable } from '../tables/characters.js'

interface Ranking {
  readonly where: Where<Character>
  /** The columns that count for `size`. */
  readonly columns: readonly (keyof Character)[]
  /** Likes and id of the character before the page. */
  readonly after: readonly number[] | undefined
  readonly limit: number
}

const likes = '(SELECT COUNT(*) FROM character_likes WHERE character_id = characters.id)'

/** Characters by number of likes, most first, then the oldest first. `size` is the bytes of the large columns. */
export async function rankCharacters(
  db: Queries,
  { where, columns, after, limit }: Ranking,
): Promise<Record<'id' | 'likes' | 'size', number>[]> {
  const statement = new Statement(db.driver)
  const size = sizeOf(CharacterTable, columns)
  statement.add(`SELECT * FROM (SELECT id, ${likes} AS likes, ${size} AS size FROM characters`)
  statement.where(CharacterTable, where).add(') AS ranked')
  const [afterLikes, afterId] = after ?? []
  if (afterLikes !== undefined && afterId !== undefined) {
    const [fewer, equal, id] = [afterLikes, afterLikes, afterId].map((value) => statement.placeholder(value))
    statement.add(` WHERE likes < ${fewer} OR (likes = ${equal} AND id > ${id})`)
  }
  statement.add(` ORDER BY likes DESC, id ASC LIMIT ${statement.placeholder(limit)}`)
  const { rows } = await db.run<Record<'id' | 'likes' | 'size', number | string>>(statement)
  return rows.map((row) => ({ id: Number(row.id), likes: Number(row.likes), size: Number(row.size) }))
}
