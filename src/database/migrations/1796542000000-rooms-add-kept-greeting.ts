import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddRoomKeptGreeting1796542000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE rooms ADD COLUMN kept_greeting text')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE rooms DROP COLUMN kept_greeting')
  }
}
