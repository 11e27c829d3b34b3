import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateAccountNotices1795830000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'account_notices',
      columns: {
        id: column.id(),
        userId: column.ref(),
        kind: column.text(20),
        email: column.text(100),
        mailbox: column.text(400),
        client: column.text(60),
        network: column.text(60),
        occurredAt: column.instant(),
        nonce: column.text(22),
        linkUntil: column.instant({ nullable: true }),
        attempts: column.count({ default: 0 }),
        nextAttemptAt: column.instant({ nullable: true }),
      },
      indices: [{ columns: ['userId'] }, { columns: ['mailbox', 'occurredAt'] }, { columns: ['nextAttemptAt'] }],
      references: [{ column: 'userId', table: 'users' }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('account_notices')
  }
}
