import { column, Table } from '@parley/statements'
import type { Character, KeptCard } from '../../characters/character.js'
import type { Like } from '../../likes/like.js'

export const CharacterTable = new Table<Character>({
  name: 'characters',
  columns: {
    id: column.id(),
    name: column.text(100),
    nameKey: column.text(),
    greeting: column.text(undefined, { nullable: true }),
    context: column.text(undefined, { nullable: true }),
    description: column.text(undefined, { nullable: true }),
    exampleDialogues: column.text(undefined, { nullable: true }),
    tags: column.json({ default: '[]' }),
    tagKeys: column.text(undefined, { default: '' }),
    imageUrl: column.text(500, { nullable: true }),
    imageId: column.text(64, { nullable: true }),
    isPublic: column.flag({ default: true, name: 'access_level' }),
    hiddenByAdmin: column.flag({ default: false }),
    ownerId: column.ref({ nullable: true, name: 'user_id' }),
    createdAt: column.instant(),
    updatedAt: column.instant(),
  },
  indices: [
    { columns: ['ownerId'] },
    { columns: ['isPublic', 'id'] },
    { columns: ['createdAt', 'id'] },
    { columns: ['imageId'] },
  ],
  references: [{ column: 'ownerId', table: 'users' }],
})

export const CharacterCardTable = new Table<KeptCard>({
  name: 'character_cards',
  columns: { id: column.id(), characterId: column.ref(), data: column.text() },
  unique: [['characterId']],
  references: [{ column: 'characterId', table: 'characters' }],
})

export const LikeTable = new Table<Like>({
  name: 'character_likes',
  columns: { id: column.id(), userId: column.ref(), characterId: column.ref(), createdAt: column.instant() },
  unique: [['userId', 'characterId']],
  indices: [{ columns: ['userId', 'id'] }, { columns: ['characterId', 'id'] }],
  references: [
    { column: 'userId', table: 'users' },
    { column: 'characterId', table: 'characters' },
  ],
})
