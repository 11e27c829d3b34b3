import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddGenerationPromptEstimate1795370200001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations ADD COLUMN prompt_estimate bigint NOT NULL DEFAULT 0')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations DROP COLUMN prompt_estimate')
  }
}
