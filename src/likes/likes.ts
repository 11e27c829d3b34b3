import type { Characters } from '../characters/characters.js'
import type { Character } from '../characters/character.js'
import type { Database } from '../database/database.js'
import { oneOf } from '../database/statements/conditions.js'
import { LikeTable } from '../database/tables/characters.js'
import { isUniqueViolation } from '../database/translate-error.js'
import type { Caller, UserCaller } from '../users/caller.js'
import type { Like } from './like.js'

type LikePair = Pick<Like, 'userId' | 'characterId'>

/** Likes: at most one per user and character. */
export class Likes {
  constructor(
    private readonly database: Database,
    private readonly characters: Characters,
    private readonly clock: () => number,
  ) {}

  /** `changed` is false when it was so already. Throws NOT_FOUND for a character the caller cannot see. */
  async set(
    caller: UserCaller,
    characterId: string,
    liked: boolean,
  ): Promise<{ changed: boolean; character: Character }> {
    const character = await this.characters.require(caller, characterId)
    const pair = { userId: caller.id, characterId: character.id }
    const changed = liked ? await this.#add(pair) : await this.#remove(pair)
    return { changed, character }
  }

  /** In the order of the ids: for batching. */
  async counts(characterIds: readonly number[]): Promise<number[]> {
    return this.database.read((db) => db.countEach(LikeTable, 'characterId', characterIds))
  }

  /** In the order of the ids: for batching. */
  async likedBy(caller: Caller, characterIds: readonly number[]): Promise<boolean[]> {
    if (caller.kind !== 'user') return characterIds.map(() => false)
    const rows = await this.database.read((db) =>
      db.select(LikeTable, { userId: caller.id, characterId: oneOf(characterIds) }),
    )
    const liked = new Set(rows.map(({ characterId }) => characterId))
    return characterIds.map((id) => liked.has(id))
  }

  async #add(pair: LikePair): Promise<boolean> {
    try {
      return await this.database.write(async (db) => {
        if (await db.exists(LikeTable, pair)) return false
        await db.insert(LikeTable, { ...pair, createdAt: this.clock() })
        return true
      })
    } catch (error) {
      // the same like at the same moment was first
      if (isUniqueViolation(error, 'character_likes')) return false
      throw error
    }
  }

  #remove(pair: LikePair): Promise<boolean> {
    return this.database.write(async (db) => (await db.delete(LikeTable, pair)) > 0)
  }
}
