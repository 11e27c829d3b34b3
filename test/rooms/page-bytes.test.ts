import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { AppError } from '@parley/runtime'
import { pageRequest, type Queries } from '@parley/statements'
import { listCharacters } from '../../src/characters/list-characters.js'
import { storeRank } from '../../src/characters/store-rank.js'
import { CharacterTable } from '../../src/database/tables/characters.js'
import { GenerationTable } from '../../src/database/tables/generations.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { LogRoom } from '../support/rooms/log-room.js'
import { at, type Person } from '../support/app/person.js'

interface Page {
  readonly nodes: readonly Readonly<Record<string, unknown>>[]
  readonly pageInfo: Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>> &
    Readonly<Record<'startCursor' | 'endCursor', string | null>>
}

const pageBytes = 1_048_576
const rows = 100
const pageInfo = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }'
// three bytes each
const longText = '한'.repeat(65_000)

let app: TestApp
let ada: Person
let admin: Person
let roomId = ''
let characterIds: readonly number[] = []
beforeAll(async () => {
  app = await createTestApp({ roles: 'app,chatlog' })
  ada = await app.person('ada')
  admin = await app.admin()
  const { createOfficeRoom } = await ada.data('mutation { createOfficeRoom { room { id } } }')
  roomId = at(createOfficeRoom, 'room', 'id')
  for (let n = 1; n <= rows; n += 1) await write(n, 200_000)
  await app.app.database.write(async (db) => {
    const ownerId = Number(ada.id)
    const ends = { createdAt: 1, updatedAt: 1 }
    const shown = { greeting: null, imageUrl: null, isPublic: true }
    for (let n = 0; n < rows; n += 1)
      await db.insert(CharacterTable, {
        ...{ name: `c${n}`, nameKey: `c${n}`, context: longText, ownerId },
        ...shown,
        ...ends,
      })
    const stored = await db.select(CharacterTable, { ownerId })
    for (const character of stored) await storeRank(db, character)
    characterIds = stored.map(({ id }) => id)
    for (let n = 1; n <= 20; n += 1)
      await db.insert(GenerationTable, {
        ...{ id: randomUUID(), roomId, ownerId, message: 'say', model: 'Local', text: `${n} `.repeat(100_000) },
        ...{ status: 'FAILED', leaseUntil: 0, createdAt: n },
      })
  })
}, 120_000)
afterAll(() => app.close())

async function write(n: number, length: number): Promise<void> {
  const input = { roomId, inputData: String(n), outputData: 'x'.repeat(length) }
  await ada.data('mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }', { input })
}

/** All pages of a list, with the maximum page size. */
async function walk(person: Person, query: string, listOf: (data: object) => unknown, backward = false) {
  const pages: Page[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const bounds = backward ? { last: rows, before: cursor } : { first: rows, after: cursor }
    const page = listOf(await person.data(query, { roomId, ...bounds })) as Page
    pages.push(page)
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo
    cursor = (backward ? hasPreviousPage : hasNextPage) ? (backward ? startCursor : endCursor) : null
    if (pages.length > rows) throw new Error('this walk does not end')
  }
  return pages
}

function expectBounded(pages: readonly Page[], field: string): void {
  expect(pages.length).toBeGreaterThan(1)
  for (const { nodes } of pages) {
    expect(nodes.length).toBeGreaterThan(1)
    const bytes = nodes.reduce((sum, node) => sum + Buffer.byteLength(String(node[field])), 0)
    expect(bytes).toBeLessThanOrEqual(pageBytes)
  }
}

const characters = `nodes { id context } ${pageInfo}`

