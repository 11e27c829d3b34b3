import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddGenerationCancelledAt1795700000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations ADD COLUMN cancelled_at bigint')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations DROP COLUMN cancelled_at')
  }
}
