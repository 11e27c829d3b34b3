import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const table = 'character_cards'
const columns = { form: 'varchar(10)', file_id: 'varchar(64)', file_bytes: 'bigint NOT NULL DEFAULT 0' }
const index = { name: 'ix_character_cards_file_id', columnNames: ['file_id'] }

export class AddCharacterCardForm1796500000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, type] of Object.entries(columns))
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`)
    await queryRunner.createIndex(table, new TableIndex(index))
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex(table, index.name)
    for (const name of Object.keys(columns)) await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`)
  }
}
