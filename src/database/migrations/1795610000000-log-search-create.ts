import type { MigrationInterface, QueryRunner } from 'typeorm'

export class CreateLogSearch1795610000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of isPostgres(queryRunner) ? postgres : sqlite) await queryRunner.query(statement)
    await queryRunner.query('ALTER TABLE installation ADD COLUMN unindexed_to bigint NOT NULL DEFAULT 0')
    // entries up to this one are indexed in the background, the newest first
    await queryRunner.query('UPDATE installation SET unindexed_to = (SELECT COALESCE(MAX(id), 0) FROM log_entries)')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE installation DROP COLUMN unindexed_to')
    if (!isPostgres(queryRunner)) await queryRunner.query('DROP TRIGGER log_entries_search')
    await queryRunner.query('DROP TABLE log_search')
  }
}

// keys by entry id, without the text; the foreign key of log_entries activates the trigger too
const sqlite = [
  "CREATE VIRTUAL TABLE log_search USING fts5(keys, content='', contentless_delete=1, detail=none, tokenize='ascii')",
  'CREATE TRIGGER log_entries_search AFTER DELETE ON log_entries BEGIN DELETE FROM log_search WHERE rowid = old.id; END',
]

// without fastupdate a search never reads a list of pending keys
const postgres = [
  `CREATE TABLE log_search (
    entry_id bigint PRIMARY KEY REFERENCES log_entries (id) ON DELETE CASCADE,
    user_key bigint NOT NULL,
    keys bigint[] NOT NULL
  )`,
  'CREATE INDEX ix_log_search_user_key_entry_id ON log_search (user_key, entry_id)',
  'CREATE INDEX ix_log_search_keys ON log_search USING gin (keys) WITH (fastupdate = off)',
]

function isPostgres(queryRunner: QueryRunner): boolean {
  return queryRunner.manager.dataSource.options.type === 'postgres'
}
