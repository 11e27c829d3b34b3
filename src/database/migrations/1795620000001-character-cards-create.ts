import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column } from '../columns.js'
import { createTable } from '../create-table.js'

export class CreateCharacterCards1795620000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'character_cards',
      columns: { id: column.id(), characterId: column.ref(), data: column.text() },
      unique: [['characterId']],
      references: [{ column: 'characterId', table: 'characters' }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('character_cards')
  }
}
