import type { DataSource, QueryRunner } from 'typeorm'
import { AppError } from '@parley/runtime'
import { dataStateOf, downgradeSentence } from './data-state.js'

/** An arbitrary constant: every Parley instance acquires this advisory lock. */
export const migrationLock = 7_275_539

/**
 * Runs pending migrations. Instances that start together wait for each other. Throws AppError BAD_USER_INPUT for data
 * of a later version, which stays unchanged.
 */
export async function migrate(source: DataSource): Promise<void> {
  const session = source.createQueryRunner()
  const isPostgres = source.options.type === 'postgres'
  try {
    // that of a transaction: PgBouncer can give the next statement of a session to another one
    if (isPostgres) await session.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0`)
    if (isPostgres) await session.query(`SELECT pg_advisory_xact_lock(${migrationLock})`)
    try {
      await refuseDowngrade(source, session)
      await source.runMigrations({ transaction: 'each' })
    } finally {
      if (isPostgres) await session.query('ROLLBACK')
    }
  } finally {
    await session.release()
  }
}

async function refuseDowngrade(source: DataSource, session: QueryRunner): Promise<void> {
  if (!(await session.hasTable('migrations'))) return
  const rows = await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id', [], session)
  const state = dataStateOf(rows.map(({ name }) => name))
  if (state.unknown.length > 0) throw new AppError('BAD_USER_INPUT', { message: downgradeSentence(state) })
}
