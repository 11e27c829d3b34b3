import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateGenerations1795219200004 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'generations',
      columns: {
        id: column.text(36, { primary: true }),
        roomId: column.text(36),
        ownerId: column.ref(),
        message: column.text(),
        model: column.text(100),
        searchAccess: column.flag({ default: false }),
        status: column.text(10),
        attempt: column.count({ default: 1 }),
        text: column.text(),
        errorCode: column.text(30, { nullable: true }),
        receipt: column.json({ nullable: true }),
        sealedAt: column.instant({ nullable: true }),
        entryIndex: column.count({ nullable: true }),
        leaseUntil: column.instant(),
        createdAt: column.instant(),
        finishedAt: column.instant({ nullable: true }),
      },
      indices: [
        // at most one active generation in a room, even with concurrent callers and instances
        { columns: ['roomId'], uniqueWhere: "status IN ('QUEUED', 'RUNNING')" },
        { columns: ['roomId', 'createdAt'] },
        { columns: ['status', 'leaseUntil'] },
      ],
      references: [{ column: 'ownerId', table: 'users' }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('generations')
  }
}
