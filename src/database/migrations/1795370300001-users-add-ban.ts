import type { MigrationInterface, QueryRunner } from 'typeorm'

// in SQL: TypeORM would recreate the SQLite table, and dropping the old one deletes the rows of all users
export class AddUserBan1795370300001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users ADD COLUMN banned_at bigint')
    await queryRunner.query('ALTER TABLE users ADD COLUMN banned_until bigint')
    await queryRunner.query('ALTER TABLE users ADD COLUMN ban_reason varchar(500)')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users DROP COLUMN ban_reason')
    await queryRunner.query('ALTER TABLE users DROP COLUMN banned_until')
    await queryRunner.query('ALTER TABLE users DROP COLUMN banned_at')
  }
}
