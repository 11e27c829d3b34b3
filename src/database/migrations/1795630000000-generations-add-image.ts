import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class AddGenerationImage1795630000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations ADD COLUMN image_id varchar(64)')
    await createTable(queryRunner, {
      name: 'room_images',
      columns: { id: column.id(), roomId: column.ref(), imageId: column.text(64) },
      unique: [['roomId', 'imageId']],
      indices: [{ columns: ['imageId'] }],
      references: [
        { column: 'roomId', table: 'rooms' },
        { column: 'imageId', table: 'images' },
      ],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('room_images')
    await queryRunner.query('ALTER TABLE generations DROP COLUMN image_id')
  }
}
