import type { MigrationInterface, QueryRunner } from 'typeorm'

const tables = ['users', 'generations']

export class AddUserTimeZone1795891000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of tables) await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN time_zone varchar(64)`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of tables) await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN time_zone`)
  }
}
