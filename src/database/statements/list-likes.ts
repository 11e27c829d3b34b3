import { type PageRequest, type Queries, selectStatement, Statement, toOwnValues, type Where } from '@parley/statements'
import type { Character } from '../../characters/character.js'
import type { Like } from '../../likes/like.js'
import { CharacterTable, LikeTable } from '../tables/characters.js'

const columns = ['id', 'userId', 'characterId', 'createdAt'] as const
const list = LikeTable.list(columns)

type Newest = Pick<PageRequest, 'after' | 'limit'>

/** The likes of an account for those characters that meet the conditions, newest first. */
export async function listLikesOfAccount(
  db: Queries,
  userId: number,
  { characters, after, limit }: Newest & { readonly characters: Where<Character> },
): Promise<Like[]> {
  const statement = selectStatement(db.driver, { table: LikeTable, list, where: { userId } })
  if (after !== undefined) statement.and(`id < ${statement.placeholder(after[0])}`)
  statement
    .and('EXISTS (SELECT 1 FROM characters WHERE characters.id = character_likes.character_id')
    .where(CharacterTable, characters)
    .add(`) ORDER BY id DESC LIMIT ${statement.placeholder(limit)}`)
  return likesOf(db, statement)
}

/** The newest likes of each character, at most `limit` for each, in no order. */
export async function listLikesOfEach(
  db: Queries,
  characterIds: readonly number[],
  { after: [before] = [Number.MAX_SAFE_INTEGER], limit }: Newest,
): Promise<Like[]> {
  const statement = new Statement(db.driver, `SELECT ${list} FROM (SELECT character_likes.* FROM `)
  const newest = (characterId: string) =>
    `FROM character_likes AS newest WHERE newest.character_id = ${characterId}` +
    ` AND newest.id < ${statement.placeholder(before)} ORDER BY newest.id DESC LIMIT ${statement.placeholder(limit)}`
  // both read each character by its index, and stop at the limit; neither engine can run the form of the other well
  if (db.driver === 'postgres')
    statement
      .add(`unnest(${statement.placeholder(characterIds)}::bigint[]) AS wanted(id)`)
      .add(` CROSS JOIN LATERAL (SELECT newest.* ${newest('wanted.id')}) AS character_likes`)
  else
    statement
      .add(`json_each(${statement.placeholder(JSON.stringify(characterIds))}) AS wanted`)
      .add(` JOIN character_likes ON character_likes.id IN (SELECT newest.id ${newest('wanted.value')})`)
  return likesOf(db, statement.add(') AS found'))
}

async function likesOf(db: Queries, statement: Statement): Promise<Like[]> {
  const { rows } = await db.run<Like>(statement, { columns })
  toOwnValues(rows, LikeTable, { columns, driver: db.driver })
  return rows
}
