import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddInstallationKeyForm1795480000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE installation ADD COLUMN key_form bigint NOT NULL DEFAULT 0')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE installation DROP COLUMN key_form')
  }
}
