import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateFiles1796600000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'files',
      columns: {
        id: column.text(64, { primary: true }),
        ownerId: column.ref(),
        roomId: column.ref({ nullable: true }),
        firstEntry: column.count({ nullable: true }),
        lastEntry: column.count({ nullable: true }),
        name: column.text(255),
        mediaType: column.text(100),
        bytes: column.count(),
        state: column.text(10),
        format: column.text(20, { nullable: true }),
        encoding: column.text(20, { nullable: true }),
        encodingIsGuess: column.flag({ default: false }),
        chosenEncoding: column.text(20, { nullable: true }),
        pages: column.count({ nullable: true }),
        characters: column.count({ nullable: true }),
        missing: column.json({ nullable: true }),
        reason: column.text(20, { nullable: true }),
        attempts: column.count({ default: 0 }),
        lease: column.text(36, { default: '' }),
        leaseUntil: column.instant({ default: 0 }),
        createdAt: column.instant(),
        claimedAt: column.instant(),
      },
      indices: [
        { columns: ['ownerId', 'createdAt'] },
        { columns: ['roomId'] },
        { columns: ['state', 'createdAt'] },
        { columns: ['claimedAt'] },
      ],
      references: [
        { column: 'ownerId', table: 'users' },
        { column: 'roomId', table: 'rooms' },
      ],
    })
    await queryRunner.query('ALTER TABLE generations ADD COLUMN attachments text')
    await queryRunner.query('ALTER TABLE rooms ADD COLUMN accepts_files boolean')
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE rooms DROP COLUMN accepts_files')
    await queryRunner.query('ALTER TABLE generations DROP COLUMN attachments')
    await queryRunner.dropTable('files')
  }
}
