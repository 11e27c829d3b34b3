import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddPurgeLastError1795290300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE purges ADD COLUMN last_error varchar(30)')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE purges DROP COLUMN last_error')
  }
}
