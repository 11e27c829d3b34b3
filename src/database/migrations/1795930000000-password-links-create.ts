import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreatePasswordLinks1795930000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'password_links',
      columns: { id: column.id(), userId: column.ref(), tokenHash: column.text(64), expiresAt: column.instant() },
      unique: [['userId'], ['tokenHash']],
      indices: [{ columns: ['expiresAt'] }],
      references: [{ column: 'userId', table: 'users' }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('password_links')
  }
}
