import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateAuditLog1795940000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'audit_log',
      columns: {
        id: column.id(),
        occurredAt: column.instant(),
        action: column.text(40),
        actorKind: column.text(20),
        actorId: column.ref({ nullable: true }),
        actorName: column.text(100, { nullable: true }),
        ipAddress: column.text(45, { nullable: true }),
        targetKind: column.text(20),
        targetId: column.text(200),
        targetLabel: column.text(200, { nullable: true }),
        details: column.json(),
        searchText: column.text(),
      },
      indices: [
        { columns: ['occurredAt'] },
        { columns: ['actorId', 'id'] },
        { columns: ['targetKind', 'targetId', 'id'] },
      ],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('audit_log')
  }
}
