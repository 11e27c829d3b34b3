import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateLorebooks1796510000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'lorebooks',
      columns: {
        id: column.id(),
        ownerId: column.ref(),
        characterId: column.ref({ nullable: true }),
        name: column.text(200),
        data: column.text(),
        entryIds: column.json(),
        nextEntryId: column.count(),
        inEveryChatRoom: column.flag({ default: false }),
        version: column.count(),
        createdAt: column.instant(),
        updatedAt: column.instant(),
      },
      unique: [['characterId']],
      indices: [{ columns: ['ownerId', 'id'] }],
      references: [
        { column: 'ownerId', table: 'users' },
        { column: 'characterId', table: 'characters' },
      ],
    })
    await createTable(queryRunner, {
      name: 'lorebook_uses',
      columns: {
        id: column.id(),
        lorebookId: column.ref(),
        roomId: column.ref({ nullable: true }),
        characterId: column.ref({ nullable: true }),
      },
      unique: [
        ['lorebookId', 'roomId'],
        ['lorebookId', 'characterId'],
      ],
      indices: [{ columns: ['roomId'] }, { columns: ['characterId'] }],
      references: [
        { column: 'lorebookId', table: 'lorebooks' },
        { column: 'roomId', table: 'rooms' },
        { column: 'characterId', table: 'characters' },
      ],
    })
    await queryRunner.query('ALTER TABLE generations ADD COLUMN lore text')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations DROP COLUMN lore')
    await queryRunner.dropTable('lorebook_uses')
    await queryRunner.dropTable('lorebooks')
  }
}
