import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * A commit merges no segments by itself: it would do so for up to a second. `mergeKeys` does it in steps. Level by level 8
 * segments are merged, or those of which half of the entries are deleted; with 64 a commit merges them all.
 */
const ownSteps = { automerge: 0, usermerge: 8, crisismerge: 64, deletemerge: 50 }
const defaults: typeof ownSteps = { automerge: 4, usermerge: 4, crisismerge: 16, deletemerge: 10 }

export class MergeLogSearchInSteps1795880000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await configure(queryRunner, ownSteps)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await configure(queryRunner, defaults)
  }
}

async function configure(queryRunner: QueryRunner, values: typeof ownSteps): Promise<void> {
  if (queryRunner.manager.dataSource.options.type === 'postgres') return
  for (const [name, value] of Object.entries(values))
    await queryRunner.query(`INSERT INTO log_search (log_search, rank) VALUES ('${name}', ${String(value)})`)
}
