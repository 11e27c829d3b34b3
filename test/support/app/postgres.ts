import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The PostgreSQL server of TEST_DATABASE_URL; undefined with embedded stores. */
export function testServer(): string | undefined {
  const server = process.env['TEST_DATABASE_URL']
  return server === '' ? undefined : server
}

/** A new database of the test server; undefined with embedded stores. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> } | undefined> {
  const server = testServer()
  if (server === undefined) return undefined
  const name = `parley_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.toString(), drop: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

export async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
