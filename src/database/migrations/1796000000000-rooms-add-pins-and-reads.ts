import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm'

const columns = {
  pinned_at: 'bigint',
  reply_count: 'bigint NOT NULL DEFAULT 0',
  read_replies: 'bigint NOT NULL DEFAULT 0',
}
const index = 'ix_rooms_owner_id_pinned_at'

export class AddRoomPinsAndReads1796000000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, type] of Object.entries(columns))
      await queryRunner.query(`ALTER TABLE rooms ADD COLUMN ${name} ${type}`)
    await queryRunner.createIndex('rooms', new TableIndex({ name: index, columnNames: ['owner_id', 'pinned_at'] }))
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex('rooms', index)
    for (const name of Object.keys(columns)) await queryRunner.query(`ALTER TABLE rooms DROP COLUMN ${name}`)
  }
}
