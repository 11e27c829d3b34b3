import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const index = {
  name: 'ix_rooms_owner_id_test_of',
  columnNames: ['owner_id', 'test_of'],
  isUnique: true,
  where: 'test_of IS NOT NULL',
}

export class AddRoomTestOf1796541000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE rooms ADD COLUMN test_of bigint')
    await queryRunner.createIndex('rooms', new TableIndex(index))
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex('rooms', index.name)
    await queryRunner.query('ALTER TABLE rooms DROP COLUMN test_of')
  }
}
