import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateIdempotencyKeys1795219200005 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'idempotency_keys',
      columns: {
        id: column.id(),
        callerId: column.ref(),
        operation: column.text(50),
        key: column.text(255),
        bodyHash: column.text(64),
        resultId: column.text(100),
        createdAt: column.instant(),
      },
      unique: [['callerId', 'operation', 'key']],
      indices: [{ columns: ['createdAt'] }],
      references: [{ column: 'callerId', table: 'users' }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('idempotency_keys')
  }
}
