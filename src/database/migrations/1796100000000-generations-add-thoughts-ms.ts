import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddGenerationThoughtsMs1796100000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations ADD COLUMN thoughts_ms bigint')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations DROP COLUMN thoughts_ms')
  }
}
