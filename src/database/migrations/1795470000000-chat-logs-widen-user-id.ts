import type { MigrationInterface, QueryRunner } from 'typeorm'

/** A later room record may have a user id of 100 characters, and its log room is kept under the same text. */
export class WidenLogRoomUserId1795470000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(changeLength(queryRunner, 100))
  }

  /** On PostgreSQL an error while there are longer ones: cutting a user id off would give its room to another one. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(changeLength(queryRunner, 50))
  }
}

function changeLength({ manager }: QueryRunner, length: number): string {
  // PostgreSQL rewrites nothing for a longer varchar; libSQL changes the declaration, since SQLite holds no text to its length
  return manager.dataSource.options.type === 'postgres'
    ? `ALTER TABLE log_rooms ALTER COLUMN user_id TYPE varchar(${String(length)})`
    : `ALTER TABLE log_rooms ALTER COLUMN user_id TO user_id varchar(${String(length)}) NOT NULL`
}
