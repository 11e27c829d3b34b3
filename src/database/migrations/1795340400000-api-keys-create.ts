import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable } from '@parley/statements'

export class CreateApiKeys1795340400000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, {
      name: 'api_keys',
      columns: {
        id: column.id(),
        userId: column.ref(),
        name: column.text(100),
        prefix: column.text(20),
        keyHash: column.text(64),
        createdAt: column.instant(),
        lastUsedAt: column.instant({ nullable: true }),
        expiresAt: column.instant({ nullable: true }),
      },
      unique: [['keyHash']],
      indices: [{ columns: ['userId'] }],
      references: [{ column: 'userId', table: 'users' }],
    })
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('api_keys')
  }
}
