import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

const references = [{ column: 'userId', table: 'users' }] as const

export class CreateSecondFactors1795950000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'second_factors',
      columns: {
        id: column.id(),
        userId: column.ref(),
        kind: column.text(10),
        name: column.text(100),
        secret: column.text(200, { nullable: true }),
        usedStep: column.count({ default: 0 }),
        credentialId: column.text(1_400, { nullable: true }),
        publicKey: column.text(undefined, { nullable: true }),
        counter: column.count({ default: 0 }),
        transports: column.json({ nullable: true }),
        createdAt: column.instant(),
        lastUsedAt: column.instant({ nullable: true }),
      },
      indices: [{ columns: ['userId'] }],
      references,
    })
    await createTable(queryRunner, {
      name: 'recovery_codes',
      columns: { id: column.id(), userId: column.ref(), codeHash: column.text(43), createdAt: column.instant() },
      indices: [{ columns: ['userId'] }],
      references,
    })
    await createTable(queryRunner, {
      name: 'factor_challenges',
      columns: {
        id: column.id(),
        userId: column.ref(),
        purpose: column.text(20),
        tokenHash: column.text(64),
        sessionVersion: column.count(),
        secret: column.text(200, { nullable: true }),
        attempts: column.count({ default: 0 }),
        expiresAt: column.instant(),
      },
      unique: [['tokenHash']],
      indices: [{ columns: ['userId'] }, { columns: ['expiresAt'] }],
      references,
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['factor_challenges', 'recovery_codes', 'second_factors']) await queryRunner.dropTable(table)
  }
}
