import type { DataSource } from 'typeorm'

/** An arbitrary constant: every Parley instance acquires this advisory lock. */
export const migrationLock = 7_275_539

/** Runs pending migrations. Instances that start together wait for each other. */
export async function migrate(source: DataSource): Promise<void> {
  if (source.options.type !== 'postgres') {
    await source.runMigrations({ transaction: 'each' })
    return
  }
  const session = source.createQueryRunner()
  try {
    await session.query(`SELECT pg_advisory_lock(${migrationLock})`)
    try {
      await source.runMigrations({ transaction: 'each' })
    } finally {
      await session.query(`SELECT pg_advisory_unlock(${migrationLock})`)
    }
  } finally {
    await session.release()
  }
}
