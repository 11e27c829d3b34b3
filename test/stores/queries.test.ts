import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Database } from '../../src/database/database.js'
import {
  atLeast,
  atMost,
  between,
  everyRow,
  lessThan,
  like,
  moreThan,
  not,
  oneOf,
  plus,
  type Where,
} from '../../src/database/statements/conditions.js'
import { LogEntryTable, LogRoomTable } from '../../src/database/tables/chat-logs.js'
import { PurgeTable } from '../../src/database/tables/purges.js'
import { RateCountTable } from '../../src/database/tables/rate-limits.js'
import { UserTable } from '../../src/database/tables/users.js'
import { isUniqueViolation } from '../../src/database/translate-error.js'
import type { User } from '../../src/users/user.js'
import { createTestDatabase } from '../support/app/postgres.js'
import { writerOf } from '../support/app/raw-sql.js'

const user = (name: string, createdAt: number, more: Partial<User> = {}) => ({
  username: name,
  usernameKey: name,
  email: `${name}@example.com`,
  emailKey: `${name}@example.com`,
  createdAt,
  updatedAt: createdAt,
  ...more,
})
const purge = (target: string) => ({
  kind: 'image' as const,
  target,
  createdAt: 1,
  attempts: 2,
  dueAt: 3,
  lease: 'a',
  leaseUntil: 4,
})

