import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase } from '@parley/testing'
import {
  atLeast,
  atMost,
  between,
  type Database,
  everyRow,
  isUniqueViolation,
  lessThan,
  like,
  moreThan,
  not,
  oneOf,
  plus,
  type Where,
} from '../src/index.js'
import {
  BookTable,
  CounterTable,
  LoanTable,
  openLibrary,
  PageTable,
  type Person,
  PersonTable,
  writerOf,
} from './library.js'

const person = (name: string, createdAt: number, more: Partial<Person> = {}) => ({
  name,
  createdAt,
  updatedAt: createdAt,
  ...more,
})
const loan = (target: string) => ({
  kind: 'image',
  target,
  createdAt: 1,
  renewals: 2,
  lease: 'a',
})

let database: Database
let folder: string
let server: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  server = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'parley-queries-'))
  database = await openLibrary(folder, server?.url)
  await database.write(async (db) => {
    await db.insert(PersonTable, [
      person('ada', 10, { handle: null, isMember: true, role: 'READER' }),
      person('a%b', 20, { handle: null, isMember: false, role: 'READER' }),
      person('cem', 20, { handle: 'c', isMember: false, role: 'CLERK' }),
      person('dan', 30, { handle: 'd', isMember: false, role: 'READER' }),
    ])
  })
})
afterAll(async () => {
  await database.close()
  await server?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const names = async (where: Where<Person>) =>
  (await database.read((db) => db.select(PersonTable, where, { columns: ['name'], orderBy: { id: 'asc' } }))).map(
    ({ name }) => name,
  )

describe('conditions', () => {
  const cases: readonly (readonly [string, Where<Person>, readonly string[]])[] = [
    ['a value', { name: 'ada' }, ['ada']],
    ['a flag', { isMember: true }, ['ada']],
    ['null', { handle: null }, ['ada', 'a%b']],
    ['not null', { handle: not(null) }, ['cem', 'dan']],
    ['another value', { name: not('ada') }, ['a%b', 'cem', 'dan']],
    ['less', { createdAt: lessThan(20) }, ['ada']],
    ['less or equal', { createdAt: atMost(20) }, ['ada', 'a%b', 'cem']],
    ['more', { createdAt: moreThan(20) }, ['dan']],
    ['more or equal', { createdAt: atLeast(20) }, ['a%b', 'cem', 'dan']],
    ['a range with its ends', { createdAt: between(10, 20) }, ['ada', 'a%b', 'cem']],
    ['one of some numbers', { createdAt: oneOf([10, 30]) }, ['ada', 'dan']],
    ['one of some texts', { name: oneOf(['ada', 'nobody']) }, ['ada']],
    ['one of none', { name: oneOf([]) }, []],
    ['a pattern', { name: like('a%') }, ['ada', 'a%b']],
    ['a sign of a pattern made literal', { name: like('a\\%%') }, ['a%b']],
    ['several columns', { createdAt: 20, role: 'CLERK' }, ['cem']],
    ['several sets', [{ name: 'ada' }, { createdAt: 20, role: 'CLERK' }], ['ada', 'cem']],
    ['none', {}, ['ada', 'a%b', 'cem', 'dan']],
  ]
  it.each(cases)('%s', async (_name, where, expected) => {
    expect(await names(where)).toEqual(expected)
    expect(await database.read((db) => db.count(PersonTable, where))).toBe(expected.length)
    expect(await database.read((db) => db.exists(PersonTable, where))).toBe(expected.length > 0)
  })

  it('are refused when a value is missing, so that no statement affects more rows than intended', async () => {
    const where = { name: undefined } as unknown as Where<Person>
    await expect(names(where)).rejects.toThrow('no value for people.name')
    await expect(database.write((db) => db.delete(PersonTable, where))).rejects.toThrow('no value for people.name')
    await expect(database.write((db) => db.delete(PersonTable, {}))).rejects.toThrow('every row of people')
    await expect(database.write((db) => db.update(PersonTable, {}, { role: 'READER' }))).rejects.toThrow(
      'every row of people',
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
        await database.write((db) => db.select(PersonTable, { id: oneOf(ids) }, { columns: ['id'] }))
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
      await db.selectOne(PersonTable, { name: 'ada' }),
      await db.selectOne(PersonTable, { name: 'ada' }, { columns: ['isMember', 'createdAt'] }),
    ])
    expect(ada).toMatchObject({ name: 'ada', handle: null, isMember: true, createdAt: 10, visits: 0 })
    expect(Object.keys(ada ?? {}).sort()).toEqual(Object.keys(PersonTable.spec.columns).sort())
    expect(one).toEqual({ isMember: true, createdAt: 10 })
  })

  it('continues after a row, in the order of several columns', async () => {
    const page = async (direction: 'asc' | 'desc', after?: readonly number[]) =>
      (
        await database.read((db) =>
          db.select(PersonTable, {}, { orderBy: { createdAt: direction, id: direction }, after, limit: 2 }),
        )
      ).map(({ name, createdAt, id }) => ({ name, key: [createdAt, id] }))
    const first = await page('desc')
    expect(first.map(({ name }) => name)).toEqual(['dan', 'cem'])
    expect((await page('desc', first[1]?.key)).map(({ name }) => name)).toEqual(['a%b', 'ada'])
    const oldest = await page('asc')
    expect((await page('asc', oldest[1]?.key)).map(({ name }) => name)).toEqual(['cem', 'dan'])
  })

  it('reports what is missing', async () => {
    expect(await database.read((db) => db.selectOne(PersonTable, { name: 'nobody' }))).toBeUndefined()
    const required = database.read((db) => db.selectOneOrThrow(PersonTable, { name: 'nobody' }))
    await expect(required).rejects.toThrow('no such row in people')
  })

  it('counts rows per id', async () => {
    const book = { title: 'b', createdAt: 1, updatedAt: 1 }
    const bookId = await database.write((db) => db.insertReturningId(BookTable, book))
    const document = { words: 'ä', image: null, version: 1 }
    await database.write((db) =>
      db.insert(
        PageTable,
        [1, 2].map((index) => ({ bookId, index, document })),
      ),
    )
    expect(await database.read((db) => db.countEach(PageTable, 'index', [2, 9, 1]))).toEqual([1, 0, 1])
    const page = await database.read((db) => db.selectOne(PageTable, { bookId, index: 2 }))
    expect(page?.document).toEqual(document)
  })
})

describe('a write', () => {
  it('returns the number of affected rows, and the id of a new one', async () => {
    await database.write(async (db) => {
      const id = await db.insertReturningId(PersonTable, { ...person('eva', 40), note: undefined })
      expect(await db.update(PersonTable, { id }, { visits: plus(3), role: undefined })).toBe(1)
      expect(await db.selectOne(PersonTable, { id }, { columns: ['visits', 'role'] })).toEqual({
        visits: 3,
        role: 'READER',
      })
      const another = { changes: { visits: plus(1) }, columns: ['visits'] } as const
      expect(await db.updateReturning(PersonTable, { id }, another)).toEqual({ visits: 4 })
      expect(await db.delete(PersonTable, { id: oneOf([id, id + 1]) })).toBe(1)
      expect(await db.update(PersonTable, { id }, { role: 'CLERK' })).toBe(0)
      expect(await db.updateReturning(PersonTable, { id }, another)).toBeUndefined()
      await db.insert(PersonTable, [])
    })
  })

  it('affects every row only on request', async () => {
    const undone = new Error('undone')
    const changing = database.write(async (db) => {
      expect(await db.update(PersonTable, everyRow, { visits: 9 })).toBe(4)
      throw undone
    })
    await expect(changing).rejects.toBe(undone)
  })

  it('skips, replaces or adds to a conflicting row', async () => {
    await database.write((db) => db.insert(LoanTable, [loan('x'), loan('y')]))
    const again = database.write((db) => db.insert(LoanTable, loan('x')))
    expect(isUniqueViolation(await again.catch((error: unknown) => error), 'loans')).toBe(true)
    const newer = { ...loan('x'), renewals: 7, lease: 'b', createdAt: 99 }
    const columns = ['kind', 'target'] as const
    await database.write((db) => db.insert(LoanTable, [newer, loan('z')], { columns }))
    const kept = () => database.read((db) => db.selectOne(LoanTable, { target: 'x' }))
    expect(await kept()).toMatchObject({ renewals: 2, lease: 'a', createdAt: 1 })
    await database.write((db) => db.insert(LoanTable, newer, { columns, replace: ['lease'], add: ['renewals'] }))
    expect(await kept()).toMatchObject({ renewals: 9, lease: 'b', createdAt: 1 })
    expect(await database.read((db) => db.count(LoanTable))).toBe(3)
  })

  it('quotes names that are SQL keywords', async () => {
    await database.write((db) => db.insert(CounterTable, { key: 'k', points: 1 }))
    expect(await database.write((db) => db.delete(CounterTable, { key: 'k' }))).toBe(1)
  })
})
