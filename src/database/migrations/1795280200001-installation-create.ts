import { randomUUID } from 'node:crypto'
import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateInstallation1795280200001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, { name: 'installation', columns: { id: column.text(36, { primary: true }) } })
    await queryRunner.query(`INSERT INTO installation (id) VALUES ('${randomUUID()}')`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('installation')
  }
}
