import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddUserSignInClients1795970000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users ADD COLUMN sign_in_clients varchar(2000)')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users DROP COLUMN sign_in_clients')
  }
}
