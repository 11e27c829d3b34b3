import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase } from '@parley/testing'
import { type Database, isUniqueViolation, plus, type Queries } from '../src/index.js'
import { BookTable, fileIn, openLibrary, PersonTable, runSql, writerOf } from './library.js'

const person = (name: string) => ({
  name,
  createdAt: 1,
  updatedAt: Number.MAX_SAFE_INTEGER,
})

describe('the database door', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-database-'))
  let server: Awaited<ReturnType<typeof createTestDatabase>>
  let database: Database
  beforeAll(async () => {
    server = await createTestDatabase()
    database = await openLibrary(folder, server?.url)
  })
  afterAll(async () => {
    await database.close()
    await server?.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const exists = (name: string) => database.read((db) => db.exists(PersonTable, { name }))

  it('rolls back a write that throws', async () => {
    const failing = database.write(async (db) => {
      await db.insert(PersonTable, person('undone'))
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
      await db.insert(PersonTable, person('pending'))
      open()
      await look
      throw new Error('no')
    })
    await opened
    const seen = await exists('pending')
    const beside = database.write((db) => db.insert(PersonTable, person('beside')))
    looked()
    await expect(failing).rejects.toThrow('no')
    await beside
    expect([seen, await exists('pending'), await exists('beside')]).toEqual([false, false, true])
  })

  it('loses none of 50 parallel read-then-write transactions', async () => {
    await database.write((db) => db.insert(PersonTable, { ...person('counter'), visits: 0 }))
    const raise = () =>
      database.write(async (db) => {
        const row = await db.selectOne(PersonTable, { name: 'counter' }, { lock: 'update' })
        await db.update(PersonTable, { name: 'counter' }, { visits: (row?.visits ?? 0) + 1 })
      })
    await Promise.all(Array.from({ length: 50 }, raise))
    const counted = await database.read((db) => db.selectOneOrThrow(PersonTable, { name: 'counter' }))
    expect(counted).toMatchObject({ visits: 50, updatedAt: Number.MAX_SAFE_INTEGER, isMember: false })
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
      await database.write((db) => db.insert(PersonTable, person('taken')))
      const works = names('group').map((name, number) => async (db: Queries) => {
        await db.insert(PersonTable, person(name))
        if (number % 3 === 1) throw new Error('no')
        if (number % 3 === 2) await db.insert(PersonTable, person('taken'))
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
      const large = { ...person('large'), note: 'x'.repeat(1_000_000) }
      const outcomes = await waiting([
        (db) => db.insert(PersonTable, person('small1')),
        (db) => db.insert(PersonTable, large),
        (db) => db.insert(PersonTable, person('small2')),
      ])
      await pragma('max_page_count = 1073741823')
      expect(outcomes).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(await Promise.all(['small1', 'large', 'small2'].map(exists))).toEqual([true, false, true])
    })
  })

  it('fails a write that cannot be flushed, but none that may be undone, on SQLite', async () => {
    if (database.driver === 'postgres') return
    const folder = mkdtempSync(join(tmpdir(), 'parley-flush-'))
    const other = await openLibrary(folder)
    try {
      rmSync(`${fileIn(folder)}-wal`)
      await other.write((db) => db.insert(PersonTable, person('undoable')), { mayBeUndone: true })
      await expect(other.write((db) => db.insert(PersonTable, person('lost')))).rejects.toMatchObject({
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
    await expect(database.read((db) => db.insert(PersonTable, person('sneaked')))).rejects.toThrow('readonly')
    const pragma = (name: string) => database.write((db) => runSql(db, `PRAGMA ${name}`))
    expect(JSON.stringify(await pragma('journal_mode'))).toContain('wal')
    expect(JSON.stringify(await pragma('synchronous'))).toContain('1')
    expect(JSON.stringify(await pragma('foreign_keys'))).toContain('1')
  })

  it('recognizes a violated unique constraint and its table', async () => {
    await database.write((db) => db.insert(PersonTable, person('twin')))
    const error: unknown = await database
      .write((db) => db.insert(PersonTable, person('twin')))
      .catch((thrown: unknown) => thrown)
    expect(isUniqueViolation(error)).toBe(true)
    expect(isUniqueViolation(error, 'people')).toBe(true)
    expect(isUniqueViolation(error, 'counters')).toBe(false)
  })

  it('has the tables that the entities declare', async () => {
    const pending = await writerOf(database).driver.createSchemaBuilder().log()
    expect(pending.upQueries.map(({ query }) => query)).toEqual([])
  })

  it('removes rows that refer to a removed row', async () => {
    await database.write(async (db) => {
      await db.insert(PersonTable, person('owner'))
      const { id } = await db.selectOneOrThrow(PersonTable, { name: 'owner' })
      await db.insert(BookTable, { title: 'c', ownerId: id, createdAt: 1, updatedAt: 1 })
      await db.delete(PersonTable, { id })
      expect(await db.count(BookTable, { ownerId: id })).toBe(0)
    })
  })

  it('reports a missing row that another one refers to', async () => {
    const orphan = { title: 'c', ownerId: 999_999, createdAt: 1, updatedAt: 1 }
    const inserting = database.write((db) => db.insert(BookTable, orphan))
    await expect(inserting).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('assigns no id twice, even after its row was deleted', async () => {
    const inserted = (name: string) => database.write((db) => db.insertReturningId(PersonTable, person(name)))
    const last = await inserted('last')
    await database.write((db) => db.delete(PersonTable, { id: last }))
    expect(await inserted('next')).toBeGreaterThan(last)
  })

  it('clears a column when that is the only change', async () => {
    await database.write((db) => db.insert(PersonTable, { ...person('clear'), note: 'x' }))
    await database.write((db) => db.update(PersonTable, { name: 'clear' }, { note: null }))
    const { note } = await database.read((db) => db.selectOneOrThrow(PersonTable, { name: 'clear' }))
    expect(note).toBeNull()
  })

  it('completes both of two writes that wait for each other, on PostgreSQL', async () => {
    if (database.driver !== 'postgres') return
    for (const name of ['here', 'there']) await database.write((db) => db.insert(PersonTable, person(name)))
    let waiting = 0
    let meet = (): void => undefined
    const met = new Promise<void>((resolve) => (meet = resolve))
    const raiseBoth = (...names: string[]) =>
      database.write(async (db) => {
        for (const name of names) {
          await db.update(PersonTable, { name }, { visits: plus(1) })
          waiting += 1
          if (waiting === 2) meet()
          await met
        }
      })
    await Promise.all([raiseBoth('here', 'there'), raiseBoth('there', 'here')])
    const versions = await database.read((db) => db.select(PersonTable, { visits: 2 }))
    expect(versions.map(({ name }) => name).sort()).toEqual(['here', 'there'])
  })

  it('opens twice at once: migrations wait for each other', async () => {
    if (!server) return
    const other = await createTestDatabase()
    const both = await Promise.all([1, 2].map(() => openLibrary(folder, other?.url)))
    for (const one of both) {
      await one.ping()
      await one.close()
    }
    await other?.drop()
  })
})

it('reports UNAVAILABLE for an unreachable server', async () => {
  const opening = openLibrary('/nowhere', 'postgres://nobody@127.0.0.1:9/none')
  await expect(opening).rejects.toMatchObject({ code: 'UNAVAILABLE', part: 'store' })
})
