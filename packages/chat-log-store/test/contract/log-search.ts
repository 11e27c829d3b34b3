import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from '@jest/globals'
import type { ChatLogStore, LogRoomKey, LogSearch } from '../../src/chat-log-store.js'
import { termsOf, termsOfBeginning, textParts } from '../../src/search-terms.js'

/** Part of the contract of chat-log stores: entries are found by the terms of their texts. */
export function itSearchesEntries(opened: () => { store: ChatLogStore; other: ChatLogStore }): void {
  let store: ChatLogStore
  let userId: string
  let room: LogRoomKey
  beforeEach(async () => {
    store = opened().store
    userId = randomUUID()
    room = await newRoom()
  })
  const newRoom = async (change: Partial<LogRoomKey> = {}) => {
    const key = { kind: 'office', userId, id: randomUUID(), ...change } as const
    await store.createRoom(key)
    return key
  }
  const said = (inputData: string, outputData = 're') => ({ inputData, outputData, imgUrl: null })
  const termsIn = (query: string) => [...textParts(query)].flatMap(termsOf)
  const search = (query: string, change: Partial<LogSearch> = {}) =>
    store.search({
      userId,
      terms: termsIn(query),
      limit: 100,
      readable: (ids) => Promise.resolve(new Set(ids)),
      ...change,
    })
  const messages = async (query: string, change: Partial<LogSearch> = {}) =>
    (await search(query, change)).found.map(({ entry }) => entry.inputData)

  it('finds entries that have all terms in message and reply together, the newest first', async () => {
    const chat = await newRoom({ kind: 'chatbot' })
    await store.append(room, said('the harbour is old'))
    await store.append(chat, said('a ship', 'sails from the HARBOUR'))
    await store.append(room, said('no match'))
    expect(await messages('harbour')).toEqual(['a ship', 'the harbour is old'])
    expect(await messages('ship harbour')).toEqual(['a ship'])
    expect(await messages('ship no')).toEqual([])
    const { found } = await search('ship')
    expect(found.map(({ entry }) => entry)).toEqual([await store.findEntry(chat, 1)])
  })

  it('finds an entry by the longest query, of 200 different characters', async () => {
    const text = String.fromCharCode(...Array.from({ length: 200 }, (_, n) => 0x4e00 + n))
    await store.append(room, said(text))
    expect(await messages(text)).toEqual([text])
  })

  it('finds nothing of another user id, and with a room id only entries of that room', async () => {
    const second = await newRoom()
    await store.append(room, said('harbour one'))
    await store.append(second, said('harbour two'))
    await store.append(await newRoom({ userId: randomUUID() }), said('harbour three'))
    expect(await messages('harbour')).toEqual(['harbour two', 'harbour one'])
    expect(await messages('harbour', { roomId: room.id })).toEqual(['harbour one'])
    expect(await messages('harbour', { roomId: randomUUID() })).toEqual([])
  })

  it('finds entries by the beginning of a word, in one of several rooms, and of a time', async () => {
    const [second, third] = [await newRoom(), await newRoom()]
    await store.append(room, said('harbour one'))
    await store.append(second, said('harbours two'))
    await store.append(third, said('a harbinger'))
    const terms = [...textParts('harbo')].flatMap(termsOfBeginning)
    const begun = (change: Partial<LogSearch> = {}) => messages('', { terms, ...change })
    expect(await begun()).toEqual(['harbours two', 'harbour one'])
    expect(await begun({ roomIds: [room.id, third.id] })).toEqual(['harbour one'])
    expect(await begun({ roomIds: [third.id] })).toEqual([])
    const times = await Promise.all([room, second].map(async (key) => (await store.findEntry(key, 1))?.createdAt ?? 0))
    const [from = 0, to = 0] = times
    expect(await begun({ from, to: to + 1 })).toEqual(['harbours two', 'harbour one'])
    expect(await begun({ from: to + 1 })).toEqual([])
    expect(await begun({ to: from })).toEqual([])
    const first = await search('', { terms, from, limit: 1 })
    expect(first.found.map(({ entry }) => entry.inputData)).toEqual(['harbours two'])
    expect(await begun({ from, limit: 1, after: first.next ?? undefined })).toEqual(['harbour one'])
  })

  it('finds only entries in rooms of the account, not those of guests or of the chat-log service under its id', async () => {
    const foreign = await Promise.all(
      (['guest', 'service'] as const).map(async (holder) => {
        const key = { kind: 'office', userId, id: randomUUID() } as const
        await store.createRoom(key, `record:${key.id}`, holder)
        await store.append(key, said(`harbour of a ${holder}`))
        await store.replace(key, 1, said(`harbour of the ${holder}`))
        return key
      }),
    )
    await store.append(room, said('harbour'))
    const asked: string[][] = []
    const readable = (ids: readonly string[]) => {
      asked.push([...ids])
      return Promise.resolve(new Set(ids))
    }
    expect(await messages('harbour', { readable, limit: 1 })).toEqual(['harbour'])
    expect((await search('harbour', { limit: 1 })).next).toBeNull()
    expect(asked).toEqual([[room.id]])
    for (const key of foreign) expect((await store.page(key, { limit: 1, newestFirst: true })).entries).toHaveLength(1)
  })

  it('finds the entries of a room from when it is of the account until it is of a guest', async () => {
    const key = { kind: 'office', userId, id: randomUUID() } as const
    await store.createRoom(key, undefined, 'service')
    for (let n = 1; n <= 120; n += 1) await store.append(key, said(`harbour ${n}`))
    await store.remove(key, 7)
    expect(await messages('harbour')).toEqual([])
    for (let call = 0; call < 2; call += 1) {
      await store.assign(key, 'account')
      expect((await search('harbour', { limit: 200 })).found).toHaveLength(119)
    }
    await store.append(key, said('harbour again'))
    expect(await messages('again')).toEqual(['harbour again'])
    expect(await store.findRoom(key)).toMatchObject({ holder: 'account' })
    await store.assign(key, 'guest')
    expect(await messages('harbour')).toEqual([])
    await store.append(key, said('harbour after'))
    expect(await messages('harbour')).toEqual([])
    expect(await store.findRoom(key)).toMatchObject({ holder: 'guest' })
    await store.assign({ ...key, id: randomUUID() }, 'account')
  })

  it('finds the text that an entry shows after each change, and no earlier one', async () => {
    await store.append(room, said('first question', 'alpha'))
    await store.replace(room, 1, said('second question', 'beta'))
    expect(await messages('alpha')).toEqual([])
    expect(await messages('first')).toEqual([])
    expect(await messages('second beta')).toEqual(['second question'])
    await store.replace(room, 1, said('third question', 'beta'))
    expect(await messages('second')).toEqual([])
    await store.choose(room, 1, 1)
    expect(await messages('alpha')).toEqual(['first question'])
    expect(await messages('beta')).toEqual([])
    const { version } = (await store.findEntry(room, 1)) ?? { version: 0 }
    const reply = { inputData: 'first question', outputData: 'gamma', origin: { generationId: 'g', model: 'm' } }
    await store.addReply(room, 1, { ...reply, seenVersion: version })
    expect(await messages('gamma')).toEqual(['first question'])
    await store.addReply(room, 1, {
      ...reply,
      outputData: 'delta',
      origin: { generationId: 'h', model: 'm' },
      seenVersion: 1,
    })
    expect(await messages('delta')).toEqual([])
  })

  it('finds no removed entry', async () => {
    for (const n of [1, 2, 3, 4]) await store.append(room, said(`harbour ${n}`))
    await store.remove(room, 1)
    await store.truncate(room, 4)
    expect(await messages('harbour')).toEqual(['harbour 3', 'harbour 2'])
    const second = await newRoom()
    await store.append(second, said('harbour elsewhere'))
    await store.deleteRoom(room)
    expect(await messages('harbour')).toEqual(['harbour elsewhere'])
    await store.deleteRoomsOf(userId)
    expect(await messages('harbour')).toEqual([])
  })

  it('finds a word of the reply to a message with more different terms than the index has', async () => {
    const text = String.fromCharCode(...Array.from({ length: 3_000 }, (_, n) => 0x4e00 + n))
    await store.append(room, said(text, `lighthouse ${text}`))
    expect(await messages('lighthouse')).toEqual([text])
  })

  it('returns every entry once in pages, also those that another process writes', async () => {
    const { other } = opened()
    const second = await newRoom()
    for (let n = 1; n <= 25; n += 1)
      await (n % 2 === 0 ? store : other).append(n % 3 === 0 ? room : second, said(`harbour ${n}`))
    const pages: string[][] = []
    let after: string | undefined
    do {
      const page = await search('harbour', { limit: 10, after })
      pages.push(page.found.map(({ entry }) => entry.inputData))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5])
    expect(pages.flat().sort()).toEqual(Array.from({ length: 25 }, (_, n) => `harbour ${n + 1}`).sort())
  })

  it('finds a frequent term of thousands of entries, alone and beside a rare one', async () => {
    const many = 1_100
    const rare = (n: number) => (n % 500 === 0 ? ' seldom' : '')
    for (let from = 0; from < many; from += 100)
      await Promise.all(Array.from({ length: 100 }, (_, n) => store.append(room, said(`harbour${rare(from + n)}`))))
    expect((await search('harbour', { limit: 5 })).found.map(({ entry }) => entry.index)).toEqual([
      1_100, 1_099, 1_098, 1_097, 1_096,
    ])
    expect(await messages('harbour seldom')).toHaveLength(3)
    const oldest = await search('seldom', { limit: 2 })
    expect(oldest.found).toHaveLength(2)
    expect((await search('harbour', { limit: 2, after: oldest.next ?? '' })).found).toHaveLength(2)
  })

  it('ends a page at its bytes, and refuses the position of another list', async () => {
    for (const n of [1, 2, 3]) await store.append(room, said(`harbour ${n}`, 'x'.repeat(600_000)))
    const page = await search('harbour')
    expect(page.found).toHaveLength(1)
    expect((await search('harbour', { after: page.next ?? '' })).found).toHaveLength(1)
    await expect(search('harbour', { after: 'elsewhere' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('reads and counts no text of rooms that the caller may not read, and continues after their entries', async () => {
    const foreign = await newRoom()
    await store.append(room, said('harbour', 'first'))
    for (const n of [1, 2, 3]) await store.append(foreign, said(`harbour ${n}`, 'x'.repeat(600_000)))
    await store.append(room, said('harbour', 'second'))
    const read: number[] = []
    const bytes = { fits: () => true, add: (more: number) => void read.push(more) }
    const asked: string[][] = []
    const readable = (ids: readonly string[]) => {
      asked.push([...ids].sort())
      return Promise.resolve(new Set([room.id]))
    }
    const whole = await search('harbour', { readable, bytes })
    expect(whole.found.map(({ entry }) => entry.outputData)).toEqual(['second', 'first'])
    expect(whole.next).toBeNull()
    expect(asked).toEqual([[room.id, foreign.id].sort()])
    expect(read[0]).toBeLessThan(10_000)
    const pages: string[][] = []
    for (let after: string | null = ''; after !== null;) {
      const page = await search('harbour', { readable, limit: 1, after: after === '' ? undefined : after })
      pages.push(page.found.map(({ entry }) => entry.outputData))
      after = page.next
    }
    expect(pages.flat()).toEqual(['second', 'first'])
  })

  it('indexes what it writes, so nothing is left for the background or for the doctor', async () => {
    await store.append(room, said('서울에서 만나요', '네, 東京 and ขอบคุณ 🎉'))
    expect(await store.indexNext()).toBe(false)
    expect((await search('서울')).isIndexing).toBe(false)
    let after: string | undefined
    do {
      const page = await store.unindexed(after)
      expect(page.names).toEqual([])
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(await store.indexAgain('no entry')).toBe(false)
  })
}
