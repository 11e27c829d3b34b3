import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import libsql from 'libsql'
import { QueryFailedError } from 'typeorm'
import { atLeast, type Database, like, oneOf, type Queries, selectCounted, selectPage } from '../src/index.js'
import { type Book, BookTable, fileIn, openLibrary, runSql } from './library.js'

const short = ['id', 'title', 'imageUrl', 'isPublic', 'isLost', 'ownerId', 'createdAt', 'updatedAt'] as const

const texts: Readonly<Record<string, string>> = {
  'an empty text': '',
  'a NUL inside': 'a\0b',
  'a NUL at the end': 'a\0',
  'only a NUL': '\0',
  'a backslash and the escape of a NUL': '\\u0000',
  'a lone high surrogate': 'a\ud800b',
  'a lone low surrogate': '\udfff',
  'a pair of surrogates': '😀',
  'a byte order mark': '\ufeffa\ufeff',
  'signs that JSON escapes': '"\\/\b\f\n\r\t\u0001\u001f\u007f\u2028\u2029',
  'the text of a JSON value': '[null]',
  'the word null': 'null',
  'a decomposed letter': 'é'.normalize('NFD'),
  'a text above the size that a page reads at once': 'ü'.repeat(20_000),
}
const numbers: Readonly<Record<string, number>> = {
  zero: 0,
  'negative zero': -0,
  'a negative number': -1,
  'the largest safe integer': Number.MAX_SAFE_INTEGER,
  'the first integer that is not safe': 2 ** 53,
  'an integer past 2^53': 2 ** 53 + 2,
  'the largest 64-bit integer': 2 ** 63 - 1024,
  'an integer past 64 bits': 2 ** 70 + 2 ** 30,
  'a fraction': 1.5,
  'a fraction of 17 digits': 0.1 + 0.2,
  infinity: Infinity,
}

const book = (title: string, more: Partial<Book> = {}) => ({
  title,
  createdAt: 1,
  updatedAt: 1,
  ...more,
})

