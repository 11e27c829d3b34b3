import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateSocialIdentities1795280100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'social_identities',
      columns: {
        id: column.id(),
        userId: column.ref(),
        provider: column.text(50),
        subject: column.text(255),
        createdAt: column.instant(),
      },
      unique: [['provider', 'subject']],
      indices: [{ columns: ['userId'] }],
      references: [{ column: 'userId', table: 'users' }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('social_identities')
  }
}
