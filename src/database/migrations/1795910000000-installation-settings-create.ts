import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateInstallationSettings1795910000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'installation_settings',
      columns: { name: column.text(64, { primary: true }), value: column.text(), changedAt: column.instant() },
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('installation_settings')
  }
}
