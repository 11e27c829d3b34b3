import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

const proofs = {
  id: column.id(),
  emailKey: column.text(400),
  email: column.text(100),
  expiresAt: column.instant(),
}

export class AddUserMailboxProved1795850000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const no = queryRunner.manager.dataSource.options.type === 'postgres' ? 'false' : '0'
    await queryRunner.query(`ALTER TABLE users ADD COLUMN mailbox_proved boolean NOT NULL DEFAULT ${no}`)
    await queryRunner.query('ALTER TABLE social_identities ADD COLUMN proved_email varchar(100)')
    // its rows are valid for 30 minutes, and have no token by which a registration could name them
    await queryRunner.dropTable('address_proofs')
    await createTable(queryRunner, {
      name: 'address_proofs',
      columns: { ...proofs, tokenHash: column.text(64) },
      unique: [['emailKey'], ['tokenHash']],
      indices: [{ columns: ['expiresAt'] }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('address_proofs')
    await createTable(queryRunner, {
      name: 'address_proofs',
      columns: proofs,
      unique: [['emailKey']],
      indices: [{ columns: ['expiresAt'] }],
    })
    await queryRunner.query('ALTER TABLE social_identities DROP COLUMN proved_email')
    await queryRunner.query('ALTER TABLE users DROP COLUMN mailbox_proved')
  }
}
