import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateInstances1795496000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'instances',
      columns: {
        id: column.text(36, { primary: true }),
        roles: column.text(100),
        version: column.text(50),
        hasRedis: column.flag(),
        signingSecret: column.text(43),
        imageStore: column.text(),
        startedAt: column.instant(),
        seenAt: column.instant(),
      },
    })
    await queryRunner.query('ALTER TABLE installation ADD COLUMN signing_secret varchar(43)')
    await queryRunner.query('ALTER TABLE installation ADD COLUMN image_store text')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE installation DROP COLUMN image_store')
    await queryRunner.query('ALTER TABLE installation DROP COLUMN signing_secret')
    await queryRunner.dropTable('instances')
  }
}
