import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddGenerationOwner1795500000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE generations ADD COLUMN owner varchar(36) NOT NULL DEFAULT ''")
    await queryRunner.query('ALTER TABLE generations ADD COLUMN resume_at text')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations DROP COLUMN owner')
    await queryRunner.query('ALTER TABLE generations DROP COLUMN resume_at')
  }
}
