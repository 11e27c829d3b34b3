import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class AddCharacterCardFields1795620000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE characters ADD COLUMN description text')
    await queryRunner.query('ALTER TABLE characters ADD COLUMN example_dialogues text')
    await queryRunner.query("ALTER TABLE characters ADD COLUMN tags text NOT NULL DEFAULT '[]'")
    await queryRunner.query("ALTER TABLE characters ADD COLUMN tag_keys text NOT NULL DEFAULT ''")
    await createTable(queryRunner, {
      name: 'character_cards',
      columns: { id: column.id(), characterId: column.ref(), data: column.text() },
      unique: [['characterId']],
      references: [{ column: 'characterId', table: 'characters' }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('character_cards')
    for (const column of ['description', 'example_dialogues', 'tags', 'tag_keys'])
      await queryRunner.query(`ALTER TABLE characters DROP COLUMN ${column}`)
  }
}
