import type { MigrationInterface, QueryRunner } from 'typeorm'

const columns = {
  models: 'text',
  messages_per_day: 'bigint',
  tokens_per_month: 'bigint',
  messages_used: 'bigint NOT NULL DEFAULT 0',
  messages_ends_at: 'bigint NOT NULL DEFAULT 0',
  tokens_used: 'bigint NOT NULL DEFAULT 0',
  tokens_ends_at: 'bigint NOT NULL DEFAULT 0',
}

export class AddApiKeyLimits1795800000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, type] of Object.entries(columns))
      await queryRunner.query(`ALTER TABLE api_keys ADD COLUMN ${name} ${type}`)
    // without a reference: a completion is charged to the account even if its key is revoked
    await queryRunner.query('ALTER TABLE open_completions ADD COLUMN key_id bigint')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE open_completions DROP COLUMN key_id')
    for (const name of Object.keys(columns)) await queryRunner.query(`ALTER TABLE api_keys DROP COLUMN ${name}`)
  }
}
