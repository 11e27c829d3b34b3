import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

const references = [{ column: 'fileId', table: 'files' }] as const

export class CreatePassages1796610000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'passages',
      columns: {
        id: column.id(),
        fileId: column.text(64),
        ordinal: column.count(),
        text: column.text(),
        page: column.count({ nullable: true }),
        line: column.count({ nullable: true }),
      },
      unique: [['fileId', 'ordinal']],
      references,
    })
    await createTable(queryRunner, {
      name: 'passage_indexes',
      columns: { fileId: column.text(64, { primary: true }), buckets: column.count(), lengths: column.text() },
      references,
    })
    await createTable(queryRunner, {
      name: 'passage_postings',
      columns: { id: column.text(80, { primary: true }), fileId: column.text(64), terms: column.text() },
      indices: [{ columns: ['fileId'] }],
      references,
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['passage_postings', 'passage_indexes', 'passages']) await queryRunner.dropTable(table)
  }
}
