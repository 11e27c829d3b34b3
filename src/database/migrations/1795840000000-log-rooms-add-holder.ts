import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Whose a chat-log room is. Entries of rooms that are of no account leave the search index, which was made by user id. */
export class AddLogRoomHolder1795840000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("ALTER TABLE log_rooms ADD COLUMN holder varchar(10) NOT NULL DEFAULT 'service'")
    for (const [holder, owned] of [
      ['account', 'IS NOT NULL'],
      ['guest', 'IS NULL'],
    ] as const) {
      const records = `SELECT room_id FROM rooms WHERE owner_id ${owned}`
      await queryRunner.query(`UPDATE log_rooms SET holder = '${holder}' WHERE id IN (${records})`)
    }
    const entry = queryRunner.manager.dataSource.options.type === 'postgres' ? 'entry_id' : 'rowid'
    const foreign = "SELECT id FROM log_entries WHERE room_id IN (SELECT id FROM log_rooms WHERE holder <> 'account')"
    await queryRunner.query(`DELETE FROM log_search WHERE ${entry} IN (${foreign})`)
    // the rooms of an account are found by their owner
    await queryRunner.query('DROP INDEX ix_rooms_user_id')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE INDEX ix_rooms_user_id ON rooms (user_id)')
    await queryRunner.query('ALTER TABLE log_rooms DROP COLUMN holder')
    // the index of an earlier release has the entries of every room
    await queryRunner.query('UPDATE installation SET unindexed_to = (SELECT COALESCE(MAX(id), 0) FROM log_entries)')
  }
}
