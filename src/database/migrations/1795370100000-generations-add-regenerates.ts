import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddGenerationRegenerates1795370100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations ADD COLUMN regenerates_index bigint')
    await queryRunner.query('ALTER TABLE generations ADD COLUMN regenerates_version bigint')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations DROP COLUMN regenerates_index')
    await queryRunner.query('ALTER TABLE generations DROP COLUMN regenerates_version')
  }
}
