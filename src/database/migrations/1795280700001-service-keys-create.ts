import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateServiceKeys1795280700001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'service_keys',
      columns: {
        key: column.text(64, { primary: true }),
        bodyHash: column.text(64),
        resultId: column.text(100),
        createdAt: column.instant(),
      },
      indices: [{ columns: ['createdAt'] }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('service_keys')
  }
}
