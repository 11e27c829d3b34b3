import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddSessionConfirmedAt1795940100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sessions ADD COLUMN confirmed_at bigint NOT NULL DEFAULT 0')
    await queryRunner.query('UPDATE sessions SET confirmed_at = created_at')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sessions DROP COLUMN confirmed_at')
  }
}
