import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddApiKeyScopes1795960200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE api_keys ADD COLUMN scopes text NOT NULL DEFAULT '["v1"]'`)
    // without a reference: a reply is charged to the account even if its key is revoked
    await queryRunner.query('ALTER TABLE generations ADD COLUMN key_id bigint')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations DROP COLUMN key_id')
    await queryRunner.query('ALTER TABLE api_keys DROP COLUMN scopes')
  }
}
