import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { migrationLock } from '@parley/statements'
import { until } from '@parley/testing'
import { openMigrated } from '../../src/database/open-database.js'
import { migrations } from '../../src/database/migrations.js'
import { Processes } from '../support/app/processes.js'
import { runSql } from '../support/app/raw-sql.js'

describe('two processes that start at once', () => {
  let processes: Processes
  beforeAll(async () => {
    processes = await Processes.create()
  })
  afterAll(() => processes.close())

  it('migrate once: on PostgreSQL the second waits and serves too, on one folder it is refused', async () => {
    const gate = await Gate.shut(processes.databaseUrl)
    const both = [processes.launch('main/main.ts'), processes.launch('main/main.ts')]
    await gate?.waitFor(both.length)
    await gate?.open()
    const outcomes = await Promise.all(
      both.map(({ seen, ended }) => seen(/"name":"(ready)"/).catch(() => ended.then(String))),
    )
    expect(outcomes.sort()).toEqual(gate ? ['ready', 'ready'] : ['78', 'ready'])
    for (const { child, ended } of both) {
      child.kill('SIGTERM')
      await ended
    }
    const database = await openMigrated({ url: processes.databaseUrl, dataDir: processes.dataDir })
    const applied = 'SELECT name FROM migrations ORDER BY id'
    const rows = await database.write((db) => runSql<{ name: string }>(db, applied))
    expect(rows).toEqual(migrations.map(({ name }) => ({ name })))
    await database.close()
  })
})

/** A slow migration, so that a process that starts in the meantime waits for the lock. */
class Gate {
  private constructor(private readonly session: pg.Client) {}

  static async shut(url: string | undefined): Promise<Gate | undefined> {
    if (url === undefined) return undefined
    const session = new pg.Client({ connectionString: url })
    await session.connect()
    await session.query(`SELECT pg_advisory_lock(${migrationLock})`)
    return new Gate(session)
  }

  /** Resolves when so many sessions of this database wait for the lock. */
  async waitFor(count: number): Promise<void> {
    const waiting = `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
      WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`
    const sessions = async () => (await this.session.query(waiting)).rowCount
    await until(`${String(count)} sessions wait for the lock`, sessions, (seen) => seen === count)
  }

  async open(): Promise<void> {
    await this.session.end()
  }
}
