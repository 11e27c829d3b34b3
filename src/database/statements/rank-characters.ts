import { type Conditions, type Queries, sizeOf, Statement } from '@parley/statements'
import type { Character, CharacterOrder } from '../../characters/character.js'
import { CharacterRankTable, CharacterTable } from '../tables/characters.js'

interface Ranking {
  readonly order: CharacterOrder
  readonly isPublic: boolean | undefined
  /** Of the rows of characters, besides `isPublic`; all must hold. */
  readonly where: readonly Conditions<Character>[]
  /** The search terms that a character must have. */
  readonly terms: readonly string[]
  /** The columns that count for `size`. */
  readonly columns: readonly (keyof Character)[]
  /** The count, if the order has one, and the id of the character before the page. */
  readonly after: readonly number[] | undefined
  readonly limit: number
}

/** `count` is that of the order, or 0. */
export type RankedCharacter = Record<'id' | 'count' | 'size', number>

const counts = { MOST_LIKED: 'like_count', MOST_TALKED: 'talk_count', NEWEST: undefined, OLDEST: undefined } as const

/** Whether the order is by a count, whose cursors have it. */
export const hasCount = (order: CharacterOrder): boolean => counts[order] !== undefined

/**
 * Characters in an order: by a count, the highest first, and then the oldest first, or by id. `size` is the bytes of the
 * large columns. Each statement reads a range of an index of `character_ranks`, or the characters that have the terms.
 */
export async function rankCharacters(db: Queries, ranking: Ranking): Promise<RankedCharacter[]> {
  const { order, after, limit } = ranking
  const count = counts[order]
  if (count === undefined) {
    const [id] = after ?? []
    const [sign, direction] = order === 'NEWEST' ? ['<', 'DESC'] : ['>', 'ASC']
    const range = (sql: Statement) => (id === undefined ? sql : sql.and(`character_id ${sign} ${sql.placeholder(id)}`))
    return rowsOf(db, ranking, { range, orderBy: `character_id ${direction}`, limit })
  }
  const [afterCount, afterId] = after ?? []
  const orderBy = `${count} DESC, character_id ASC`
  if (afterCount === undefined || afterId === undefined)
    return rowsOf(db, ranking, { range: (sql) => sql, orderBy, limit })
  // two ranges: an index cannot be read from the middle of one of both
  const equal = await rowsOf(db, ranking, {
    range: (sql) => sql.and(`${count} = ${sql.placeholder(afterCount)} AND character_id > ${sql.placeholder(afterId)}`),
    orderBy: 'character_id ASC',
    limit,
  })
  if (equal.length === limit) return equal
  const fewer = await rowsOf(db, ranking, {
    range: (sql) => sql.and(`${count} < ${sql.placeholder(afterCount)}`),
    orderBy,
    limit: limit - equal.length,
  })
  return [...equal, ...fewer]
}

interface Range {
  readonly range: (statement: Statement) => Statement
  readonly orderBy: string
  readonly limit: number
}

async function rowsOf(
  db: Queries,
  { order, isPublic, where, terms, columns }: Ranking,
  { range, orderBy, limit }: Range,
): Promise<RankedCharacter[]> {
  const count = counts[order] ?? '0'
  const sql = new Statement(
    db.driver,
    `SELECT ranked.id, ranked.count, ${sizeOf(CharacterTable, columns)} AS size FROM`,
  )
  sql.add(` (SELECT character_id AS id, ${count} AS count FROM character_ranks`)
  if (isPublic !== undefined) sql.where(CharacterRankTable, { isPublic })
  range(sql)
  if (terms.length > 0) sql.and(`character_id IN (${withTerms(sql, terms)})`)
  for (const conditions of where)
    if (Object.keys(conditions).length > 0)
      sql.and('character_id IN (SELECT id FROM characters WHERE id > 0').where(CharacterTable, conditions).add(')')
  sql.add(` ORDER BY ${orderBy} LIMIT ${sql.placeholder(limit)}) AS ranked`)
  sql.add(' JOIN characters ON characters.id = ranked.id')
  const byId = order === 'NEWEST' ? 'DESC' : 'ASC'
  sql.add(` ORDER BY ranked.count DESC, ranked.id ${byId}`)
  const { rows } = await db.run<Record<keyof RankedCharacter, number | string>>(sql)
  return rows.map((row) => ({ id: Number(row.id), count: Number(row.count), size: Number(row.size) }))
}

function withTerms(sql: Statement, terms: readonly string[]): string {
  return sql.driver === 'sqlite'
    ? `SELECT rowid FROM character_search WHERE character_search MATCH ${sql.placeholder(terms.join(' '))}`
    : `SELECT character_id FROM character_search WHERE terms @> ${sql.placeholder(terms)}::text[]`
}
