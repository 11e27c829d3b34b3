import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateShareLinks1796400000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'share_links',
      columns: {
        id: column.text(22, { primary: true }),
        ownerId: column.ref(),
        roomId: column.ref(),
        title: column.text(200, { nullable: true }),
        character: column.text(100, { nullable: true }),
        entries: column.json(),
        entryCount: column.count(),
        createdAt: column.instant(),
      },
      indices: [{ columns: ['ownerId', 'createdAt'] }, { columns: ['roomId'] }],
      references: [
        { column: 'ownerId', table: 'users' },
        { column: 'roomId', table: 'rooms' },
      ],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('share_links')
  }
}
