import { createHash, randomBytes } from 'node:crypto'
import { MongoClient } from 'mongodb'

export interface TestMongoDatabase {
  readonly url: string
  drop(): Promise<void>
}

/**
 * A MongoDB database when TEST_MONGODB_URL names a server; undefined on embedded stores. What is kept beside it names it: two
 * apps on the same relational database have the same chats, and so has an app that starts again.
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

/** Looks into a database behind the adapter's back. */
export async function withDatabase<T>(url: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(url)
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}
