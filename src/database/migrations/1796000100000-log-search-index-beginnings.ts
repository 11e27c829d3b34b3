import type { MigrationInterface, QueryRunner } from 'typeorm'

export class IndexBeginnings1796000100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // entries up to this one are indexed again in the background, the newest first
    await queryRunner.query('UPDATE installation SET unindexed_to = (SELECT COALESCE(MAX(id), 0) FROM log_entries)')
  }

  down(): Promise<void> {
    // the terms that an earlier release looks for are among those of this one
    return Promise.resolve()
  }
}
