import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const columns = {
  instructions: 'text',
  model: 'varchar(64)',
  sampling: 'text',
  archived_at: 'bigint',
  proposed_title: 'varchar(200)',
}
const index = 'ix_rooms_owner_id_updated_at_id'

export class AddRoomSettings1795650000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, type] of Object.entries(columns))
      await queryRunner.query(`ALTER TABLE rooms ADD COLUMN ${name} ${type}`)
    // pages of the rooms of an account, the last changed first
    const columnNames = ['owner_id', 'updated_at', 'id']
    await queryRunner.createIndex('rooms', new TableIndex({ name: index, columnNames }))
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex('rooms', index)
    for (const name of Object.keys(columns)) await queryRunner.query(`ALTER TABLE rooms DROP COLUMN ${name}`)
  }
}
