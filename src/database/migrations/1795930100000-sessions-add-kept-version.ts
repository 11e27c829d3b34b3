import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddSessionKeptVersion1795930100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sessions ADD COLUMN kept_version bigint')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sessions DROP COLUMN kept_version')
  }
}
