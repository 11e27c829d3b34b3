import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const index = 'ix_characters_created_at_id'

// the dashboard reads pages of all characters, newest first
export class IndexCharactersCreatedAt1795280500000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const columnNames = ['created_at', 'id']
    await queryRunner.createIndex('characters', new TableIndex({ name: index, columnNames }))
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex('characters', index)
  }
}
