import type { MigrationInterface, QueryRunner } from 'typeorm'

const columns = {
  default_instructions: 'text',
  default_model: 'varchar(64)',
  language: 'varchar(10)',
  theme: 'varchar(10)',
}

export class AddUserDefaults1796200000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, type] of Object.entries(columns))
      await queryRunner.query(`ALTER TABLE users ADD COLUMN ${name} ${type}`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(columns)) await queryRunner.query(`ALTER TABLE users DROP COLUMN ${name}`)
  }
}
