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
import { hasCount, rankCharacters } from '../database/statements/rank-characters.js'
import { CharacterTable } from '../database/tables/characters.js'
import { type Character, type CharacterNotes, type CharacterOrder, characterTextNames } from './character.js'
import { termsToFind } from './character-terms.js'
import { hasTag } from './tags.js'

export interface CharacterFilter {
  /** Only names that contain it. */
  readonly search?: string
  /** Only with these words in name, tags or description, or one that begins as the last word does. */
  readonly words?: string | undefined
  /** Only with all of these. */
  readonly tags?: readonly string[]
  readonly ownerId?: number
  /** Both when unset, for an owner. */
  readonly isPublic?: boolean | undefined
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

/** The numbers of a cursor. */
export const cursorLength = (orderBy: CharacterOrder): number => (hasCount(orderBy) ? 2 : 1)

/** One page of characters by keyset: by id in either direction, or by a count and then the oldest first. */
export async function listCharacters(
  db: Queries,
  filter: CharacterFilter,
  orderBy: CharacterOrder,
  request: PageRequest,
): Promise<Connection<ListedCharacter>> {
  const { isPublic, ownerId, search, words, tags = [] } = filter
  // only public characters have search terms, and an account has few characters
  const isIndexed = ownerId === undefined || words !== undefined
  const terms = isIndexed ? termsToFind(words, tags) : []
  if (terms === undefined) return connection(request, { rows: [], hasMore: false }, ({ id }) => [id])
  const where = {
    ...(ownerId === undefined ? {} : { ownerId }),
    ...(search === undefined ? {} : { nameKey: containing(searchKey(search)) }),
  }
  const all = isIndexed || tags.length === 0 ? [where] : tags.map((tag) => ({ ...where, tagKeys: hasTag(tag) }))
  const [first, ...others] = all
  if (terms.length === 0 && !hasCount(orderBy) && others.length === 0)
    return listById(db, { ...first, ...(isPublic === undefined ? {} : { isPublic }) }, orderBy, request)
  return listRanked(db, { isPublic, where: all, terms }, orderBy, request)
}

async function listById(
  db: Queries,
  where: Conditions<Character>,
  orderBy: CharacterOrder,
  request: PageRequest,
): Promise<Connection<ListedCharacter>> {
  const direction = orderBy === 'NEWEST' ? 'desc' : 'asc'
  const selection = { where, orderBy: { id: direction }, after: request.after } as const
  const rows = await listedPage(db, selection, request)
  return connection(request, rows, ({ id }) => [id])
}

interface Ranked {
  readonly isPublic: boolean | undefined
  readonly where: readonly Conditions<Character>[]
  readonly terms: readonly string[]
}

async function listRanked(
  db: Queries,
  ranked: Ranked,
  orderBy: CharacterOrder,
  request: PageRequest,
): Promise<Connection<ListedCharacter>> {
  const { rows, hasMore } = await rereadIfDeleted(request, () => rankedRows(db, ranked, orderBy, request))
  const counts = new Map(rows.map((row) => [row.character.id, row.count]))
  const page = { rows: rows.map(({ character }) => character), hasMore }
  return connection(request, page, ({ id }) => (hasCount(orderBy) ? [counts.get(id) ?? 0, id] : [id]))
}

async function rankedRows(
  db: Queries,
  { isPublic, where, terms }: Ranked,
  order: CharacterOrder,
  request: PageRequest,
): Promise<PageRows<{ readonly character: ListedCharacter; readonly count: number }>> {
  const { after, limit } = request
  const found = await rankCharacters(db, { order, isPublic, where, terms, columns, after, limit: limit + 1 })
  const sizes = found.map(({ size }) => size)
  const kept = found.slice(0, fittingRows(sizes, request))
  const shown = { ...(isPublic === undefined ? {} : { isPublic }), id: oneOf(kept.map(({ id }) => id)) }
  const characters = await db.select(CharacterTable, shown, { columns })
  const byId = new Map(characters.map((character) => [character.id, character]))
  const rows = kept.flatMap(({ id, count }) => {
    const character = byId.get(id)
    return character ? [{ character, count }] : []
  })
  return { rows, hasMore: found.length > kept.length }
}
