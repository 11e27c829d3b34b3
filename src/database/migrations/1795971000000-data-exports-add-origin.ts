import type { MigrationInterface, QueryRunner } from 'typeorm'

const columns = [
  "client varchar(60) NOT NULL DEFAULT 'a program other than a browser'",
  "network varchar(60) NOT NULL DEFAULT ''",
  "language varchar(2) NOT NULL DEFAULT 'en'",
]

export class AddDataExportOrigin1795971000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const column of columns) await queryRunner.query(`ALTER TABLE data_exports ADD COLUMN ${column}`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of ['client', 'network', 'language'])
      await queryRunner.query(`ALTER TABLE data_exports DROP COLUMN ${name}`)
  }
}
