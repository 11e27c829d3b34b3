import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddGenerationSources1796300000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations ADD COLUMN web_search text')
    await queryRunner.query('ALTER TABLE generations ADD COLUMN sources text')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations DROP COLUMN sources')
    await queryRunner.query('ALTER TABLE generations DROP COLUMN web_search')
  }
}
