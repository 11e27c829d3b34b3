import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddSocialIdentitySignedInAt1795960100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE social_identities ADD COLUMN signed_in_at bigint')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE social_identities DROP COLUMN signed_in_at')
  }
}
