import { createHash, randomBytes } from 'node:crypto'
import type { MongoClient } from 'mongodb'

interface TestMongoDatabase {
  readonly url: string
  drop(): Promise<void>
}

/**
 * The MongoDB database for a relational database when TEST_MONGODB_URL names a server; undefined with embedded stores.
 * It is named after `beside`: apps with the same relational database, also after a restart, have the same chat logs.
 */
export function testMongoDatabase(beside: string = randomBytes(12).toString('hex')): TestMongoDatabase | undefined {
  const server = process.env['TEST_MONGODB_URL']
  if (server === undefined || server === '') return undefined
  const url = new URL(server)
  url.pathname = `/parley_test_${createHash('sha256').update(beside).digest('hex').slice(0, 16)}`
  return {
    url: url.toString(),
    drop: async () => {
      await withDatabase(url.toString(), (client) => client.db().dropDatabase())
    },
  }
}

/** Accesses a database without the adapter. */
export async function withDatabase<T>(url: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  // few tests need the driver
  const { MongoClient } = await import('mongodb')
  const client = new MongoClient(url)
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}
