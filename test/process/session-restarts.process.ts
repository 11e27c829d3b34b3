import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase } from '@parley/testing'
import { openUnchanged } from '../../src/database/open-database.js'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { Person } from '../support/app/person.js'
import { Processes } from '../support/app/processes.js'
import { graphqlApi as api } from '../support/accounts/session-apis.js'

const isIn = async (person: Person) => (await person.rest('GET', '/api/users/profile')).status === 200

it('another secret ends every refresh token', async () => {
  const before = await createTestApp()
  const { person, refreshToken } = await api.signIn(await before.person('una'))
  await before.stop()
  const { dataDir, databaseUrl } = before
  const after = await createTestApp({ dataDir, databaseUrl, env: { JWT_SECRET: 'another'.repeat(10) } })
  try {
    await expect(api.refresh(person.movedTo(after.url), refreshToken)).rejects.toThrow('UNAUTHENTICATED')
  } finally {
    await after.close()
    await before.close()
  }
})

it('a refresh whose answer was lost by kill -9 succeeds again after the restart', async () => {
  const processes = await Processes.create()
  try {
    const env = { RATE_LIMITS: '{"login":{"perAddress":false},"register":{"perAddress":false}}' }
    const server = await processes.start(env)
    const people = await Promise.all(Array.from({ length: 12 }, (_, n) => Person.register(server.url, `quin${n}`)))
    const signedIn = await Promise.all(people.map((person) => api.signIn(person)))
    // at the first answer, some of them are stored and some are not
    const inFlight = signedIn.map(({ person, refreshToken }) => api.refresh(person, refreshToken))
    await Promise.race(inFlight)
    await server.stop('SIGKILL')
    await Promise.allSettled(inFlight)
    const after = await processes.start(env)
    for (const { person, refreshToken } of signedIn) {
      const here = person.movedTo(after.url)
      const retried = await api.refresh(here, refreshToken)
      const next = await api.refresh(here, retried.refreshToken)
      expect(await isIn(next.person)).toBe(true)
    }
  } finally {
    await processes.close()
  }
})

// the suites of npm test hash passwords at the least cost
it('the product hashes passwords at the cost that OWASP recommends', async () => {
  const processes = await Processes.create()
  try {
    const { url } = await processes.start()
    await Person.register(url, 'olga')
    const store = await openUnchanged({ url: processes.databaseUrl, dataDir: processes.dataDir })
    const users = await store.read((db) => db.select(UserTable))
    await store.close()
    expect(users.map(({ passwordHash }) => passwordHash)).toEqual([
      expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    ])
  } finally {
    await processes.close()
  }
})

const database = await createTestDatabase()

;(database ? describe : describe.skip)('two instances on one database', () => {
  let here: TestApp
  let there: TestApp
  beforeAll(async () => {
    here = await createTestApp({ databaseUrl: database?.url })
    there = await createTestApp({ databaseUrl: database?.url, dataDir: here.dataDir })
  })
  afterAll(async () => {
    await there.close()
    await here.close()
    await database?.drop()
  })

  it('return one successor for simultaneous refreshes at both', async () => {
    const { person, refreshToken } = await api.signIn(await here.person('rosa'))
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        api.refresh(person.movedTo(n % 2 === 0 ? here.url : there.url), refreshToken),
      ),
    )
    expect(new Set(all.map((one) => one.refreshToken)).size).toBe(1)
  })

  it('end a session for both', async () => {
    const { person, refreshToken } = await api.signIn(await here.person('sara'))
    await api.signOut(person)
    expect(await isIn(person.movedTo(there.url))).toBe(false)
    await expect(api.refresh(person.movedTo(there.url), refreshToken)).rejects.toThrow('UNAUTHENTICATED')
  })
})
