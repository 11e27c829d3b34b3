import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from '@jest/globals'
import { AppError, pageBytes, type ResultBytes } from '@parley/runtime'
import type { ChatLogStore, LogEntries, LogEntry, LogRoomKey } from '../../src/chat-log-store.js'

const said = (outputData: string) => ({ inputData: 'say', outputData, imgUrl: null })
const indexesOf = ({ entries }: LogEntries) => entries.map(({ index }) => index)

class Budget implements ResultBytes {
  readonly added: number[] = []

  constructor(private left: number) {}

  fits(bytes: number): boolean {
    return bytes <= this.left
  }

  add(bytes: number): void {
    if (!this.fits(bytes)) throw new AppError('BAD_USER_INPUT', { message: 'too large' })
    this.added.push(bytes)
    this.left -= bytes
  }
}

/** Part of the contract of chat-log stores: a page is bounded in bytes. */
export function itBoundsPages(opened: () => ChatLogStore): void {
  let store: ChatLogStore
  let room: LogRoomKey
  const append = async (...texts: readonly string[]) => {
    for (const text of texts) await store.append(room, said(text))
  }
  const readAll = async (newestFirst: boolean, limit: number) => {
    const pages: LogEntries[] = []
    for (;;) {
      const last = pages.at(-1)?.entries.at(-1)?.index
      const bound = newestFirst ? { before: last } : { after: last }
      const page = await store.page(room, { limit, newestFirst, ...bound })
      pages.push(page)
      if (!page.hasMore) return pages
    }
  }
  beforeEach(async () => {
    store = opened()
    room = { kind: 'office', userId: '7', id: randomUUID() }
    await store.createRoom(room)
  })

  it('ends a page by its rows, and reports whether there are more', async () => {
    await append('a', 'b', 'c')
    const page = (limit: number, bounds = {}) => store.page(room, { limit, newestFirst: false, ...bounds })
    expect(await page(3)).toMatchObject({ hasMore: false, entries: [{ index: 1 }, { index: 2 }, { index: 3 }] })
    expect(await page(2)).toMatchObject({ hasMore: true, entries: [{ index: 1 }, { index: 2 }] })
    expect(await page(2, { before: 3 })).toMatchObject({ hasMore: false, entries: [{ index: 1 }, { index: 2 }] })
    expect(await page(0)).toEqual({ hasMore: true, entries: [] })
    expect(await page(5, { after: 3 })).toEqual({ hasMore: false, entries: [] })
  })

  it.each([
    ['forward', false],
    ['backward', true],
  ])('ends a page of large entries early, and pages on to the end once: %s', async (_, newestFirst) => {
    const texts = Array.from({ length: 12 }, (_text, n) => (n % 3 === 2 ? 'small' : String(n % 10).repeat(300_000)))
    await append(...texts)
    const pages = await readAll(newestFirst, 100)
    expect(pages.length).toBeGreaterThan(2)
    for (const { entries, hasMore } of pages) {
      const size = entries.reduce((sum, { outputData }) => sum + outputData.length, 0)
      expect(size).toBeLessThanOrEqual(pageBytes)
      // as many as fit
      if (hasMore) expect(size).toBeGreaterThan(pageBytes - 301_000)
    }
    const found = pages.flatMap(({ entries }) => entries)
    const inOrder: readonly LogEntry[] = newestFirst ? found.toReversed() : found
    expect(inOrder.map(({ outputData }) => outputData)).toEqual(texts)
    expect(inOrder.map(({ index }) => index)).toEqual(texts.map((_text, n) => n + 1))
  })

  it('returns an entry that is larger than a page as its own page', async () => {
    await append('a', 'x'.repeat(pageBytes + 1), 'b')
    expect((await readAll(false, 100)).map(indexesOf)).toEqual([[1], [2], [3]])
    expect((await readAll(true, 100)).map(indexesOf)).toEqual([[3], [2], [1]])
  })

  it('counts the replies that an entry keeps beside the one it shows', async () => {
    await append('a', 'b', 'c')
    for (const index of [1, 2, 3])
      for (const letter of ['x', 'y']) await store.replace(room, index, said(letter.repeat(400_000)))
    expect((await readAll(false, 100)).map(indexesOf)).toEqual([[1], [2], [3]])
  })

  it('counts bytes as they are stored, not characters', async () => {
    await append('한'.repeat(150_000), '한'.repeat(150_000), '한'.repeat(150_000))
    expect((await readAll(false, 100)).map(indexesOf)).toEqual([[1, 2], [3]])
  })

  it('returns text that is not well-formed unchanged', async () => {
    const texts = ['a \ud83d b', '\udc00'.repeat(20_000), 'c']
    await append(...texts)
    const found = (await readAll(false, 100)).flatMap(({ entries }) => entries)
    expect(found.map(({ outputData }) => outputData)).toEqual(texts)
  })

  it('counts the thoughts of all replies', async () => {
    const long = 'x'.repeat(700_000)
    const other: LogRoomKey = { kind: 'office', userId: '7', id: randomUUID() }
    await store.createRoom(other)
    const content = { inputData: 'say', outputData: 'yes', imgUrl: null }
    for (let n = 0; n < 3; n += 1) await store.append(other, { ...content, thoughts: n === 1 ? null : long })
    const page = await store.page(other, { limit: 100, newestFirst: false })
    expect([page.entries.length, page.hasMore]).toEqual([2, true])
    await store.addReply(other, 2, {
      ...content,
      thoughts: long,
      origin: { generationId: 'g', model: 'm' },
      seenVersion: 0,
    })
    expect((await store.page(other, { limit: 100, newestFirst: false })).entries).toHaveLength(1)
  })

  it('counts the sources of all replies', async () => {
    const page = {
      kind: 'WEB',
      number: 1,
      title: 'A page',
      link: 'https://x.example/',
      file: null,
      place: null,
    } as const
    const sources = [{ ...page, passage: 'x'.repeat(700_000) }]
    const content = { inputData: 'say', outputData: 'yes', imgUrl: null }
    for (let n = 0; n < 3; n += 1) await store.append(room, { ...content, sources: n === 1 ? [] : sources })
    const all = { limit: 100, newestFirst: false }
    const read = await store.page(room, all)
    expect([read.entries.length, read.hasMore]).toEqual([2, true])
    const origin = { generationId: 'g', model: 'm' }
    await store.addReply(room, 2, { ...content, sources, origin, seenVersion: 0 })
    expect((await store.page(room, all)).entries).toHaveLength(1)
  })

  it('ends a page when the bytes of the result are used up, and counts the page once', async () => {
    await append('a'.repeat(1_000), 'b'.repeat(1_000), 'c'.repeat(1_000))
    const bytes = new Budget(2_900)
    const page = await store.page(room, { limit: 100, newestFirst: false, bytes })
    expect(page).toMatchObject({ hasMore: true, entries: [{ index: 1 }, { index: 2 }] })
    expect(bytes.added).toHaveLength(1)
    expect(bytes.added[0]).toBeGreaterThan(2_000)
    // the next page has one entry, however few bytes are left
    await expect(store.page(room, { limit: 100, newestFirst: false, after: 2, bytes })).rejects.toThrow('too large')
  })

  it('shares the bytes of a result among pages that are read at the same time', async () => {
    await append(...Array.from({ length: 5 }, () => 'x'.repeat(100_000)))
    const bytes = new Budget(1_150_000)
    const reads = Array.from({ length: 3 }, () => store.page(room, { limit: 100, newestFirst: false, bytes }))
    const sizes = (await Promise.all(reads)).map(({ entries }) => entries.length)
    expect(sizes.toSorted()).toEqual([1, 5, 5])
  })

  it('reads no large entry when its counted bytes do not fit', async () => {
    await append('x'.repeat(500_000))
    const bytes = new Budget(499_000)
    await expect(store.page(room, { limit: 1, newestFirst: false, bytes })).rejects.toThrow('too large')
    expect(bytes.added).toEqual([])
  })
}
