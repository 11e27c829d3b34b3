import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const index = 'uq_log_rooms_kind_user_id_source'

// in SQL: TypeORM would recreate the SQLite table, and dropping the old one deletes its entries (in `down`)
export class AddLogRoomSource1795274400000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE log_rooms ADD COLUMN source varchar(400)')
    const columnNames = ['kind', 'user_id', 'source']
    await queryRunner.createIndex('log_rooms', new TableIndex({ name: index, columnNames, isUnique: true }))
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex('log_rooms', index)
    await queryRunner.query('ALTER TABLE log_rooms DROP COLUMN source')
  }
}
