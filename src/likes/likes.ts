import type { Characters } from '../characters/characters.js'
import type { Character } from '../characters/character.js'
import { countRows } from '../database/statements/count-rows.js'
import type { Database } from '../database/database.js'
import { selectRows } from '../database/statements/select-rows.js'
import { LikeTable } from '../database/tables/characters.js'
import { isUniqueViolation } from '../database/translate-error.js'
import type { Caller, UserCaller } from '../users/caller.js'
import type { Like } from './like.js'

const likeCounts = countRows(LikeTable, 'characterId')
const likesOf = selectRows(LikeTable, ['characterId'])

type LikePair = Pick<Like, 'userId' | 'characterId'>

/** Who likes what: one like per user and character. */
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
    return this.database.read((em) => likeCounts(em, characterIds))
  }

  /** In the order of the ids: for batching. */
  async likedBy(caller: Caller, characterIds: readonly number[]): Promise<boolean[]> {
    if (caller.kind !== 'user') return characterIds.map(() => false)
    const rows = await this.database.read((em) =>
      likesOf(em, {
        where: [
          { column: 'userId', is: '=', value: caller.id },
          { column: 'characterId', is: 'in', values: characterIds },
        ],
      }),
    )
    const liked = new Set(rows.map(({ characterId }) => characterId))
    return characterIds.map((id) => liked.has(id))
  }

  async #add(pair: LikePair): Promise<boolean> {
    try {
      return await this.database.write(async (em) => {
        if (await em.existsBy(LikeTable, pair)) return false
        await em.insert(LikeTable, { ...pair, createdAt: this.clock() })
        return true
      })
    } catch (error) {
      // the same like at the same moment was first
      if (isUniqueViolation(error, 'character_likes')) return false
      throw error
    }
  }

  #remove(pair: LikePair): Promise<boolean> {
    return this.database.write(async (em) => ((await em.delete(LikeTable, pair)).affected ?? 0) > 0)
  }
}
