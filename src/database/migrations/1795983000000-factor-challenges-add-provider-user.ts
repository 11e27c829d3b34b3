import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddFactorChallengeProviderUser1795983000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE factor_challenges ADD COLUMN provider_user text')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE factor_challenges DROP COLUMN provider_user')
  }
}
