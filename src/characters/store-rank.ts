import type { Queries } from '@parley/statements'
import { CharacterRankTable } from '../database/tables/characters.js'
import type { Character } from './character.js'
import { rankOf } from './character-terms.js'

type RankedCharacter = Pick<Character, 'id' | 'name' | 'description' | 'tags' | 'isPublic'>

/** Stores by what a list finds a character, in the transaction that has stored the character. Its counts stay. */
export async function storeRank(db: Queries, character: RankedCharacter): Promise<void> {
  const rank = rankOf(character)
  const counts = { likeCount: 0, talkCount: 0 }
  await db.insert(
    CharacterRankTable,
    { characterId: character.id, ...rank, ...counts },
    { columns: ['characterId'], replace: ['isPublic', 'terms'] },
  )
}