let database: Database
let dataDir: string
let server: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  server = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'parley-queries-'))
  database = await Database.open({ url: server?.url, dataDir })
  await database.write(async (db) => {
    await db.insert(UserTable, [
      user('ada', 10, { handle: null, emailVerified: true, role: 'USER' }),
      user('a%b', 20, { handle: null, emailVerified: false, role: 'USER' }),
      user('cem', 20, { handle: 'c', emailVerified: false, role: 'ADMIN' }),
      user('dan', 30, { handle: 'd', emailVerified: false, role: 'USER' }),
    ])
  })
})
afterAll(async () => {
  await database.close()
  await server?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const names = async (where: Where<User>) =>
  (await database.read((db) => db.select(UserTable, where, { columns: ['username'], orderBy: { id: 'asc' } }))).map(
    ({ username }) => username,
  )

describe('conditions', () => {
  const cases: readonly (readonly [string, Where<User>, readonly string[]])[] = [
    ['a value', { username: 'ada' }, ['ada']],
    ['a flag', { emailVerified: true }, ['ada']],
    ['null', { handle: null }, ['ada', 'a%b']],
    ['not null', { handle: not(null) }, ['cem', 'dan']],
    ['another value', { username: not('ada') }, ['a%b', 'cem', 'dan']],
    ['less', { createdAt: lessThan(20) }, ['ada']],
    ['less or equal', { createdAt: atMost(20) }, ['ada', 'a%b', 'cem']],
    ['more', { createdAt: moreThan(20) }, ['dan']],
    ['more or equal', { createdAt: atLeast(20) }, ['a%b', 'cem', 'dan']],
    ['a range with its ends', { createdAt: between(10, 20) }, ['ada', 'a%b', 'cem']],
    ['one of some numbers', { createdAt: oneOf([10, 30]) }, ['ada', 'dan']],
    ['one of some texts', { username: oneOf(['ada', 'nobody']) }, ['ada']],
    ['one of none', { username: oneOf([]) }, []],
    ['a pattern', { username: like('a%') }, ['ada', 'a%b']],
    ['a sign of a pattern made literal', { username: like('a\\%%') }, ['a%b']],
    ['several columns', { createdAt: 20, role: 'ADMIN' }, ['cem']],
    ['several sets', [{ username: 'ada' }, { createdAt: 20, role: 'ADMIN' }], ['ada', 'cem']],
    ['none', {}, ['ada', 'a%b', 'cem', 'dan']],
  ]
  it.each(cases)('%s', async (_name, where, expected) => {
    expect(await names(where)).toEqual(expected)
    expect(await database.read((db) => db.count(UserTable, where))).toBe(expected.length)
    expect(await database.read((db) => db.exists(UserTable, where))).toBe(expected.length > 0)
  })

  it('are refused when a value is missing, so that no statement affects more rows than intended', async () => {
    const where = { username: undefined } as unknown as Where<User>
    await expect(names(where)).rejects.toThrow('no value for users.username')
    await expect(database.write((db) => db.delete(UserTable, where))).rejects.toThrow('no value for users.username')
    await expect(database.write((db) => db.delete(UserTable, {}))).rejects.toThrow('every row of users')
    await expect(database.write((db) => db.update(UserTable, {}, { role: 'USER' }))).rejects.toThrow(
      'every row of users',
    )
    expect(await names({})).toHaveLength(4)
  })

  it('have one SQL text for lists of any length, which an engine keeps prepared', async () => {
    const texts: string[] = []
    const source = writerOf(database)
    const before = source.logger
    source.logger = Object.assign(Object.create(before) as typeof before, {
      logQuery: (text: string) => {
        if (text.startsWith('SELECT')) texts.push(text)
      },
    })
    try {
      for (const ids of [[1], [1, 2, 3]])
        await database.write((db) => db.select(UserTable, { id: oneOf(ids) }, { columns: ['id'] }))
    } finally {
      source.logger = before
    }
    expect(texts).toHaveLength(2)
    expect(new Set(texts).size).toBe(1)
  })
})

describe('a selection', () => {
  it('has the requested columns, or all, in their own types', async () => {
    const [ada, one] = await database.read(async (db) => [
      await db.selectOne(UserTable, { username: 'ada' }),
      await db.selectOne(UserTable, { username: 'ada' }, { columns: ['emailVerified', 'createdAt'] }),
    ])
    expect(ada).toMatchObject({ username: 'ada', handle: null, emailVerified: true, createdAt: 10, sessionVersion: 0 })
    expect(Object.keys(ada ?? {}).sort()).toEqual(Object.keys(UserTable.spec.columns).sort())
    expect(one).toEqual({ emailVerified: true, createdAt: 10 })
  })

  it('continues after a row, in the order of several columns', async () => {
    const page = async (direction: 'asc' | 'desc', after?: readonly number[]) =>
      (
        await database.read((db) =>
          db.select(UserTable, {}, { orderBy: { createdAt: direction, id: direction }, after, limit: 2 }),
        )
      ).map(({ username, createdAt, id }) => ({ username, key: [createdAt, id] }))
    const first = await page('desc')
    expect(first.map(({ username }) => username)).toEqual(['dan', 'cem'])
    expect((await page('desc', first[1]?.key)).map(({ username }) => username)).toEqual(['a%b', 'ada'])
    const oldest = await page('asc')
    expect((await page('asc', oldest[1]?.key)).map(({ username }) => username)).toEqual(['cem', 'dan'])
  })

  it('reports what is missing', async () => {
    expect(await database.read((db) => db.selectOne(UserTable, { username: 'nobody' }))).toBeUndefined()
    const required = database.read((db) => db.selectOneOrThrow(UserTable, { username: 'nobody' }))
    await expect(required).rejects.toThrow('no such row in users')
  })

  it('counts rows per id', async () => {
    const room = { id: '00000000-0000-4000-8000-000000000001', kind: 'office' as const, userId: '7', source: null }
    await database.write((db) => db.insert(LogRoomTable, { ...room, lastIndex: 0, createdAt: 1 }))
    const document = { inputData: 'q', outputData: 'ä', imgUrl: null, version: 1, createdAt: 5 }
    await database.write((db) =>
      db.insert(
        LogEntryTable,
        [1, 2].map((index) => ({ roomId: room.id, index, source: null, document })),
      ),
    )
    expect(await database.read((db) => db.countEach(LogEntryTable, 'index', [2, 9, 1]))).toEqual([1, 0, 1])
    const entry = await database.read((db) => db.selectOne(LogEntryTable, { roomId: room.id, index: 2 }))
    expect(entry?.document).toEqual(document)
  })
})

describe('a write', () => {
  it('returns the number of affected rows, and the id of a new one', async () => {
    await database.write(async (db) => {
      const id = await db.insertReturningId(UserTable, { ...user('eva', 40), handleKey: undefined })
      expect(await db.update(UserTable, { id }, { sessionVersion: plus(3), role: undefined })).toBe(1)
      expect(await db.selectOne(UserTable, { id }, { columns: ['sessionVersion', 'role'] })).toEqual({
        sessionVersion: 3,
        role: 'USER',
      })
      expect(await db.increment(UserTable, { id }, 'sessionVersion')).toBe(4)
      expect(await db.delete(UserTable, { id: oneOf([id, id + 1]) })).toBe(1)
      expect(await db.update(UserTable, { id }, { role: 'ADMIN' })).toBe(0)
      expect(await db.increment(UserTable, { id }, 'sessionVersion')).toBeUndefined()
      await db.insert(UserTable, [])
    })
  })

  it('affects every row only on request', async () => {
    const undone = new Error('undone')
    const changing = database.write(async (db) => {
      expect(await db.update(UserTable, everyRow, { sessionVersion: 9 })).toBe(4)
      throw undone
    })
    await expect(changing).rejects.toBe(undone)
  })

  it('skips, replaces or adds to a conflicting row', async () => {
    await database.write((db) => db.insert(PurgeTable, [purge('x'), purge('y')]))
    const again = database.write((db) => db.insert(PurgeTable, purge('x')))
    expect(isUniqueViolation(await again.catch((error: unknown) => error), 'purges')).toBe(true)
    const newer = { ...purge('x'), attempts: 7, lease: 'b', createdAt: 99 }
    const columns = ['kind', 'target'] as const
    await database.write((db) => db.insert(PurgeTable, [newer, purge('z')], { columns }))
    const kept = () => database.read((db) => db.selectOne(PurgeTable, { target: 'x' }))
    expect(await kept()).toMatchObject({ attempts: 2, lease: 'a', createdAt: 1 })
    await database.write((db) => db.insert(PurgeTable, newer, { columns, replace: ['lease'], add: ['attempts'] }))
    expect(await kept()).toMatchObject({ attempts: 9, lease: 'b', createdAt: 1 })
    expect(await database.read((db) => db.count(PurgeTable))).toBe(3)
  })

  it('quotes names that are SQL keywords', async () => {
    await database.write((db) => db.insert(RateCountTable, { key: 'k', points: 1, expiresAt: 2 }))
    expect(await database.write((db) => db.delete(RateCountTable, { key: 'k' }))).toBe(1)
  })
})
