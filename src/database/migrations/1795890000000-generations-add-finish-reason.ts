import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddGenerationFinishReason1795890000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations ADD COLUMN finish_reason varchar(10)')
    await queryRunner.query('ALTER TABLE generations ADD COLUMN continues_from bigint')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations DROP COLUMN continues_from')
    await queryRunner.query('ALTER TABLE generations DROP COLUMN finish_reason')
  }
}
