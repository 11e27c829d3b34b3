import type { Characters } from '../characters/characters.js'
import type { Character } from '../characters/character.js'
import type { Database } from '../database/database.js'
import { oneOf } from '../database/statements/conditions.js'
import { LikeTable } from '../database/tables/characters.js'
import { isUniqueViolation } from '../database/translate-error.js'
import type { Caller, UserCaller } from '../users/caller.js'
import type { Like } from './like.js'

type LikePair = Pick<Like, 'userId' | 'characterId'>

export class Likes {
  constructor(
    private readonly database: Database,
    private readonly characters: Characters,
    private readonly clock: () => number,
  ) {}

  /** `changed` is false when nothing changed. Throws NOT_FOUND for a character that the caller cannot see. */
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

  /** The number of likes per character, in the order of the ids; for batching. */
  async counts(characterIds: readonly number[]): Promise<number[]> {
    return this.database.read((db) => db.countEach(LikeTable, 'characterId', characterIds))
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

  async #add(pair: LikePair): Promise<boolean> {
    try {
      return await this.database.write(async (db) => {
        if (await db.exists(LikeTable, pair)) return false
        await db.insert(LikeTable, { ...pair, createdAt: this.clock() })
        return true
      })
    } catch (error) {
      // a concurrent call has stored the same like
      if (isUniqueViolation(error, 'character_likes')) return false
      throw error
    }
  }

  #remove(pair: LikePair): Promise<boolean> {
    return this.database.write(async (db) => (await db.delete(LikeTable, pair)) > 0)
  }
}
