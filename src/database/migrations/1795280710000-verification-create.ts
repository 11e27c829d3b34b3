import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateVerification1795280710000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'verification_codes',
      columns: {
        id: column.id(),
        emailKey: column.text(400),
        type: column.text(20),
        email: column.text(100),
        codeHash: column.text(64, { nullable: true }),
        attempts: column.count({ default: 0 }),
        sentAt: column.instant(),
        expiresAt: column.instant(),
      },
      unique: [['emailKey', 'type']],
      indices: [{ columns: ['expiresAt'] }],
    })
    await createTable(queryRunner, {
      name: 'address_proofs',
      columns: {
        id: column.id(),
        emailKey: column.text(400),
        email: column.text(100),
        expiresAt: column.instant(),
      },
      unique: [['emailKey']],
      indices: [{ columns: ['expiresAt'] }],
    })
    await createTable(queryRunner, {
      name: 'password_resets',
      columns: {
        id: column.id(),
        userId: column.ref(),
        emailKey: column.text(400),
        tokenHash: column.text(64),
        expiresAt: column.instant(),
      },
      unique: [['tokenHash']],
      indices: [{ columns: ['userId'] }, { columns: ['expiresAt'] }],
      references: [{ column: 'userId', table: 'users' }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of ['password_resets', 'address_proofs', 'verification_codes']) await queryRunner.dropTable(name)
  }
}
