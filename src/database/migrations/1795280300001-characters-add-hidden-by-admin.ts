import type { MigrationInterface, QueryRunner } from 'typeorm'

// in SQL: TypeORM would recreate the SQLite table, and dropping the old one deletes rooms and likes
export class AddCharacterHiddenByAdmin1795280300001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const no = queryRunner.manager.dataSource.options.type === 'postgres' ? 'false' : '0'
    await queryRunner.query(`ALTER TABLE characters ADD COLUMN hidden_by_admin boolean NOT NULL DEFAULT ${no}`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE characters DROP COLUMN hidden_by_admin')
  }
}
