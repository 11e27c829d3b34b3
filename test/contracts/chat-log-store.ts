import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ChatLogStore, ListedLogRoom, LogRoomKey } from '../../src/ports/chat-log-store/chat-log-store.js'

export interface OpenStore {
  readonly store: ChatLogStore
  close(): Promise<void>
}

const page = { limit: 1_000, newestFirst: false }
const entry = (text: string, source?: string) => ({
  inputData: text,
  outputData: `re: ${text}`,
  imgUrl: null,
  ...(source === undefined ? {} : { source }),
})

/** What every chat-log store must do, run on each adapter. */
export function chatLogStoreContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`chat-log store: ${name}`, () => {
    let opened: OpenStore
    let store: ChatLogStore
    let room: LogRoomKey
    beforeAll(async () => {
      opened = await open()
      store = opened.store
    })
    afterAll(() => opened.close())
    beforeEach(async () => {
      room = { kind: 'office', userId: '7', id: randomUUID() }
      await store.createRoom(room)
    })
    const texts = async () => (await store.page(room, page)).map(({ inputData }) => inputData)

    it('adopts a room of the same kind and user, and refuses the id to anybody else', async () => {
      expect(await store.createRoom(room)).toEqual({ id: room.id, created: false })
      await expect(store.createRoom({ ...room, userId: '8' })).rejects.toMatchObject({ code: 'CONFLICT' })
      await expect(store.createRoom({ ...room, kind: 'chatbot' })).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    it('makes one room of many parallel creations', async () => {
      const same = { ...room, id: randomUUID() }
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => store.createRoom(same)))
      expect(outcomes.filter(({ created }) => created)).toHaveLength(1)
    })

    it('makes one room for one source of a kind and user, whatever ids are proposed', async () => {
      const propose = (change: Partial<LogRoomKey> = {}) =>
        store.createRoom({ ...room, userId: 'sourced', ...change, id: randomUUID() }, 'key:1')
      const made = await Promise.all(Array.from({ length: 10 }, () => propose()))
      expect(made.filter(({ created }) => created)).toHaveLength(1)
      expect(new Set(made.map(({ id }) => id)).size).toBe(1)
      expect(await propose({ kind: 'chatbot' })).toMatchObject({ created: true })
      expect(await propose({ userId: 'somebody else' })).toMatchObject({ created: true })
    })

    it('does not find a room under another kind or user', async () => {
      await store.append(room, entry('mine'))
      for (const wrong of [
        { ...room, userId: '8' },
        { ...room, kind: 'chatbot' as const },
        { ...room, id: randomUUID() },
      ]) {
        const acts = [
          store.append(wrong, entry('x')),
          store.page(wrong, page),
          store.find(wrong, 1),
          store.replace(wrong, 1, entry('x')),
          store.remove(wrong, 1),
        ]
        for (const act of acts) await expect(act).rejects.toMatchObject({ code: 'NOT_FOUND' })
        expect(await store.hasRoom(wrong)).toBe(false)
        expect(await store.deleteRoom(wrong)).toBe(false)
      }
      expect(await store.hasRoom(room)).toBe(true)
      expect(await texts()).toEqual(['mine'])
    })

    it('gives 200 parallel entries distinct ascending indexes without a gap', async () => {
      const saved = await Promise.all(Array.from({ length: 200 }, (_, n) => store.append(room, entry(`say ${n}`))))
      const indexes = saved.map((one) => one.entry.index).sort((a, b) => a - b)
      expect(indexes).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
      expect((await store.page(room, page)).map(({ index }) => index)).toEqual(indexes)
    })

    it('never gives an index twice, also after its entry is gone', async () => {
      for (const text of ['one', 'two', 'three']) await store.append(room, entry(text))
      await store.remove(room, 3)
      expect((await store.append(room, entry('four'))).entry.index).toBe(4)
      await expect(store.remove(room, 3)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await texts()).toEqual(['one', 'two', 'four'])
    })

    it('writes one entry for one source, and leaves no gap for the others', async () => {
      const saved = await Promise.all(Array.from({ length: 10 }, () => store.append(room, entry('same', 'key:1'))))
      expect(saved.filter(({ appended }) => appended)).toHaveLength(1)
      expect(new Set(saved.map((one) => one.entry.index))).toEqual(new Set([1]))
      expect((await store.append(room, entry('next'))).entry.index).toBe(2)
    })

    it('finds what a source wrote, in its own room alone', async () => {
      await store.append(room, entry('first'))
      await store.append(room, entry('sourced', 'key:2'))
      expect(await store.findBySource(room, 'key:2')).toMatchObject({ index: 2, inputData: 'sourced' })
      for (const elsewhere of [
        { ...room, userId: '8' },
        { ...room, kind: 'chatbot' as const },
        { ...room, id: randomUUID() },
      ])
        expect(await store.findBySource(elsewhere, 'key:2')).toBeNull()
      expect(await store.findBySource(room, 'key:3')).toBeNull()
    })

    it('pages from both ends between bounds', async () => {
      for (let n = 1; n <= 6; n += 1) await store.append(room, entry(String(n)))
      const indexes = async (bounds: object) =>
        (await store.page(room, { ...page, ...bounds })).map(({ index }) => index)
      expect(await indexes({ limit: 2 })).toEqual([1, 2])
      expect(await indexes({ after: 2, before: 5 })).toEqual([3, 4])
      expect(await indexes({ limit: 2, newestFirst: true })).toEqual([6, 5])
      expect(await indexes({ newestFirst: true, before: 3 })).toEqual([2, 1])
    })

    it('replaces an entry, counting versions', async () => {
      await store.append(room, entry('old'))
      expect(await store.replace(room, 1, entry('new'), 1)).toMatchObject({ inputData: 'new', version: 2, index: 1 })
      await expect(store.replace(room, 1, entry('x'), 1)).rejects.toMatchObject({ code: 'CONFLICT' })
      await expect(store.replace(room, 2, entry('x'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await store.find(room, 1)).toMatchObject({ inputData: 'new', version: 2 })
      expect(await store.find(room, 2)).toBeNull()
    })

    it('deletes a room with its entries, and again without complaint', async () => {
      await store.append(room, entry('gone'))
      expect(await store.deleteRoom(room)).toBe(true)
      expect(await store.deleteRoom(room)).toBe(false)
      await expect(store.page(room, page)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await store.createRoom(room)
      expect(await texts()).toEqual([])
    })

    it('deletes every room of a user id, of both kinds, again without complaint, and nobody else’s', async () => {
      const keys = (['chatbot', 'office'] as const).map((kind) => ({ kind, userId: 'leaving', id: randomUUID() }))
      for (const key of keys) {
        await store.createRoom(key)
        await store.append(key, entry('gone'))
      }
      await store.append(room, entry('kept'))
      for (const userId of ['leaving', 'leaving', 'nobody']) await store.deleteRoomsOf(userId)
      for (const key of keys) {
        expect(await store.hasRoom(key)).toBe(false)
        await expect(store.find(key, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
        await store.createRoom(key)
        expect(await store.page(key, page)).toEqual([])
      }
      expect(await texts()).toEqual(['kept'])
    })

    it('lists every room once, in pages, and none that has gone', async () => {
      const made = Array.from({ length: 7 }, (_, n) => ({
        kind: n % 2 === 0 ? ('office' as const) : ('chatbot' as const),
        userId: `lister ${n % 3}`,
        id: randomUUID(),
        source: n === 3 ? 'key:3' : null,
      }))
      const before = Date.now() - 1_000
      for (const { source, ...key } of made) await store.createRoom(key, source ?? undefined)
      const [gone, ...kept] = made
      const listed = async (limit: number) => {
        const all: ListedLogRoom[] = []
        for (;;) {
          const found = await store.rooms({ limit, after: all.at(-1)?.id })
          expect(found.length).toBeLessThanOrEqual(limit)
          if (found.length === 0) return all
          all.push(...found)
        }
      }
      const mine = async (limit: number) => (await listed(limit)).filter(({ userId }) => userId.startsWith('lister '))
      const whole = await mine(1_000)
      expect(whole).toHaveLength(7)
      for (const key of made) {
        const found = whole.find(({ id }) => id === key.id)
        expect(found).toMatchObject({ ...key, isRemnant: false })
        expect(found?.createdAt).toBeGreaterThan(before)
      }
      expect(await mine(2)).toEqual(whole)
      if (gone) await store.deleteRoom({ kind: gone.kind, userId: gone.userId, id: gone.id })
      expect(await mine(3)).toEqual(whole.filter(({ id }) => kept.some((key) => key.id === id)))
      // a page goes on behind a room that has gone meanwhile
      const rest = await store.rooms({ limit: 1_000, after: gone?.id })
      expect(rest).not.toContainEqual(expect.objectContaining({ id: gone?.id }))
      expect(await store.rooms({ limit: 1, after: gone?.id })).toEqual(rest.slice(0, 1))
    })

    it.each(['x'.repeat(1_000_000), '👩‍🚀🚀', 'e\u0301 é', 'שלום \u202e abc', '"\\\n\t\u0001\u2028', '{"$where":1}'])(
      'keeps text as it is (%#)',
      async (text) => {
        await store.append(room, entry(text))
        expect(await texts()).toEqual([text])
      },
    )
  })
}
