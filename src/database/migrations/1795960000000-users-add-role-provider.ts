import type { MigrationInterface, QueryRunner } from 'typeorm'

export class AddUserRoleProvider1795960000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const no = queryRunner.manager.dataSource.options.type === 'postgres' ? 'false' : '0'
    await queryRunner.query('ALTER TABLE users ADD COLUMN role_provider varchar(50)')
    await queryRunner.query(`ALTER TABLE users ADD COLUMN address_assigned boolean NOT NULL DEFAULT ${no}`)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users DROP COLUMN address_assigned')
    await queryRunner.query('ALTER TABLE users DROP COLUMN role_provider')
  }
}
