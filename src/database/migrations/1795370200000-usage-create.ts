import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateUsage1795370200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'usage_counts',
      columns: {
        id: column.id(),
        userId: column.ref(),
        measure: column.text(10),
        endsAt: column.instant(),
        used: column.count(),
      },
      unique: [['userId', 'measure', 'endsAt']],
      indices: [{ columns: ['endsAt'] }],
      references: [{ column: 'userId', table: 'users' }],
    })
    await createTable(queryRunner, {
      name: 'open_completions',
      columns: {
        id: column.text(36, { primary: true }),
        userId: column.ref(),
        tokens: column.count({ default: 0 }),
        leaseUntil: column.instant(),
      },
      indices: [{ columns: ['userId'] }, { columns: ['leaseUntil'] }],
      references: [{ column: 'userId', table: 'users' }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('open_completions')
    await queryRunner.dropTable('usage_counts')
  }
}
