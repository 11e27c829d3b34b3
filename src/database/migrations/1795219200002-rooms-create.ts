import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateRooms1795219200002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'rooms',
      columns: {
        id: column.id(),
        roomId: column.text(36),
        kind: column.text(10),
        ownerId: column.ref({ nullable: true }),
        userId: column.text(100),
        characterId: column.ref({ nullable: true }),
        name: column.text(200, { nullable: true, name: 'room_name' }),
        roomType: column.text(50, { nullable: true }),
        createdAt: column.instant(),
        updatedAt: column.instant(),
      },
      unique: [['roomId']],
      indices: [{ columns: ['ownerId', 'id'] }, { columns: ['characterId'] }],
      references: [
        { column: 'ownerId', table: 'users' },
        { column: 'characterId', table: 'characters' },
      ],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('rooms')
  }
}
