import {
  connection,
  type Connection,
  type Database,
  isUniqueViolation,
  oneOf,
  type PageArgs,
  pageRequest,
  type PageRequest,
  plus,
  type Queries,
} from '@parley/statements'
import type { Characters } from '../characters/characters.js'
import type { Character } from '../characters/character.js'
import { listLikesOfAccount, listLikesOfEach } from '../database/statements/list-likes.js'
import { CharacterRankTable, LikeTable } from '../database/tables/characters.js'
import type { Caller, UserCaller } from '../users/caller.js'
import type { Like } from './like.js'

type LikePair = Pick<Like, 'userId' | 'characterId'>

interface LikeChange {
  /** False when nothing changed. */
  readonly changed: boolean
  /** The like of the caller, if there is one afterwards. */
  readonly like: Like | null
}

export type LikePageArgs = Pick<PageArgs, 'first' | 'after'>
export type LikePage = Connection<Like>

export class Likes {
  constructor(
    private readonly database: Database,
    private readonly characters: Characters,
    private readonly clock: () => number,
  ) {}

  /** Throws NOT_FOUND for a character that the caller cannot see. */
  async set(
    caller: UserCaller,
    characterId: string,
    liked: boolean,
  ): Promise<LikeChange & { readonly character: Character }> {
    const character = await this.characters.require(caller, characterId)
    const pair = { userId: caller.id, characterId: character.id }
    return { ...(liked ? await this.#add(pair) : await this.#remove(pair)), character }
  }

  /** The caller's likes, newest first. A character that the caller can no longer see is left out. */
  async listOwn(caller: UserCaller, page: LikePageArgs): Promise<LikePage> {
    const request = pageRequest(page)
    const asked = { characters: this.characters.visibleTo(caller), after: request.after, limit: request.limit + 1 }
    return pageOf(request, await this.database.read((db) => listLikesOfAccount(db, caller.id, asked)))
  }

  /**
   * The likes of a character, newest first, for its owner and administrators; null for other callers. `load` reads the
   * page, by `pagesOf`.
   */
  listOf<Page>(
    caller: Caller,
    character: Pick<Character, 'id' | 'ownerId'>,
    load: (characterId: number) => Page,
  ): Page | null {
    return this.characters.forEditor(caller, character) && load(character.id)
  }

  /** One page of each character, in the order of the ids, for every caller; for batching. */
  async pagesOf(characterIds: readonly number[], page: LikePageArgs): Promise<LikePage[]> {
    const request = pageRequest(page)
    const asked = { after: request.after, limit: request.limit + 1 }
    const found = await this.database.read((db) => listLikesOfEach(db, characterIds, asked))
    const byCharacter = new Map(characterIds.map((id): [number, Like[]] => [id, []]))
    for (const like of found.sort((one, other) => other.id - one.id)) byCharacter.get(like.characterId)?.push(like)
    return characterIds.map((id) => pageOf(request, byCharacter.get(id) ?? []))
  }

  /** The number of likes per character, in the order of the ids; for batching. */
  async counts(characterIds: readonly number[]): Promise<number[]> {
    return this.database.read((db) => db.countEach(LikeTable, 'characterId', characterIds))
  }

  /** The number of conversations of other accounts per character, in the order of the ids; for batching. */
  async talks(characterIds: readonly number[]): Promise<number[]> {
    const where = { characterId: oneOf(characterIds) }
    const columns = ['characterId', 'talkCount'] as const
    const rows = await this.database.read((db) => db.select(CharacterRankTable, where, { columns }))
    const counts = new Map(rows.map(({ characterId, talkCount }) => [characterId, talkCount]))
    return characterIds.map((id) => counts.get(id) ?? 0)
  }

  /** Whether the caller likes each character, in the order of the ids; for batching. */
  async likedBy(caller: Caller, characterIds: readonly number[]): Promise<boolean[]> {
    if (caller.kind !== 'user') return characterIds.map(() => false)
    const rows = await this.database.read((db) =>
      db.select(LikeTable, { userId: caller.id, characterId: oneOf(characterIds) }),
    )
    const liked = new Set(rows.map(({ characterId }) => characterId))
    return characterIds.map((id) => liked.has(id))
  }

  async #add(pair: LikePair): Promise<LikeChange> {
    try {
      return await this.database.write(async (db) => {
        const earlier = await db.selectOne(LikeTable, pair)
        if (earlier) return { changed: false, like: earlier }
        const like = { ...pair, createdAt: this.clock() }
        const id = await db.insertReturningId(LikeTable, like)
        await this.#count(db, pair, 1)
        return { changed: true, like: { id, ...like } }
      })
    } catch (error) {
      // a concurrent call has stored the same like
      if (!isUniqueViolation(error, 'character_likes')) throw error
      const like = await this.database.read((db) => db.selectOne(LikeTable, pair))
      return { changed: false, like: like ?? null }
    }
  }

  async #remove(pair: LikePair): Promise<LikeChange> {
    const changed = await this.database.write(async (db) => {
      const isRemoved = (await db.delete(LikeTable, pair)) > 0
      if (isRemoved) await this.#count(db, pair, -1)
      return isRemoved
    })
    return { changed, like: null }
  }

  /** For lists in the order of likes. */
  async #count(db: Queries, { characterId }: LikePair, by: number): Promise<void> {
    await db.update(CharacterRankTable, { characterId }, { likeCount: plus(by) })
  }
}

/** A page of likes that were read with one row more than requested. */
function pageOf(request: PageRequest, found: readonly Like[]): LikePage {
  const rows = found.slice(0, request.limit)
  return connection(request, { rows, hasMore: found.length > rows.length }, ({ id }) => [id])
}
