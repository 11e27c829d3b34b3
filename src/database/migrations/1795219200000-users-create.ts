import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateUsers1795219200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'users',
      columns: {
        id: column.id(),
        username: column.text(100),
        usernameKey: column.text(400),
        email: column.text(100),
        emailKey: column.text(400),
        passwordHash: column.text(255, { nullable: true, name: 'password' }),
        membership: column.text(10, { default: 'BASIC', name: 'membership_type' }),
        emailVerified: column.flag({ default: false }),
        profileImageUrl: column.text(500, { nullable: true }),
        provider: column.text(50, { nullable: true }),
        providerId: column.text(100, { nullable: true }),
        role: column.text(10, { default: 'USER' }),
        sessionVersion: column.count({ default: 0 }),
        createdAt: column.instant(),
        updatedAt: column.instant(),
      },
      unique: [['usernameKey'], ['emailKey'], ['provider', 'providerId']],
      indices: [{ columns: ['updatedAt'] }],
    })
    await createTable(queryRunner, {
      name: 'terms_agreements',
      columns: {
        id: column.id(),
        userId: column.ref(),
        eulaAgreed: column.flag(),
        privacyAgreed: column.flag(),
        marketingAgreed: column.flag({ default: false }),
        agreedAt: column.instant(),
        ipAddress: column.text(45, { nullable: true }),
      },
      indices: [{ columns: ['userId'] }],
      references: [{ column: 'userId', table: 'users' }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('terms_agreements')
    await queryRunner.dropTable('users')
  }
}
