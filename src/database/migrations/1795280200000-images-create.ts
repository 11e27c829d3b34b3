import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm'
import { column, createTable } from '@parley/statements'

const showing = [
  { table: 'users', column: 'profile_image_id' },
  { table: 'characters', column: 'image_id' },
]

export class CreateImages1795280200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'images',
      columns: {
        id: column.text(64, { primary: true }),
        ownerId: column.ref(),
        contentType: column.text(20),
        bytes: column.count(),
        width: column.count(),
        height: column.count(),
        createdAt: column.instant(),
        claimedAt: column.instant(),
      },
      indices: [{ columns: ['ownerId'] }, { columns: ['claimedAt'] }],
      references: [{ column: 'ownerId', table: 'users' }],
    })
    // in SQL: TypeORM would recreate the SQLite table, and dropping the old one deletes the rows that refer to it
    for (const { table, column: name } of showing) {
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN ${name} varchar(64)`)
      await queryRunner.createIndex(table, new TableIndex({ name: `ix_${table}_${name}`, columnNames: [name] }))
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const { table, column: name } of showing) {
      await queryRunner.dropIndex(table, `ix_${table}_${name}`)
      await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`)
    }
    await queryRunner.dropTable('images')
  }
}
