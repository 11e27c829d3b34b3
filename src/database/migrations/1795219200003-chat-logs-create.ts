import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateChatLogs1795219200003 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'log_rooms',
      columns: {
        id: column.text(36, { primary: true }),
        kind: column.text(10),
        userId: column.text(50),
        lastIndex: column.count({ default: 0 }),
        createdAt: column.instant(),
      },
      indices: [{ columns: ['kind', 'userId'] }],
    })
    await createTable(queryRunner, {
      name: 'log_entries',
      columns: {
        id: column.id(),
        roomId: column.text(36),
        index: column.count({ name: 'entry_index' }),
        source: column.text(400, { nullable: true }),
        document: column.json(),
      },
      unique: [
        ['roomId', 'index'],
        ['roomId', 'source'],
      ],
      references: [{ column: 'roomId', table: 'log_rooms' }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('log_entries')
    await queryRunner.dropTable('log_rooms')
  }
}
