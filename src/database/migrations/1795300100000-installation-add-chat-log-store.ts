import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddInstallationChatLogStore1795300100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE installation ADD COLUMN chat_log_store varchar(20) NOT NULL DEFAULT 'embedded'`,
    )
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE installation DROP COLUMN chat_log_store')
  }
}
