import type { MigrationInterface, QueryRunner } from 'typeorm'

/** Room records may have user ids of 100 characters, and their log rooms are stored under the same id. */
export class WidenLogRoomUserId1795470000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(changeLength(queryRunner, 100))
  }

  /** On PostgreSQL this fails while longer user ids exist: a truncated id could be that of another user. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(changeLength(queryRunner, 50))
  }
}

function changeLength({ manager }: QueryRunner, length: number): string {
  // PostgreSQL rewrites no rows for a longer varchar; for SQLite only the declaration changes, since it enforces no
  // length
  return manager.dataSource.options.type === 'postgres'
    ? `ALTER TABLE log_rooms ALTER COLUMN user_id TYPE varchar(${String(length)})`
    : `ALTER TABLE log_rooms ALTER COLUMN user_id TO user_id varchar(${String(length)}) NOT NULL`
}
