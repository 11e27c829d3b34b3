import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

// for the queries of an account's deletion
const indices = [
  { table: 'rooms', name: 'ix_rooms_user_id', columnNames: ['user_id'] },
  { table: 'generations', name: 'ix_generations_owner_id', columnNames: ['owner_id'] },
]

export class CreatePurges1795280300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'purges',
      columns: {
        id: column.id(),
        kind: column.text(20),
        target: column.text(255),
        createdAt: column.instant(),
        attempts: column.count({ default: 0 }),
        dueAt: column.instant(),
        lease: column.text(36),
        leaseUntil: column.instant(),
      },
      unique: [['kind', 'target']],
      indices: [{ columns: ['dueAt'] }, { columns: ['lease'] }],
    })
    for (const { table, name, columnNames } of indices)
      await queryRunner.createIndex(table, new TableIndex({ name, columnNames }))
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const { table, name } of indices) await queryRunner.dropIndex(table, name)
    await queryRunner.dropTable('purges')
  }
}
