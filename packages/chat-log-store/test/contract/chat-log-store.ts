import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ChatLogStore, LogRoomKey } from '../../src/chat-log-store.js'
import { itChangesLogs } from './log-changes.js'
import { itBoundsPages } from './log-page-bytes.js'
import { itListsRooms } from './log-room-list.js'
import { itSearchesEntries } from './log-search.js'
import { itKeepsLongTexts } from './long-log-texts.js'
import { type LogOpener, replaceUntilKilled } from './replace-until-killed.js'

export { fillRoom, openLogTables } from './log-tables.js'

export interface OpenStore {
  readonly store: ChatLogStore
  /** The same logs through another process; on an adapter for one process, the same store. */
  readonly other: ChatLogStore
  /** The module by which another process opens the same logs. */
  readonly opener: LogOpener
  close(): Promise<void>
}

const page = { limit: 1_000, newestFirst: false }
const entry = (text: string, source?: string) => ({
  inputData: text,
  outputData: `re: ${text}`,
  imgUrl: null,
  ...(source === undefined ? {} : { source }),
})

/** The contract of every chat-log store, run on each adapter. */
export function chatLogStoreContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`chat-log store: ${name}`, () => {
    let opened: OpenStore
    let store: ChatLogStore
    let other: ChatLogStore
    let room: LogRoomKey
    beforeAll(async () => {
      opened = await open()
      store = opened.store
      other = opened.other
    })
    afterAll(() => opened.close())
    beforeEach(async () => {
      room = { kind: 'office', userId: '7', id: randomUUID() }
      await store.createRoom(room)
    })
    const texts = async () => (await store.page(room, page)).entries.map(({ inputData }) => inputData)

    it('adopts a room of the same kind and user, and refuses the id to others', async () => {
      expect(await store.createRoom(room)).toEqual({ id: room.id, created: false })
      await expect(store.createRoom({ ...room, userId: '8' })).rejects.toMatchObject({ code: 'CONFLICT' })
      await expect(store.createRoom({ ...room, kind: 'chatbot' })).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    it('deletes the rooms of an account and of the chat-log service under its id, and not those of guests', async () => {
      const userId = randomUUID()
      const keys = new Map(
        (['account', 'service', 'guest'] as const).map((holder) => [holder, { ...room, userId, id: randomUUID() }]),
      )
      for (const [holder, key] of keys) {
        await store.createRoom(key, undefined, holder)
        await store.append(key, entry('mine'))
      }
      await store.deleteRoomsOf(userId)
      const left = await Promise.all([...keys.values()].map((key) => store.hasRoom(key)))
      expect(left).toEqual([false, false, true])
      const guests = keys.get('guest')
      if (guests) expect((await store.page(guests, page)).entries).toHaveLength(1)
    })

    itSearchesEntries(() => opened)

    itKeepsLongTexts(() => ({ store, room }))

    it('creates one room for many parallel creations', async () => {
      const same = { ...room, id: randomUUID() }
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => store.createRoom(same)))
      expect(outcomes.filter(({ created }) => created)).toHaveLength(1)
    })

    it('creates one room per source of a kind and user, whatever ids are proposed', async () => {
      const propose = (change: Partial<LogRoomKey> = {}) =>
        store.createRoom({ ...room, userId: 'sourced', ...change, id: randomUUID() }, 'key:1')
      const made = await Promise.all(Array.from({ length: 10 }, () => propose()))
      expect(made.filter(({ created }) => created)).toHaveLength(1)
      expect(new Set(made.map(({ id }) => id)).size).toBe(1)
      expect(await propose({ kind: 'chatbot' })).toMatchObject({ created: true })
      expect(await propose({ userId: 'another account' })).toMatchObject({ created: true })
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
          store.findEntry(wrong, 1),
          store.replace(wrong, 1, entry('x')),
          store.addReply(wrong, 1, { ...entry('x'), origin: { generationId: 'g', model: 'm' }, seenVersion: 1 }),
          store.choose(wrong, 1, 1),
          store.truncate(wrong, 1),
          store.remove(wrong, 1),
        ]
        await Promise.all(acts.map((act) => expect(act).rejects.toMatchObject({ code: 'NOT_FOUND' })))
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
      expect((await store.page(room, page)).entries.map(({ index }) => index)).toEqual(indexes)
    })

    it('gives 200 parallel entries of two processes distinct indexes without a gap', async () => {
      const saved = await Promise.all(
        Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? store : other).append(room, entry(`say ${n}`))),
      )
      const indexes = saved.map((one) => one.entry.index).sort((a, b) => a - b)
      expect(indexes).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
      expect(new Set(await texts()).size).toBe(200)
    })

    it('creates one room and one entry when two processes use the same source', async () => {
      const propose = (of: ChatLogStore) => of.createRoom({ ...room, userId: 'two', id: randomUUID() }, 'key:9')
      const made = await Promise.all([store, other, store, other].map(propose))
      expect(new Set(made.map(({ id }) => id)).size).toBe(1)
      const saved = await Promise.all([store, other, store, other].map((of) => of.append(room, entry('same', 'key:9'))))
      expect(saved.filter(({ appended }) => appended)).toHaveLength(1)
      expect(await texts()).toEqual(['same'])
    })

    it('creates one room when two kinds request the same id at once', async () => {
      const id = randomUUID()
      const wants = (['chatbot', 'office'] as const).map((kind, n) => ({ kind, of: n === 0 ? store : other }))
      const outcomes = await Promise.allSettled(wants.map(({ kind, of }) => of.createRoom({ ...room, kind, id })))
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const refused = outcomes.find(({ status }) => status === 'rejected')
      expect(refused).toMatchObject({ reason: { code: 'CONFLICT' } })
    })

    it('accepts one of the replacements of the same version', async () => {
      await store.append(room, entry('old'))
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? store : other).replace(room, 1, entry(`new ${n}`), 1)),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await store.findEntry(room, 1)).toMatchObject({ version: 2 })
    })

    it('counts every replacement without an expected version', async () => {
      await store.append(room, entry('old'))
      await Promise.all(
        Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? store : other).replace(room, 1, entry('x'))),
      )
      expect(await store.findEntry(room, 1)).toMatchObject({ version: 11, inputData: 'x' })
    })

    it('leaves no entry for a later room with the same id when saves run during its deletion', async () => {
      const saves = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? store : other).append(room, entry(`say ${n}`)))
      const deleted = store.deleteRoom(room)
      const [outcomes] = await Promise.all([Promise.allSettled(saves), deleted])
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'NOT_FOUND' })
      expect(await other.hasRoom(room)).toBe(false)
      await expect(other.page(room, page)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await store.createRoom(room)
      expect(await texts()).toEqual([])
      expect((await store.append(room, entry('first'))).entry.index).toBe(1)
    })

    it('never assigns an index twice, even after its entry was deleted', async () => {
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

    it('finds the entry of a source only in its own room', async () => {
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
        (await store.page(room, { ...page, ...bounds })).entries.map(({ index }) => index)
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
      expect(await store.findEntry(room, 1)).toMatchObject({ inputData: 'new', version: 2 })
      expect(await store.findEntry(room, 2)).toBeNull()
    })

    it('deletes a room with its entries, and a second time without an error', async () => {
      await store.append(room, entry('gone'))
      expect(await store.deleteRoom(room)).toBe(true)
      expect(await store.deleteRoom(room)).toBe(false)
      await expect(store.page(room, page)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await store.createRoom(room)
      expect(await texts()).toEqual([])
    })

    it('continues a deletion that was interrupted', async () => {
      const fill = () =>
        Promise.all(Array.from({ length: 40 }, (_, n) => store.append(room, entry(`say ${String(n)}`))))
      const interrupted = AbortSignal.abort()
      for (const remove of [
        (signal?: AbortSignal) => store.deleteRoom(room, signal),
        (signal?: AbortSignal) => store.deleteRoomsOf(room.userId, signal),
      ]) {
        await fill()
        await expect(remove(interrupted)).rejects.toMatchObject({ name: 'AbortError' })
        await remove()
        expect(await store.hasRoom(room)).toBe(false)
        await store.createRoom(room)
        expect(await texts()).toEqual([])
      }
    })

    it('deletes the rooms of both kinds of a user id and no others, and a second time without an error', async () => {
      const keys = (['chatbot', 'office'] as const).map((kind) => ({ kind, userId: 'leaving', id: randomUUID() }))
      for (const key of keys) {
        await store.createRoom(key)
        await store.append(key, entry('gone'))
      }
      await store.append(room, entry('kept'))
      for (const userId of ['leaving', 'leaving', 'nobody']) await store.deleteRoomsOf(userId)
      for (const key of keys) {
        expect(await store.hasRoom(key)).toBe(false)
        await expect(store.findEntry(key, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
        await store.createRoom(key)
        expect(await store.page(key, page)).toEqual({ entries: [], hasMore: false })
      }
      expect(await texts()).toEqual(['kept'])
    })

    itListsRooms(() => store)

    itBoundsPages(() => store)

    itChangesLogs(() => opened)

    it.each([
      ['a million characters', 'x'.repeat(1_000_000)],
      ['a million bytes of four-byte characters', '🚀'.repeat(250_000)],
      ['joined and paired characters', '👩‍🚀🚀\u{10ffff}\u{1f3f4}\u{e0067}\u{e007f}'],
      ['the same letter in two forms', 'e\u0301 é \u212b å'],
      ['both directions of writing', 'שלום \u202e abc \u2066x\u2069'],
      ['quotes and control characters', '"\\\n\r\t\u0001\u0085\u2028\u2029\ufeff'],
      ['characters that are none', '\uffff\ufffe\ufdd0\ufffd'],
      ['half of a pair', 'a \ud83d b \udc00'],
      ['space at both ends', ' \u00a0 \u3000 '],
      ['the words of a query', '{"$where":1}'],
      ['a path', '$a.b.$[]'],
    ])('keeps text as it is: %s', async (_, text) => {
      await store.append(room, { inputData: text, outputData: `${text}.`, imgUrl: text.slice(0, 100) })
      const kept = { inputData: text, outputData: `${text}.`, imgUrl: text.slice(0, 100) }
      expect(await other.findEntry(room, 1)).toMatchObject(kept)
      await store.replace(room, 1, { inputData: `${text}!`, outputData: text, imgUrl: null })
      expect(await other.findEntry(room, 1)).toMatchObject({ inputData: `${text}!`, outputData: text, imgUrl: null })
    })

    it('reads user ids and sources as text, never as a query', async () => {
      const odd = ['{"$ne":null}', '$where', 'a.b', '["7","x"]', 'e\u0301', '\u00e9', '\ufffd']
      for (const userId of odd) {
        const theirs = { ...room, userId, id: randomUUID() }
        expect(await store.createRoom(theirs, userId)).toEqual({ id: theirs.id, created: true })
        await store.append(theirs, entry(userId, userId))
        expect(await store.findBySource(theirs, userId)).toMatchObject({ inputData: userId })
        expect(await store.findBySource(room, userId)).toBeNull()
      }
      for (const userId of odd) await store.deleteRoomsOf(userId)
      expect(await store.hasRoom(room)).toBe(true)
    })

    it('keeps an entry whole when the process that replaces it is killed', async () => {
      await store.append(room, { inputData: 'a'.repeat(1_000), outputData: 'a'.repeat(200_000), imgUrl: null })
      for (let round = 0; round < 2; round += 1) {
        const versions = await replaceUntilKilled(opened.opener, room, 5)
        const { inputData = '', outputData = '', version = 0 } = (await store.findEntry(room, 1)) ?? {}
        const letter = inputData.slice(0, 1)
        expect(inputData).toBe(letter.repeat(1_000))
        expect(outputData).toBe(letter.repeat(200_000))
        // acknowledged versions are stored
        expect(version).toBeGreaterThanOrEqual(versions)
      }
    })
  })
}
