import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreatePersonas1796530000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'personas',
      columns: {
        id: column.id(),
        ownerId: column.ref(),
        name: column.text(100),
        description: column.text(),
        imageId: column.text(64, { nullable: true }),
        isDefault: column.flag({ default: false }),
        createdAt: column.instant(),
        updatedAt: column.instant(),
      },
      indices: [{ columns: ['ownerId', 'id'] }, { columns: ['imageId'] }],
      references: [{ column: 'ownerId', table: 'users' }],
    })
    await queryRunner.query('ALTER TABLE rooms ADD COLUMN persona_id bigint')
    await queryRunner.query('ALTER TABLE generations ADD COLUMN persona text')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE generations DROP COLUMN persona')
    await queryRunner.query('ALTER TABLE rooms DROP COLUMN persona_id')
    await queryRunner.dropTable('personas')
  }
}
