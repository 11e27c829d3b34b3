import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateCharacters1795219200001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'characters',
      columns: {
        id: column.id(),
        name: column.text(100),
        nameKey: column.text(),
        greeting: column.text(undefined, { nullable: true }),
        context: column.text(undefined, { nullable: true }),
        imageUrl: column.text(500, { nullable: true }),
        isPublic: column.flag({ default: true, name: 'access_level' }),
        ownerId: column.ref({ nullable: true, name: 'user_id' }),
        createdAt: column.instant(),
        updatedAt: column.instant(),
      },
      indices: [{ columns: ['ownerId'] }, { columns: ['isPublic', 'id'] }],
      references: [{ column: 'ownerId', table: 'users' }],
    })
    await createTable(queryRunner, {
      name: 'character_likes',
      columns: { id: column.id(), userId: column.ref(), characterId: column.ref(), createdAt: column.instant() },
      unique: [['userId', 'characterId']],
      indices: [{ columns: ['characterId'] }],
      references: [
        { column: 'userId', table: 'users' },
        { column: 'characterId', table: 'characters' },
      ],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('character_likes')
    await queryRunner.dropTable('characters')
  }
}
