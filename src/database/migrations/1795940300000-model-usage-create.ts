import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateModelUsage1795940300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'model_usage',
      columns: {
        id: column.id(),
        userId: column.ref(),
        endsAt: column.instant(),
        model: column.text(100),
        messages: column.count({ default: 0 }),
        tokens: column.count({ default: 0 }),
      },
      unique: [['userId', 'endsAt', 'model']],
      indices: [{ columns: ['endsAt'] }],
      references: [{ column: 'userId', table: 'users' }],
    })
    // completions that ran at the upgrade name no model
    await queryRunner.query("ALTER TABLE open_completions ADD COLUMN model varchar(100) NOT NULL DEFAULT ''")
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE open_completions DROP COLUMN model')
    await queryRunner.dropTable('model_usage')
  }
}
