import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddGenerationInterruptions1795490740000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations ADD COLUMN interruptions bigint NOT NULL DEFAULT 0')
    await queryRunner.query('ALTER TABLE generations ADD COLUMN history_end bigint')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations DROP COLUMN interruptions')
    await queryRunner.query('ALTER TABLE generations DROP COLUMN history_end')
  }
}