describe('a list of large rows, with 100 requested rows', () => {
  const entries = `query ($roomId: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    room(id: $roomId) {
      entries(first: $first, after: $after, last: $last, before: $before) { nodes { index outputData } ${pageInfo} }
    }
  }`
  const indexes = Array.from({ length: rows }, (_, n) => n + 1)

  it('ends each page of entries by its bytes, and returns all of them once', async () => {
    const pages = await walk(ada, entries, (data) => (data as { room: { entries: unknown } }).room.entries)
    expectBounded(pages, 'outputData')
    expect(pages.flatMap(({ nodes }) => nodes.map(({ index }) => index))).toEqual(indexes)
  })

  it('does so from the end too', async () => {
    const pages = await walk(ada, entries, (data) => (data as { room: { entries: unknown } }).room.entries, true)
    expectBounded(pages, 'outputData')
    expect(pages.toReversed().flatMap(({ nodes }) => nodes.map(({ index }) => index))).toEqual(indexes)
  })

  it.each([
    ['the oldest', 'characters', 'orderBy: OLDEST', false],
    ['the newest', 'characters', 'orderBy: NEWEST', true],
    ['the most liked', 'characters', 'orderBy: MOST_LIKED', false],
    ['those of the caller', 'myCharacters', '', false],
    ['those of everybody', 'allCharacters', '', true],
  ])('ends each page of characters by its bytes, and gives all of them once: %s', async (_, field, order, newest) => {
    const person = field === 'allCharacters' ? admin : ada
    const args = ['first: $first', 'after: $after', order].join(' ')
    const query = `query ($first: Int!, $after: String) { ${field}(${args}) { ${characters} } }`
    const pages = await walk(person, query, (data) => (data as Record<string, unknown>)[field])
    expectBounded(pages, 'context')
    const ids = newest ? characterIds.toReversed() : characterIds
    expect(pages.flatMap(({ nodes }) => nodes.map(({ id }) => Number(id)))).toEqual(ids)
    expect(new Set(pages.flatMap(({ nodes }) => nodes.map(({ context }) => context)))).toEqual(new Set([longText]))
  })

  it('ends each page of generations by its bytes, and returns all of them once', async () => {
    const query = `query ($roomId: ID!, $first: Int!, $after: String) {
      room(id: $roomId) { generations(first: $first, after: $after) { nodes { text } ${pageInfo} } }
    }`
    const pages = await walk(ada, query, (data) => (data as { room: { generations: unknown } }).room.generations)
    expectBounded(pages, 'text')
    const texts = pages.flatMap(({ nodes }) => nodes.map(({ text }) => String(text).slice(0, 2).trim()))
    expect(texts).toEqual(Array.from({ length: 20 }, (_, n) => String(20 - n)))
  })

  it('is complete over REST without a limit', async () => {
    const { body } = await ada.rest('GET', `/api/rooms/officerooms/${roomId}/logs`)
    expect((body as { index: number }[]).map(({ index }) => index)).toEqual(indexes)
  })

  it('returns as many of the newest entries as requested over the chat-log service', async () => {
    const room = new LogRoom(app.chatLog(), '/doclog/office', roomId, ada.id)
    for (const newest of [1, 5, 6, 50]) {
      const { body } = await room.load({ newest })
      expect((body as { index: number }[]).map(({ index }) => index)).toEqual(indexes.slice(-newest))
    }
  })

  /** Deletes a character after the first statement. */
  const deletingLate = (db: Queries, id: number) => {
    let statements = 0
    const run: Queries['run'] = async (statement) => {
      const found = await db.run<never>(statement)
      statements += 1
      if (statements === 1) await db.delete(CharacterTable, { id })
      return found
    }
    return new Proxy(db, { get: (target, name): unknown => (name === 'run' ? run : Reflect.get(target, name)) })
  }

  it.each(['OLDEST', 'NEWEST', 'MOST_LIKED'] as const)(
    'reads a page again when its only row is deleted before its text is read: %s',
    async (order) => {
      const [first = 0, second = 0] = order === 'NEWEST' ? characterIds.toReversed() : characterIds
      const undone = new Error('undone')
      await expect(
        app.app.database.write(async (db) => {
          const filter = { isPublic: undefined, ownerId: Number(ada.id) }
          const page = await listCharacters(deletingLate(db, first), filter, order, pageRequest({ first: 1 }))
          expect(page.nodes.map(({ id }) => id)).toEqual([second])
          expect(page.pageInfo.hasNextPage).toBe(true)
          expect(page.pageInfo.endCursor).not.toBeNull()
          expect((await listCharacters(db, filter, order, pageRequest({ first: 0 }))).nodes).toEqual([])
          throw undone
        }),
      ).rejects.toBe(undone)
    },
  )

  it('counts rows that are loaded by many ids before their texts are read', async () => {
    const added: number[] = []
    const bytes = { fits: () => true, add: (size: number) => void added.push(size) }
    const found = await app.app.product.characters.byIds(characterIds, bytes)
    expect(found.map((character) => character?.id)).toEqual(characterIds)
    expect(added).toHaveLength(1)
    expect(added[0]).toBeGreaterThanOrEqual(rows * Buffer.byteLength(longText))
    const refusing = {
      fits: () => false,
      add: () => {
        throw new AppError('BAD_USER_INPUT')
      },
    }
    await expect(app.app.product.characters.byIds(characterIds, refusing)).rejects.toThrow(AppError)
  })
})
