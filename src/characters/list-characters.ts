import type { EntityManager } from 'typeorm'
import { connection } from '../database/page.js'
import type { Connection, PageRequest } from '../database/page.js'
import { CharacterTable, LikeTable } from '../database/tables/characters.js'
import type { Character } from './character.js'
import { searchKey } from './search-key.js'

export type CharacterOrder = 'OLDEST' | 'NEWEST' | 'MOST_LIKED'

export interface CharacterFilter {
  readonly search?: string
  readonly ownerId?: number
  readonly publicOnly: boolean
}

/** One page of characters by keyset: by id either way, or by likes and then the older first. */
export async function listCharacters(
  em: EntityManager,
  filter: CharacterFilter,
  orderBy: CharacterOrder,
  request: PageRequest,
): Promise<Connection<Character>> {
  const query = em.createQueryBuilder(CharacterTable, 'character').limit(request.limit + 1)
  if (filter.publicOnly) query.andWhere('character.isPublic = :isPublic', { isPublic: true })
  if (filter.ownerId !== undefined) query.andWhere('character.ownerId = :ownerId', { ownerId: filter.ownerId })
  if (filter.search !== undefined)
    query.andWhere(`character.nameKey LIKE :pattern ESCAPE '\\'`, { pattern: `%${literal(searchKey(filter.search))}%` })

  if (orderBy !== 'MOST_LIKED') {
    const [afterId] = request.after ?? []
    const newest = orderBy === 'NEWEST'
    if (afterId !== undefined) query.andWhere(`character.id ${newest ? '<' : '>'} :afterId`, { afterId })
    const rows = await query.orderBy('character.id', newest ? 'DESC' : 'ASC').getMany()
    return connection(request, rows, ({ id }) => [id])
  }

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

/** LIKE without wildcards: a percent sign is a percent sign. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}
