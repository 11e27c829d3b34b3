import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The PostgreSQL server of TEST_DATABASE_URL; undefined with embedded stores. */
export function testServer(): string | undefined {
  const server = process.env['TEST_DATABASE_URL']
  return server === '' ? undefined : server
}

/** The PgBouncer of TEST_PGBOUNCER_URL, in front of that server; undefined without one. */
export function testPooler(): string | undefined {
  return process.env['TEST_PGBOUNCER_URL']
}

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A new database of the test server, empty or a copy of a template; undefined with embedded stores. */
export async function createTestDatabase(template?: string): Promise<TestDatabase | undefined> {
  const server = testServer()
  if (server === undefined) return undefined
  const name = `parley_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.toString(),
    drop: async () => {
      await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

export async function onServer(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows
  } finally {
    await client.end()
  }
}
