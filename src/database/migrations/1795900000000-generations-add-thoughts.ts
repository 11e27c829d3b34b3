import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddGenerationThoughts1795900000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations ADD COLUMN thoughts text')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations DROP COLUMN thoughts')
  }
}
