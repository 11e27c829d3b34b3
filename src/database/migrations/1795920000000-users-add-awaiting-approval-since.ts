import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddUserAwaitingApprovalSince1795920000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users ADD COLUMN awaiting_approval_since bigint')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users DROP COLUMN awaiting_approval_since')
  }
}
