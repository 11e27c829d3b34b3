import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const index = 'uq_users_userid_key'

// in SQL: TypeORM would recreate the SQLite table, and dropping the old one deletes the rows of all users
export class AddUserHandle1795280600000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users ADD COLUMN userid varchar(50)')
    await queryRunner.query('ALTER TABLE users ADD COLUMN userid_key varchar(400)')
    await queryRunner.createIndex('users', new TableIndex({ name: index, columnNames: ['userid_key'], isUnique: true }))
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex('users', index)
    await queryRunner.query('ALTER TABLE users DROP COLUMN userid_key')
    await queryRunner.query('ALTER TABLE users DROP COLUMN userid')
  }
}