const folder = mkdtempSync(join(tmpdir(), 'parley-prepared-'))
let database: Database
beforeAll(async () => {
  database = await openLibrary(folder)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const inserted = (...rows: readonly Partial<Book>[]) =>
  database.write(async (db) => {
    const ids: number[] = []
    for (const row of rows) ids.push(await db.insertReturningId(BookTable, book('c', row)))
    return ids
  })
/** Every kind of read of these rows, with the order of their keys. A write reads through TypeORM. */
const reads = (ids: readonly number[]) => async (db: Queries) => {
  const where = { id: oneOf(ids) }
  const selection = { where, orderBy: { id: 'desc' } } as const
  const single = await Promise.all(ids.map((id) => db.selectOne(BookTable, { id })))
  const results = [
    single,
    await db.select(BookTable, where, { orderBy: { id: 'asc' } }),
    await db.select(BookTable, where, { columns: short, orderBy: { id: 'desc' }, limit: 2 }),
    (await selectPage(BookTable)(db, selection, { limit: 10 })).rows,
    (await selectPage(BookTable, short)(db, selection, { limit: 1 })).rows,
    await selectCounted(BookTable, ['summary', 'id'])(db, selection, undefined),
    await db.countEach(BookTable, 'updatedAt', [1, 7]),
    [await db.count(BookTable, where), await db.exists(BookTable, where)],
  ]
  return results.map((rows) => rows.map((row) => (typeof row === 'object' ? Object.entries(row) : row)))
}
const expectSame = async (ids: readonly number[]) => {
  const found = await database.read(reads(ids))
  expect(found).toStrictEqual(await database.write(reads(ids)))
  return found
}

describe('a read returns what the same query in a write returns', () => {
  it.each(Object.keys(texts))('for %s', async (name) => {
    const text = texts[name] ?? ''
    const [long, other] = [{ summary: text }, { text: text, tags: [text, 'x'] }]
    await expectSame(await inserted({}, long, other, {}))
    await expectSame(await inserted({}, { ...long, ...other }))
    if (text.length < 100) await expectSame(await inserted({ imageUrl: text }, { title: text }))
  })

  it.each(Object.keys(numbers))('for %s', async (name) => {
    const updatedAt = numbers[name] ?? 0
    await expectSame(await inserted({ updatedAt }, {}))
  })

  it('for the largest and the smallest integer that SQLite stores', async () => {
    const ids = await inserted({}, {})
    const settings = `updated_at = 9223372036854775807, created_at = -9223372036854775808`
    await database.write((db) => runSql(db, `UPDATE books SET ${settings} WHERE id = ${String(ids[0])}`))
    await expectSame(ids)
  })

  it('for flags, null and documents', async () => {
    const tags = [null, true, 0.1 + 0.2, { deep: ['ü', '\0'] }] as unknown as string[]
    const found = await expectSame(await inserted({ isPublic: false, tags }, { isPublic: true, isLost: true }))
    expect(found[1]?.[0]).toEqual(
      expect.arrayContaining([
        ['isPublic', false],
        ['summary', null],
        ['tags', tags],
      ]),
    )
  })

  it('for no row', async () => {
    await expectSame([])
    await expectSame([9_999_999])
  })
})

it('reads rows in the requested order, with an index and without', async () => {
  const times = Array.from({ length: 60 }, (_, at) => 1_000 + ((at * 37) % 60))
  const ids = await inserted(...times.map((time) => ({ createdAt: time, updatedAt: time })))
  for (const column of ['createdAt', 'updatedAt'] as const)
    for (const direction of ['asc', 'desc'] as const) {
      const orderBy = { [column]: direction }
      const where = { id: oneOf(ids), [column]: atLeast(1_000) }
      const [all, some, page] = await database.read(async (db) => [
        await db.select(BookTable, where, { columns: short, orderBy }),
        await db.select(BookTable, where, { columns: short, orderBy, limit: 20 }),
        (await selectPage(BookTable)(db, { where, orderBy }, { limit: 20 })).rows,
      ])
      const sorted = times.toSorted((one, other) => (direction === 'asc' ? one - other : other - one))
      expect(all.map((row) => row[column])).toEqual(sorted)
      expect(some.map((row) => row[column])).toEqual(sorted.slice(0, 20))
      expect(page.map((row) => row[column])).toEqual(sorted.slice(0, 20))
    }
})

it('reads the newest commit each time, and holds no snapshot', async () => {
  const [id = 0] = await inserted({})
  const read = () => database.read((db) => db.select(BookTable, { id: oneOf([id]) }, { columns: short }))
  for (const updatedAt of [2, 3]) {
    await database.write((db) => db.update(BookTable, { id }, { updatedAt }))
    expect(await read()).toMatchObject([{ updatedAt }])
    expect(await database.read((db) => db.selectOne(BookTable, { id }))).toMatchObject({ updatedAt })
  }
  const other = new libsql(fileIn(folder))
  expect(other.pragma('wal_checkpoint(TRUNCATE)')).toEqual([{ busy: 0, log: 0, checkpointed: 0 }])
  other.close()
})

it('binds a flag', async () => {
  const [id = 0] = await inserted({ isPublic: false })
  expect(await database.read((db) => db.exists(BookTable, { id, isPublic: false }))).toBe(true)
})

it('prepares texts again after their table changed', async () => {
  const ids = await inserted({}, {})
  await expectSame(ids)
  await database.write((db) => runSql(db, 'ALTER TABLE books ADD COLUMN later integer'))
  await expectSame(ids)
  await database.write((db) => runSql(db, 'ALTER TABLE books DROP COLUMN later'))
  await expectSame(ids)
})

it('reads more texts than it keeps prepared', async () => {
  const [id = 0] = await inserted({})
  const columns = BookTable.properties as readonly (keyof Book)[]
  for (let round = 0; round < 2; round += 1)
    for (const one of columns)
      for (const other of columns) {
        const selection = { columns: [...new Set([one, other])] }
        const [row] = await database.read((db) => db.select(BookTable, { id }, selection))
        expect(Object.keys(row ?? {})).toEqual(selection.columns)
      }
})

describe('a failed read', () => {
  const failure = (work: (db: Queries) => Promise<unknown>) =>
    database.read(work).catch((error: unknown) => error) as Promise<QueryFailedError>
  const pages: readonly ((db: Queries) => Promise<unknown>)[] = [
    (db: Queries) => db.select(BookTable, {}, { columns: short }),
    (db: Queries) => db.selectOne(BookTable, { id: 1 }),
    (db: Queries) => selectPage(BookTable)(db, { where: {} }, { limit: 3 }),
  ]

  it.each(pages)('throws the error of TypeORM for a missing table, and the next one succeeds: %#', async (page) => {
    await database.read(page)
    await database.write((db) => runSql(db, 'ALTER TABLE books RENAME TO moved'))
    const [error, other] = [await failure(page), await database.write(page).catch((thrown: unknown) => thrown)]
    await database.write((db) => runSql(db, 'ALTER TABLE moved RENAME TO books'))
    expect(error).toBeInstanceOf(QueryFailedError)
    const fields = ({ message, query, parameters, driverError }: QueryFailedError): unknown[] => [
      message,
      query,
      parameters,
      Reflect.get(driverError, 'code'),
    ]
    expect(fields(error)).toEqual(fields(other as QueryFailedError))
    await database.read(page)
  })

  it('does not fail the next read with the same text', async () => {
    const named = (pattern: string) => (db: Queries) =>
      db.select(BookTable, { title: like(pattern) }, { columns: ['title'] })
    await inserted({ title: 'Grace' })
    expect((await failure(named('%'.repeat(60_000)))).message).toContain('too complex')
    expect(await database.read(named('Grac_'))).toEqual([{ title: 'Grace' }])
  })

  it('is one after the store was closed, also for a text that was prepared before', async () => {
    const other = await openLibrary(folder)
    await other.read((db) => db.select(BookTable, {}, { columns: short }))
    await other.close()
    const read = other.read((db) => db.select(BookTable, {}, { columns: short }))
    await expect(read).rejects.toThrow('The database connection is not open')
  })
})
