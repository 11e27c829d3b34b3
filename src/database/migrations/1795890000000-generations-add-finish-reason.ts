import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddGenerationFinishReason1795890000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations ADD COLUMN finish_reason varchar(10)')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations DROP COLUMN finish_reason')
  }
}
