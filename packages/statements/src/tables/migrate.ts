import type { DataSource, QueryRunner } from 'typeorm'
import { AppError } from '@parley/runtime'
import type { DatabaseSchema } from './database-schema.js'

/** An arbitrary constant: every process that migrates a database acquires this advisory lock. */
export const migrationLock = 7_275_539

/** The names of the migrations of a schema, in their order. */
export const namesOf = ({ migrations }: DatabaseSchema): string[] => migrations.map(({ name }) => name)

/** The migrations of a later version that have run, in their order. The first one of the schema replaces those that ran before it. */
export function unknownMigrations(schema: DatabaseSchema, applied: readonly string[]): string[] {
  const known = namesOf(schema)
  const first = applied.indexOf(known[0] ?? '')
  return applied.filter((name, index) => index > first && !known.includes(name))
}

/** Why this version refuses data of a later one, with the migrations that it does not know. */
export const downgradeSentence = (unknown: readonly string[]): string =>
  `a later version has migrated this data (${unknown.at(-1) ?? ''}), and a downgrade is not possible: start that version again, or restore the backup that was made before it`

/**
 * Runs pending migrations. Instances that start together wait for each other. Throws AppError BAD_USER_INPUT for data
 * of a later version, which stays unchanged.
 */
export async function migrate(source: DataSource, schema: DatabaseSchema): Promise<void> {
  const session = source.createQueryRunner()
  const isPostgres = source.options.type === 'postgres'
  try {
    // that of a transaction: PgBouncer can give the next statement of a session to another one
    if (isPostgres) await session.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0`)
    if (isPostgres) await session.query(`SELECT pg_advisory_xact_lock(${migrationLock})`)
    try {
      await refuseDowngrade(source, session, schema)
      await source.runMigrations({ transaction: 'each' })
    } finally {
      if (isPostgres) await session.query('ROLLBACK')
    }
  } finally {
    await session.release()
  }
}

async function refuseDowngrade(source: DataSource, session: QueryRunner, schema: DatabaseSchema): Promise<void> {
  if (!(await session.hasTable('migrations'))) return
  const rows = await source.query<{ name: string }[]>(appliedMigrations, [], session)
  const unknown = unknownMigrations(
    schema,
    rows.map(({ name }) => name),
  )
  if (unknown.length > 0) throw new AppError('BAD_USER_INPUT', { message: downgradeSentence(unknown) })
}

/** Selects the names of the migrations that have run, in their order. */
export const appliedMigrations = 'SELECT name FROM migrations ORDER BY id'
