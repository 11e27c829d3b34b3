import { TableColumn, TableIndex } from 'typeorm'
import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, migrationColumn } from '../columns.js'
import { driverOf } from '../create-table.js'

const index = 'uq_log_rooms_kind_user_id_source'

export class AddLogRoomSource1795274400000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const source = migrationColumn('source', column.text(400, { nullable: true }), driverOf(queryRunner))
    await queryRunner.addColumn('log_rooms', new TableColumn(source))
    const columnNames = ['kind', 'user_id', 'source']
    await queryRunner.createIndex('log_rooms', new TableIndex({ name: index, columnNames, isUnique: true }))
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex('log_rooms', index)
    await queryRunner.dropColumn('log_rooms', 'source')
  }
}
