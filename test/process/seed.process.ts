import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { MongoClient } from 'mongodb'
import { LogEntryTable } from '@parley/chat-log-store/embedded'
import { type Database, moreThan } from '@parley/statements'
import { openMigrated } from '../../src/database/open-database.js'
import { CharacterTable, LikeTable } from '../../src/database/tables/characters.js'
import { RoomTable } from '../../src/database/tables/rooms.js'
import { UserTable } from '../../src/database/tables/users.js'
import { seed } from '../../tools/seed/seed.js'
import { people } from '../../tools/seed/sample-data.js'
import { createTestApp } from '../support/app/app.js'
import { withDatabase } from '@parley/testing'
import { at, Person } from '../support/app/person.js'
import { Processes } from '../support/app/processes.js'

const counts = { users: 3, characters: 5, likes: 1, rooms: 1, entries: 120 }

async function countAll(database: Database, mongodbUrl: string | undefined): Promise<object> {
  const inMongo =
    mongodbUrl === undefined ? 0 : await withDatabase(mongodbUrl, (client) => entriesIn(client).countDocuments())
  return database.read(async (db) => ({
    users: await db.count(UserTable),
    characters: await db.count(CharacterTable),
    likes: await db.count(LikeTable),
    rooms: await db.count(RoomTable),
    entries: inMongo + (await db.count(LogEntryTable)),
  }))
}

const entriesIn = (client: MongoClient) => client.db().collection('log_entries')

/** Signs in with the password in the command's output. */
async function signIn(url: string, username: string, said: string): Promise<Person> {
  const password = /password "(.+?)"/.exec(said)?.[1]
  const { body } = await new Person(url).rest('POST', '/api/users/login', {
    email: `${username}@example.com`,
    password,
  })
  return new Person(url, '', username, at(body, 'token'))
}

describe('npm run seed', () => {
  let processes: Processes
  let trustedOnly: Record<string, string>
  beforeAll(async () => {
    processes = await Processes.create()
    const manifest = join(processes.dataDir, 'trusted.json')
    writeFileSync(manifest, JSON.stringify({ me: '{ me { id } }' }))
    trustedOnly = { TRUSTED_DOCUMENTS: manifest, TRUSTED_DOCUMENTS_ONLY: 'true' }
  })
  afterAll(() => processes.close())

  it('fills a stopped server, and adds nothing the second time', async () => {
    const first = await processes.run('tools/seed.ts')
    expect(first.code).toBe(0)
    expect(first.output).toContain('3 users')
    const again = await processes.run('tools/seed.ts', { env: trustedOnly })
    expect(again).toEqual(first)
    const database = await openMigrated({ url: processes.databaseUrl, dataDir: processes.dataDir })
    expect(await countAll(database, processes.mongodbUrl)).toEqual(counts)
    await database.close()
  })

  it('fills the running server, whose sample users can sign in', async () => {
    // the next test needs the server too
    const server = await processes.start()
    const { port } = new URL(server.url)
    const refused = await processes.run('tools/seed.ts', { env: { ...trustedOnly, APP_PORT: port } })
    expect(refused).toEqual({ code: 78, output: expect.stringMatching(/^TRUSTED_DOCUMENTS_ONLY: .+ Stop it .+\n$/) })
    const { code, output } = await processes.run('tools/seed.ts', { env: { APP_PORT: port } })
    expect(code).toBe(0)
    expect(output).toContain(`${server.url} has`)
    const [ada] = await Promise.all(people.map((name) => signIn(server.url, name, output)))
    const roomId = /: ([\w-]{36})$/m.exec(output)?.[1] ?? ''
    const log = await ada?.rest('GET', `/api/rooms/chatrooms/${roomId}/logs`)
    expect(log?.body).toHaveLength(counts.entries)
  })

  it('is refused with a sentence while a server that it cannot reach uses the folder', async () => {
    if (processes.databaseUrl !== undefined) return
    const { code, output } = await processes.run('tools/seed.ts')
    expect(code).toBe(78)
    expect(output).toContain('another Parley process is using')
    expect(output).not.toContain('    at ')
  })
})

describe('the sample data', () => {
  it('is not duplicated when its idempotency keys have expired after a day', async () => {
    let now = Date.now()
    const app = await createTestApp({ clock: () => now })
    await seed(app.url)
    now += 25 * 60 * 60 * 1000
    await app.app.sweeper.sweep()
    await seed(app.url)
    expect(await countAll(app.app.database, app.mongodbUrl)).toEqual(counts)
    await app.close()
  })

  it('continues an interrupted seed', async () => {
    const app = await createTestApp()
    await seed(app.url)
    if (app.mongodbUrl === undefined)
      await app.app.database.write((db) => db.delete(LogEntryTable, { index: moreThan(50) }))
    else await withDatabase(app.mongodbUrl, (client) => entriesIn(client).deleteMany({ index: { $gt: 50 } }))
    await seed(app.url)
    expect(await countAll(app.app.database, app.mongodbUrl)).toEqual(counts)
    await app.close()
  })
})
