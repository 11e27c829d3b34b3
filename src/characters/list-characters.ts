import type { EntityManager } from 'typeorm'
import { driverOf, quoted, Statement } from '../database/statements/conditions.js'
import type { Condition } from '../database/statements/conditions.js'
import { connection } from '../database/statements/page.js'
import type { Connection, PageRequest, PageRows } from '../database/statements/page.js'
import { selectPage, sizeOf } from '../database/statements/select-page.js'
import { nameOf, selectRows } from '../database/statements/select-rows.js'
import { CharacterTable, LikeTable } from '../database/tables/characters.js'
import { fittingRows, rereadIfDeleted } from '../result-bytes.js'
import type { Character } from './character.js'
import { searchKey } from './search-key.js'

export type CharacterOrder = 'OLDEST' | 'NEWEST' | 'MOST_LIKED'

export interface CharacterFilter {
  readonly search?: string
  readonly ownerId?: number
  readonly publicOnly: boolean
}

/** Without what only a search or a change needs. */
export type ListedCharacter = Omit<Character, 'nameKey' | 'hiddenByAdmin'>

const columns = [
  'id',
  'name',
  'greeting',
  'context',
  'imageUrl',
  'imageId',
  'isPublic',
  'ownerId',
  'createdAt',
  'updatedAt',
] as const
const listed = selectRows(CharacterTable, columns)
const listedPage = selectPage(CharacterTable, columns)
const likesOf =
  `(SELECT COUNT(*) FROM ${quoted(LikeTable.spec.name)}` +
  ` WHERE ${nameOf(LikeTable, 'characterId')} = ${quoted(CharacterTable.spec.name)}.${nameOf(CharacterTable, 'id')})`

/** One page of characters by keyset: by id either way, or by likes and then the older first. */
export async function listCharacters(
  em: EntityManager,
  filter: CharacterFilter,
  orderBy: CharacterOrder,
  request: PageRequest,
): Promise<Connection<ListedCharacter>> {
  return orderBy === 'MOST_LIKED' ? listMostLiked(em, filter, request) : listById(em, filter, orderBy, request)
}

async function listById(
  em: EntityManager,
  filter: CharacterFilter,
  orderBy: 'OLDEST' | 'NEWEST',
  request: PageRequest,
): Promise<Connection<ListedCharacter>> {
  const [afterId] = request.after ?? []
  const descending = orderBy === 'NEWEST'
  const where = conditionsOf(filter)
  if (afterId !== undefined) where.push({ column: 'id', is: descending ? '<' : '>', value: afterId })
  const rows = await listedPage(em, { where, orderBy: { column: 'id', descending } }, request)
  return connection(request, rows, ({ id }) => [id])
}

interface RankedRow {
  readonly id: number | string
  readonly likes: number | string
  readonly size: number
}

interface LikedCharacter {
  readonly character: ListedCharacter
  readonly likes: number
}

async function listMostLiked(
  em: EntityManager,
  filter: CharacterFilter,
  request: PageRequest,
): Promise<Connection<ListedCharacter>> {
  const { rows, hasMore } = await rereadIfDeleted(request, () => mostLiked(em, filter, request))
  const likes = new Map(rows.map((row) => [row.character.id, row.likes]))
  const page = { rows: rows.map(({ character }) => character), hasMore }
  return connection(request, page, ({ id }) => [likes.get(id) ?? 0, id])
}

async function mostLiked(
  em: EntityManager,
  filter: CharacterFilter,
  request: PageRequest,
): Promise<PageRows<LikedCharacter>> {
  const where = conditionsOf(filter)
  const statement = new Statement(driverOf(em))
  const { name } = CharacterTable.spec
  const ranked =
    `SELECT ${nameOf(CharacterTable, 'id')} AS "id", ${likesOf} AS "likes", ${sizeOf(CharacterTable, columns)} AS "size"` +
    ` FROM ${quoted(name)}${statement.where(CharacterTable, where)}`
  const [afterLikes, afterId] = request.after ?? []
  const after =
    afterLikes === undefined || afterId === undefined
      ? ''
      : ` WHERE "likes" < ${statement.placeholder(afterLikes)}` +
        ` OR ("likes" = ${statement.placeholder(afterLikes)} AND "id" > ${statement.placeholder(afterId)})`
  const limit = statement.placeholder(request.limit + 1)
  const found = await em.query<RankedRow[]>(
    `SELECT * FROM (${ranked}) AS ranked${after} ORDER BY "likes" DESC, "id" ASC LIMIT ${limit}`,
    statement.parameters,
  )
  const sizes = found.map(({ size }) => size)
  const kept = found
    .slice(0, fittingRows(sizes, request))
    .map(({ id, likes }) => ({ id: Number(id), likes: Number(likes) }))
  const ids = kept.map(({ id }) => id)
  const characters = await listed(em, { where: [...where, { column: 'id', is: 'in', values: ids }] })
  const byId = new Map(characters.map((character) => [character.id, character]))
  const rows = kept.flatMap(({ id, likes }) => {
    const character = byId.get(id)
    return character ? [{ character, likes }] : []
  })
  return { rows, hasMore: found.length > kept.length }
}

function conditionsOf({ publicOnly, ownerId, search }: CharacterFilter): Condition<Character>[] {
  const where: Condition<Character>[] = []
  if (publicOnly) where.push({ column: 'isPublic', is: '=', value: true })
  if (ownerId !== undefined) where.push({ column: 'ownerId', is: '=', value: ownerId })
  if (search !== undefined) where.push({ column: 'nameKey', is: 'like', value: containing(search) })
  return where
}

/** A pattern of LIKE; a percent sign in the text is a percent sign. */
function containing(text: string): string {
  const literal = searchKey(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)
  return `%${literal}%`
}
