import { Table } from '@parley/statements'
import { characterColumns, keptCardColumns } from '../../characters/character.js'
import { characterRankColumns } from '../../characters/character-rank.js'
import { likeColumns } from '../../likes/like.js'

export const CharacterTable = new Table({
  name: 'characters',
  columns: characterColumns,
  indices: [
    { columns: ['ownerId'] },
    { columns: ['isPublic', 'id'] },
    { columns: ['createdAt', 'id'] },
    { columns: ['imageId'] },
  ],
  references: [{ column: 'ownerId', table: 'users' }],
})

export const CharacterCardTable = new Table({
  name: 'character_cards',
  columns: keptCardColumns,
  unique: [['characterId']],
  indices: [{ columns: ['fileId'] }],
  references: [{ column: 'characterId', table: 'characters' }],
})

export const LikeTable = new Table({
  name: 'character_likes',
  columns: likeColumns,
  unique: [['userId', 'characterId']],
  indices: [{ columns: ['userId', 'id'] }, { columns: ['characterId', 'id'] }],
  references: [
    { column: 'userId', table: 'users' },
    { column: 'characterId', table: 'characters' },
  ],
})

/** The migration makes the second and third index descend by their count. Triggers keep the search index, `character_search`. */
export const CharacterRankTable = new Table({
  name: 'character_ranks',
  columns: characterRankColumns,
  unique: [['characterId']],
  indices: [
    { columns: ['isPublic', 'characterId'] },
    { columns: ['isPublic', 'likeCount', 'characterId'] },
    { columns: ['isPublic', 'talkCount', 'characterId'] },
  ],
  references: [{ column: 'characterId', table: 'characters' }],
})
