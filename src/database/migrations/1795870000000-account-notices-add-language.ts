import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddAccountNoticeLanguage1795870000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE account_notices ADD COLUMN language varchar(2) NOT NULL DEFAULT 'en'")
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE account_notices DROP COLUMN language')
  }
}
