import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddInstanceClock1795860000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE instances ADD COLUMN clock_ms bigint')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE instances DROP COLUMN clock_ms')
  }
}
