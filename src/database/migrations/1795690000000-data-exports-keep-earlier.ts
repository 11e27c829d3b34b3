import { TableIndex } from 'typeorm'
import type { MigrationInterface, QueryRunner } from 'typeorm'

const table = 'data_exports'
const columnNames = ['user_id']
const unique = 'uq_data_exports_user_id'
const index = 'ix_data_exports_user_id'

/** An archive is kept until the next one of its account is complete. */
export class KeepEarlierDataExport1795690000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex(table, unique)
    await queryRunner.createIndex(table, new TableIndex({ name: index, columnNames }))
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM data_exports')
    await queryRunner.dropIndex(table, index)
    await queryRunner.createIndex(table, new TableIndex({ name: unique, columnNames, isUnique: true }))
  }
}
