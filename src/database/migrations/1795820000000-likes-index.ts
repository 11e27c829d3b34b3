import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const table = 'character_likes'
const earlier = { name: 'ix_character_likes_character_id', columnNames: ['character_id'] }

// pages of the likes of an account and of a character, newest first
const indexes = [
  { name: 'ix_character_likes_user_id_id', columnNames: ['user_id', 'id'] },
  { name: 'ix_character_likes_character_id_id', columnNames: ['character_id', 'id'] },
]

export class IndexLikes1795820000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const index of indexes) await queryRunner.createIndex(table, new TableIndex(index))
    await queryRunner.dropIndex(table, earlier.name)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createIndex(table, new TableIndex(earlier))
    for (const { name } of indexes) await queryRunner.dropIndex(table, name)
  }
}
