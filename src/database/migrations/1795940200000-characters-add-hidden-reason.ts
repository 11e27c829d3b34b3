import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddCharacterHiddenReason1795940200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE characters ADD COLUMN hidden_reason varchar(500)')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE characters DROP COLUMN hidden_reason')
  }
}
