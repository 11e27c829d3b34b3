import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateRateLimits1795280700000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'rate_limits',
      columns: {
        key: column.text(100, { primary: true }),
        points: column.count(),
        expiresAt: column.instant(),
      },
      indices: [{ columns: ['expiresAt'] }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('rate_limits')
  }
}
