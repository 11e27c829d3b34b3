import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateInvitations1795920000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'invitations',
      columns: {
        id: column.id(),
        purpose: column.text(10, { nullable: true }),
        tokenHash: column.text(64),
        email: column.text(100, { nullable: true }),
        emailKey: column.text(400, { nullable: true }),
        role: column.text(10),
        membership: column.text(10, { name: 'membership_type' }),
        maxUses: column.count(),
        uses: column.count({ default: 0 }),
        createdAt: column.instant(),
        expiresAt: column.instant(),
      },
      unique: [['purpose'], ['tokenHash']],
      indices: [{ columns: ['emailKey'] }, { columns: ['expiresAt'] }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('invitations')
  }
}
