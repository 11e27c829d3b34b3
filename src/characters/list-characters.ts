import { fittingRows, rereadIfDeleted, searchKey } from '@parley/runtime'
import {
  type Conditions,
  connection,
  type Connection,
  containing,
  oneOf,
  type PageRequest,
  type PageRows,
  type Queries,
  selectPage,
} from '@parley/statements'
import { rankCharacters } from '../database/statements/rank-characters.js'
import { CharacterTable } from '../database/tables/characters.js'
import { type Character, type CharacterNotes, type CharacterOrder, characterTextNames } from './character.js'
import { hasTag } from './tags.js'

export interface CharacterFilter {
  readonly search?: string
  readonly tag?: string | undefined
  readonly ownerId?: number
  readonly publicOnly: boolean
}

/** Without the fields that only a search, a change or a conversation needs. */
export type ListedCharacter = Omit<Character, 'nameKey' | 'tagKeys' | keyof CharacterNotes>

const columns = [
  'id',
  'name',
  'nickname',
  ...characterTextNames,
  'tags',
  'imageUrl',
  'imageId',
  'isPublic',
  'hiddenByAdmin',
  'hiddenReason',
  'ownerId',
  'createdAt',
  'updatedAt',
] as const
const listedPage = selectPage(CharacterTable, columns)

/** One page of characters by keyset: by id in either direction, or by likes and then the oldest first. */
export async function listCharacters(
  db: Queries,
  filter: CharacterFilter,
  orderBy: CharacterOrder,
  request: PageRequest,
): Promise<Connection<ListedCharacter>> {
  return orderBy === 'MOST_LIKED' ? listMostLiked(db, filter, request) : listById(db, filter, orderBy, request)
}

async function listById(
  db: Queries,
  filter: CharacterFilter,
  orderBy: Exclude<CharacterOrder, 'MOST_LIKED'>,
  request: PageRequest,
): Promise<Connection<ListedCharacter>> {
  const direction = orderBy === 'NEWEST' ? 'desc' : 'asc'
  const selection = { where: conditionsOf(filter), orderBy: { id: direction }, after: request.after } as const
  const rows = await listedPage(db, selection, request)
  return connection(request, rows, ({ id }) => [id])
}

async function listMostLiked(
  db: Queries,
  filter: CharacterFilter,
  request: PageRequest,
): Promise<Connection<ListedCharacter>> {
  const { rows, hasMore } = await rereadIfDeleted(request, () => mostLiked(db, filter, request))
  const likes = new Map(rows.map((row) => [row.character.id, row.likes]))
  const page = { rows: rows.map(({ character }) => character), hasMore }
  return connection(request, page, ({ id }) => [likes.get(id) ?? 0, id])
}

async function mostLiked(
  db: Queries,
  filter: CharacterFilter,
  request: PageRequest,
): Promise<PageRows<{ readonly character: ListedCharacter; readonly likes: number }>> {
  const where = conditionsOf(filter)
  const { after, limit } = request
  const found = await rankCharacters(db, { where, columns, after, limit: limit + 1 })
  const sizes = found.map(({ size }) => size)
  const kept = found.slice(0, fittingRows(sizes, request))
  const ids = kept.map(({ id }) => id)
  const characters = await db.select(CharacterTable, { ...where, id: oneOf(ids) }, { columns })
  const byId = new Map(characters.map((character) => [character.id, character]))
  const rows = kept.flatMap(({ id, likes }) => {
    const character = byId.get(id)
    return character ? [{ character, likes }] : []
  })
  return { rows, hasMore: found.length > kept.length }
}

function conditionsOf({ publicOnly, ownerId, search, tag }: CharacterFilter): Conditions<Character> {
  return {
    ...(publicOnly ? { isPublic: true } : {}),
    ...(ownerId === undefined ? {} : { ownerId }),
    ...(search === undefined ? {} : { nameKey: containing(searchKey(search)) }),
    ...(tag === undefined ? {} : { tagKeys: hasTag(tag) }),
  }
}
