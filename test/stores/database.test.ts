import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Database } from '../../src/database/database.js'
import { plus } from '../../src/database/statements/conditions.js'
import type { Queries } from '../../src/database/statements/queries.js'
import { ConcurrencyLimit } from '@parley/runtime'
import { CharacterTable } from '../../src/database/tables/characters.js'
import { IdempotencyKeyTable } from '../../src/database/tables/idempotency-keys.js'
import { UserTable } from '../../src/database/tables/users.js'
import { isUniqueViolation } from '../../src/database/translate-error.js'
import { createTestDatabase } from '../support/app/postgres.js'
import { runSql, writerOf } from '../support/app/raw-sql.js'

const user = (name: string) => ({
  username: name,
  usernameKey: name,
  email: `${name}@example.com`,
  emailKey: `${name}@example.com`,
  createdAt: 1,
  updatedAt: Number.MAX_SAFE_INTEGER,
})

describe('the database door', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-database-'))
  let server: Awaited<ReturnType<typeof createTestDatabase>>
  let database: Database
  beforeAll(async () => {
    server = await createTestDatabase()
    database = await Database.open({ url: server?.url, dataDir })
  })
  afterAll(async () => {
    await database.close()
    await server?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const exists = (username: string) => database.read((db) => db.exists(UserTable, { username }))

  it('rolls back a write that throws', async () => {
    const failing = database.write(async (db) => {
      await db.insert(UserTable, user('undone'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await exists('undone')).toBe(false)
  })

  it('never reads uncommitted data, and loses no write beside a failing one', async () => {
    let looked = (): void => undefined
    const look = new Promise<void>((resolve) => (looked = resolve))
    let open = (): void => undefined
    const opened = new Promise<void>((resolve) => (open = resolve))
    const failing = database.write(async (db) => {
      await db.insert(UserTable, user('pending'))
      open()
      await look
      throw new Error('no')
    })
    await opened
    const seen = await exists('pending')
    const beside = database.write((db) => db.insert(UserTable, user('beside')))
    looked()
    await expect(failing).rejects.toThrow('no')
    await beside
    expect([seen, await exists('pending'), await exists('beside')]).toEqual([false, false, true])
  })

  it('loses none of 50 parallel read-then-write transactions', async () => {
    await database.write((db) => db.insert(UserTable, { ...user('counter'), sessionVersion: 0 }))
    const raise = () =>
      database.write(async (db) => {
        const row = await db.selectOne(UserTable, { username: 'counter' }, { lock: 'update' })
        await db.update(UserTable, { username: 'counter' }, { sessionVersion: (row?.sessionVersion ?? 0) + 1 })
      })
    await Promise.all(Array.from({ length: 50 }, raise))
    const counted = await database.read((db) => db.selectOneOrThrow(UserTable, { username: 'counter' }))
    expect(counted).toMatchObject({ sessionVersion: 50, updatedAt: Number.MAX_SAFE_INTEGER, emailVerified: false })
  })

  describe('with many writes waiting', () => {
    /** Runs these while another write is running, so that they wait for it together. */
    const waiting = async <T>(works: readonly ((db: Queries) => Promise<T>)[]) => {
      let release = (): void => undefined
      const released = new Promise<void>((resolve) => (release = resolve))
      const first = database.write(() => released)
      const outcomes = Promise.allSettled(works.map((work) => database.write(work)))
      release()
      await first
      return (await outcomes).map(({ status }) => status)
    }
    const names = (prefix: string) => Array.from({ length: 90 }, (_, number) => `${prefix}${String(number)}`)

    it('commits each one completely or not at all, independently of the others', async () => {
      await database.write((db) => db.insert(UserTable, user('taken')))
      const works = names('group').map((name, number) => async (db: Queries) => {
        await db.insert(UserTable, user(name))
        if (number % 3 === 1) throw new Error('no')
        if (number % 3 === 2) await db.insert(UserTable, user('taken'))
      })
      const outcomes = await waiting(works)
      const kept = outcomes.map((outcome, number) => (outcome === 'fulfilled' ? number : -1)).filter((one) => one >= 0)
      expect(kept).toEqual(names('').flatMap((_, number) => (number % 3 === 0 ? [number] : [])))
      for (const [number, name] of names('group').entries()) expect(await exists(name)).toBe(number % 3 === 0)
    })

    it('fails only the one that fills the disk, on SQLite', async () => {
      if (database.driver === 'postgres') return
      const pragma = (text: string) => database.write((db) => runSql<Record<string, number>>(db, `PRAGMA ${text}`))
      const [{ page_count: pages = 0 } = {}] = await pragma('page_count')
      await pragma(`max_page_count = ${String(pages + 3)}`)
      const large = { ...user('large'), profileImageUrl: 'x'.repeat(1_000_000) }
      const outcomes = await waiting([
        (db) => db.insert(UserTable, user('small1')),
        (db) => db.insert(UserTable, large),
        (db) => db.insert(UserTable, user('small2')),
      ])
      await pragma('max_page_count = 1073741823')
      expect(outcomes).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(await Promise.all(['small1', 'large', 'small2'].map(exists))).toEqual([true, false, true])
    })
  })

  it('fails a write that cannot be flushed, but none that may be undone, on SQLite', async () => {
    if (database.driver === 'postgres') return
    const folder = mkdtempSync(join(tmpdir(), 'parley-flush-'))
    const other = await Database.open({ dataDir: folder })
    try {
      rmSync(join(folder, 'parley.db-wal'))
      await other.write((db) => db.insert(UserTable, user('undoable')), { mayBeUndone: true })
      await expect(other.write((db) => db.insert(UserTable, user('lost')))).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        cause: { code: 'SQLITE_IOERR_FSYNC' },
      })
    } finally {
      await other.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('refuses a read or a write inside a write, and continues after it', async () => {
    await expect(database.write(() => database.write(() => Promise.resolve()))).rejects.toThrow('inside write')
    await expect(database.write(() => database.read(() => Promise.resolve()))).rejects.toThrow('inside write')
    await database.ping()
  })

  it('reads on a connection that cannot write, on SQLite', async () => {
    if (database.driver === 'postgres') return
    await expect(database.read((db) => db.insert(UserTable, user('sneaked')))).rejects.toThrow('readonly')
    const pragma = (name: string) => database.write((db) => runSql(db, `PRAGMA ${name}`))
    expect(JSON.stringify(await pragma('journal_mode'))).toContain('wal')
    expect(JSON.stringify(await pragma('synchronous'))).toContain('1')
    expect(JSON.stringify(await pragma('foreign_keys'))).toContain('1')
  })

  it('recognizes a violated unique constraint and its table', async () => {
    await database.write((db) => db.insert(UserTable, user('twin')))
    const error: unknown = await database
      .write((db) => db.insert(UserTable, user('twin')))
      .catch((thrown: unknown) => thrown)
    expect(isUniqueViolation(error)).toBe(true)
    expect(isUniqueViolation(error, 'users')).toBe(true)
    expect(isUniqueViolation(error, IdempotencyKeyTable.spec.name)).toBe(false)
  })

  it('has the tables that the entities declare', async () => {
    const pending = await writerOf(database).driver.createSchemaBuilder().log()
    expect(pending.upQueries.map(({ query }) => query)).toEqual([])
  })

  it('removes rows that refer to a removed user', async () => {
    await database.write(async (db) => {
      await db.insert(UserTable, user('owner'))
      const { id } = await db.selectOneOrThrow(UserTable, { username: 'owner' })
      await db.insert(CharacterTable, { name: 'c', nameKey: 'c', ownerId: id, createdAt: 1, updatedAt: 1 })
      await db.delete(UserTable, { id })
      expect(await db.count(CharacterTable, { ownerId: id })).toBe(0)
    })
  })

  it('reports a missing row that another one refers to', async () => {
    const orphan = { name: 'c', nameKey: 'c', ownerId: 999_999, createdAt: 1, updatedAt: 1 }
    const inserting = database.write((db) => db.insert(CharacterTable, orphan))
    await expect(inserting).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('assigns no id twice, even after its row was deleted', async () => {
    const inserted = (name: string) => database.write((db) => db.insertReturningId(UserTable, user(name)))
    const last = await inserted('last')
    await database.write((db) => db.delete(UserTable, { id: last }))
    expect(await inserted('next')).toBeGreaterThan(last)
  })

  it('clears a column when that is the only change', async () => {
    await database.write((db) => db.insert(UserTable, { ...user('clear'), profileImageUrl: 'x' }))
    await database.write((db) => db.update(UserTable, { username: 'clear' }, { profileImageUrl: null }))
    const { profileImageUrl } = await database.read((db) => db.selectOneOrThrow(UserTable, { username: 'clear' }))
    expect(profileImageUrl).toBeNull()
  })

  it('completes both of two writes that wait for each other, on PostgreSQL', async () => {
    if (database.driver !== 'postgres') return
    for (const name of ['here', 'there']) await database.write((db) => db.insert(UserTable, user(name)))
    let waiting = 0
    let meet = (): void => undefined
    const met = new Promise<void>((resolve) => (meet = resolve))
    const raiseBoth = (...names: string[]) =>
      database.write(async (db) => {
        for (const username of names) {
          await db.update(UserTable, { username }, { sessionVersion: plus(1) })
          waiting += 1
          if (waiting === 2) meet()
          await met
        }
      })
    await Promise.all([raiseBoth('here', 'there'), raiseBoth('there', 'here')])
    const versions = await database.read((db) => db.select(UserTable, { sessionVersion: 2 }))
    expect(versions.map(({ username }) => username).sort()).toEqual(['here', 'there'])
  })

  it('opens twice at once: migrations wait for each other', async () => {
    if (!server) return
    const other = await createTestDatabase()
    const both = await Promise.all([1, 2].map(() => Database.open({ url: other?.url, dataDir })))
    for (const one of both) {
      await one.ping()
      await one.close()
    }
    await other?.drop()
  })
})

it('reports UNAVAILABLE for an unreachable server', async () => {
  const opening = Database.open({ url: 'postgres://nobody@127.0.0.1:9/none', dataDir: '/nowhere' })
  await expect(opening).rejects.toMatchObject({ code: 'UNAVAILABLE', part: 'store' })
})

it('runs a limited number at a time, first come first served, and continues after a failure', async () => {
  const turns = new ConcurrencyLimit(2)
  const inside = new Set<number>()
  const order: number[] = []
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((n) =>
      turns.run(async () => {
        order.push(n)
        inside.add(n)
        await new Promise((resolve) => setImmediate(resolve))
        expect(inside.size).toBeLessThanOrEqual(2)
        inside.delete(n)
        if (n === 1) throw new Error('broken')
      }),
    ),
  )
  expect(order).toEqual([1, 2, 3, 4, 5])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...Array.from({ length: 4 }, () => 'fulfilled')])
  await turns.run(() => Promise.resolve())
})
