import type { EntityManager } from 'typeorm'
import { connection } from '../database/page.js'
import type { Connection, PageRequest } from '../database/page.js'
import { selectRows } from '../database/select-rows.js'
import type { Condition } from '../database/conditions.js'
import { CharacterTable, LikeTable } from '../database/tables/characters.js'
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

const listed = selectRows(CharacterTable, [
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
])

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
  const where: Condition<Character>[] = []
  if (filter.publicOnly) where.push({ column: 'isPublic', is: '=', value: true })
  if (filter.ownerId !== undefined) where.push({ column: 'ownerId', is: '=', value: filter.ownerId })
  if (filter.search !== undefined) where.push({ column: 'nameKey', is: 'like', value: containing(filter.search) })
  if (afterId !== undefined) where.push({ column: 'id', is: descending ? '<' : '>', value: afterId })
  const rows = await listed(em, { where, orderBy: { column: 'id', descending }, limit: request.limit + 1 })
  return connection(request, rows, ({ id }) => [id])
}

async function listMostLiked(
  em: EntityManager,
  filter: CharacterFilter,
  request: PageRequest,
): Promise<Connection<ListedCharacter>> {
  const query = em.createQueryBuilder(CharacterTable, 'character').limit(request.limit + 1)
  if (filter.publicOnly) query.andWhere('character.isPublic = :isPublic', { isPublic: true })
  if (filter.ownerId !== undefined) query.andWhere('character.ownerId = :ownerId', { ownerId: filter.ownerId })
  if (filter.search !== undefined)
    query.andWhere(`character.nameKey LIKE :pattern ESCAPE '\\'`, { pattern: containing(filter.search) })
  const likes = query
    .subQuery()
    .select('COUNT(*)')
    .from(LikeTable, 'liked')
    .where('liked.characterId = character.id')
    .getQuery()
  const [afterLikes, afterId] = request.after ?? []
  if (afterLikes !== undefined && afterId !== undefined)
    query.andWhere(`(${likes} < :afterLikes OR (${likes} = :afterLikes AND character.id > :afterId))`, {
      afterLikes,
      afterId,
    })
  const { entities, raw } = await query
    .addSelect(likes, 'likes')
    .orderBy('likes', 'DESC')
    .addOrderBy('character.id', 'ASC')
    .getRawAndEntities<{ likes: number | string }>()
  const likesOf = new Map(entities.map((character, at) => [character.id, Number(raw[at]?.likes ?? 0)]))
  return connection(request, entities, ({ id }) => [likesOf.get(id) ?? 0, id])
}

/** A pattern of LIKE; a percent sign in the text is a percent sign. */
function containing(text: string): string {
  const literal = searchKey(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)
  return `%${literal}%`
}
