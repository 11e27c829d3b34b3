import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Parley, Room } from '../../packages/client/src/index.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { SearchServer } from '../support/ai-workers/search-server.js'
import { newAccount, openParley, signedIn } from '../support/clients/client-fixture.js'
import { saveEntry } from '../support/clients/save-entry.js'
import { ServerProxy, until } from '@parley/testing'

const reply = 'A sail is in sight.'
let app: TestApp
let parley: Parley
beforeAll(async () => {
  app = await createTestApp({
    env: { LOCAL_MODEL: `scripted:?${new URLSearchParams({ delayMs: '1', reply }).toString()}` },
  })
  parley = await signedIn(app.url)
})
afterAll(() => app.close())

/** A room with this many entries. */
async function filled(count: number, client = parley): Promise<Room> {
  const room = client.room((await client.createOfficeRoom()).id)
  for (let index = 1; index <= count; index += 1)
    await client.request(saveEntry, {
      input: { roomId: room.id, inputData: `Message ${String(index)}`, outputData: 'Aye', kind: 'OFFICE' },
    })
  return room
}

/** Follows the room for the time of the task. */
async function followed(room: Room, task: () => Promise<void>): Promise<void> {
  const leave = room.subscribe(() => undefined)
  await until('the room is read', room, ({ connection }) => connection === 'live')
  await task()
  leave()
}

const indexesOf = ({ entries }: { entries: readonly { index: number }[] }) => entries.map(({ index }) => index)
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

describe('a room', () => {
  it('is changed by its commands, and shows the changes', async () => {
    const room = await filled(3)
    await followed(room, async () => {
      const [first] = room.getSnapshot().entries
      if (!first) throw new Error('no entry')
      expect(await room.edit(first, { inputData: 'Ahoy' })).toMatchObject({
        inputData: 'Ahoy',
        outputData: 'Aye',
        version: 2,
      })
      expect(room.getSnapshot().entries[0]).toMatchObject({ inputData: 'Ahoy' })
      await expect(room.edit(first, { inputData: 'Late' })).rejects.toMatchObject({
        code: 'CONFLICT',
      })
      const sent = await room.regenerate(1, { expectedVersion: 2 })
      for await (const event of sent.events()) if (event.status === 'COMPLETED') expect(event.text).toBe(reply)
      await until('the new reply is shown', room, ({ entries }) => entries[0]?.outputData === reply)
      expect(await room.alternatives(1)).toMatchObject([
        { number: 1, shown: false },
        { number: 2, shown: true, outputData: reply },
      ])
      expect(await room.chooseAlternative(1, 1)).toMatchObject({ outputData: 'Aye' })
      const more = await room.continueReply(1, { expectedVersion: 4 })
      expect(more.generation).toMatchObject({ text: 'Aye', continuesFrom: 3 })
      for await (const event of more.events())
        if (event.status === 'COMPLETED')
          expect(event).toMatchObject({ text: `Aye${reply}`, finishReason: 'STOP', entry: { version: 5 } })
      await until('the longer reply is shown', room, ({ entries }) => entries[0]?.outputData === `Aye${reply}`)
      await room.deleteEntry(2)
      expect(indexesOf(room.getSnapshot())).toEqual([1, 3])
      await room.cut(3, { expectedLastIndex: 3 })
      await until('the end is gone', room, (state) => indexesOf(state).join() === '1')
      await room.update({ name: 'Deck', archived: true })
      await until('it has a name', room, (state) => state.room?.name === 'Deck' && state.room.archivedAt !== null)
      await room.remove()
      await until('it is deleted', room, ({ isDeleted, connection }) => isDeleted && connection === 'ended')
    })
  })

  it('has one entry for a message that is sent twice with one key, and an error for another message meanwhile', async () => {
    const room = await filled(0)
    await followed(room, async () => {
      const idempotencyKey = 'once'
      const [one, two] = await Promise.all([
        room.send('Hello', { idempotencyKey }),
        room.send('Hello', { idempotencyKey }),
      ])
      expect(one.generation.id).toBe(two.generation.id)
      expect([one.replayed, two.replayed].sort()).toEqual([false, true])
      await until('the entry is in the log', room, ({ entries, reply }) => entries.length === 1 && !reply)
    })
  })

  it('has the web search of its running reply, and the sources of its entries', async () => {
    const server = await SearchServer.open()
    let answer: () => void = () => undefined
    server.does((_, response) => {
      const results = [{ title: 'A page', content: 'What it says', url: 'https://x.example/' }]
      answer = () => void response.end(JSON.stringify({ results }))
    })
    const script = new URLSearchParams({ delayMs: '1', reply }).toString()
    const search = { SEARCH_PROVIDER: 'searxng', SEARCH_URL: server.url }
    const searching = await createTestApp({ env: { LOCAL_MODEL: `scripted:?${script}`, ...search } })
    try {
      const client = await signedIn(searching.url)
      const room = client.room((await client.createOfficeRoom()).id)
      await followed(room, async () => {
        const sent = await room.send('Where is it?', { searchAccess: true })
        const states: (string | undefined)[] = []
        const followedSent = (async () => {
          for await (const { webSearch } of sent.events()) states.push(webSearch?.state)
        })()
        await until('it searches', room, (state) => state.reply?.webSearch?.state === 'SEARCHING')
        expect(room.getSnapshot().reply?.webSearch?.query).toBe('Where is it?')
        await server.question()
        answer()
        await until('the entry is in the log', room, ({ entries }) => entries.length === 1)
        const source = { kind: 'WEB', number: 1, title: 'A page', link: 'https://x.example/', passage: 'What it says' }
        const sources = [{ ...source, file: null, place: null }]
        expect(room.getSnapshot().entries[0]).toMatchObject({ outputData: reply, sources })
        const ended = { webSearch: { state: 'ENDED' }, sources }
        await until('the reply has ended', room, (state) => state.generations[0]?.status === 'COMPLETED')
        expect(room.getSnapshot().generations[0]).toMatchObject(ended)
        await followedSent
        expect(states.at(-1)).toBe('ENDED')
      })
      await client.signOut()
    } finally {
      await searching.close()
      await server.close()
    }
  })

  it('has the thoughts of its running reply and of its entries', async () => {
    const thoughts = 'Look to the north first.'
    const script = new URLSearchParams({ delayMs: '1', chunks: '5', thoughts, reply })
    const thinking = await createTestApp({ env: { LOCAL_MODEL: `scripted:?${script.toString()}` } })
    try {
      const client = await signedIn(thinking.url)
      const room = client.room((await client.createOfficeRoom()).id)
      await followed(room, async () => {
        const sent = await room.send('Hello')
        await until('it thinks', room, (state) => !!state.reply?.thoughts || state.entries.length > 0)
        let last: { text: string; thoughts: string } | undefined
        for await (const event of sent.events()) {
          expect(thoughts.startsWith(event.thoughts)).toBe(true)
          last = event
        }
        expect(last).toMatchObject({ text: reply, thoughts })
        await until('the entry is in the log', room, ({ entries }) => entries.length === 1)
        expect(room.getSnapshot().entries[0]).toMatchObject({ outputData: reply, thoughts })
      })
      await client.signOut()
    } finally {
      await thinking.close()
    }
  })

  it('cancels a reply', async () => {
    const slow = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?stallAt=2&chunks=5&reply=abcdefghij' } })
    const client = await signedIn(slow.url)
    const room = await filled(0, client)
    await followed(room, async () => {
      await room.send('Hello')
      await until('the reply has begun', room, (state) => state.reply?.text === 'ab')
      await expect(room.send('Another')).rejects.toMatchObject({ code: 'CONFLICT' })
      await room.cancel()
      await until('it has ended', room, (state) => state.reply === null)
      await room.cancel()
    })
    await followed(room, async () => {
      const sent = await room.send('Hello')
      await until('the reply has begun', room, (state) => state.reply?.text === 'ab')
      expect(await sent.cancel()).toMatchObject({ status: 'CANCELLED' })
      const { generations } = await until('it has ended', room, (state) => state.reply === null)
      expect(generations[0]).toMatchObject({ status: 'CANCELLED', text: 'ab' })
    })
    await slow.close()
  })

  it('reads older entries for all callers, although one of them leaves', async () => {
    const room = await filled(60)
    await followed(room, async () => {
      const leaving = new AbortController()
      const reads = [room.loadOlder({ signal: leaving.signal }), room.loadOlder()]
      leaving.abort()
      expect((await Promise.allSettled(reads)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
      expect(indexesOf(room.getSnapshot())).toEqual(range(1, 60))
    })
  })

  it('reads older entries, keeps them over a lost connection, and notices what has changed meanwhile', async () => {
    const proxy = await ServerProxy.open(app.url)
    const client = await signedIn(proxy.url)
    const room = await filled(120, client)
    await followed(room, async () => {
      expect([indexesOf(room.getSnapshot()), room.getSnapshot().hasOlderEntries]).toEqual([range(71, 120), true])
      await Promise.all([room.loadOlder(), room.loadOlder()])
      expect(indexesOf(room.getSnapshot())).toEqual(range(21, 120))
      await proxy.cut()
      await until('the loss is noticed', room, ({ connection }) => connection === 'waiting')
      await proxy.lay()
      await client.request(saveEntry, {
        input: { roomId: room.id, inputData: 'New', outputData: 'Aye', kind: 'OFFICE' },
      })
      await room.deleteEntry(30)
      // a log that is read before the deletion needs a third page, which begins before entry 21
      await until('the log is whole', room, (state) => {
        const indexes = indexesOf(state)
        return indexes.join() === [...range(indexes[0] ?? 0, 29), ...range(31, 121)].join() && indexes.length >= 100
      })
      await room.loadOlder()
      await until('it begins at the beginning', room, ({ hasOlderEntries }) => !hasOlderEntries)
      expect(indexesOf(room.getSnapshot())).toEqual([...range(1, 29), ...range(31, 121)])
    })
    await proxy.cut()
  })
})

describe('the list of rooms', () => {
  it('follows changes, reads older pages and continues after a lost connection', async () => {
    const proxy = await ServerProxy.open(app.url)
    const account = newAccount()
    const client = openParley(proxy.url)
    await client.register(account)
    const elsewhere = openParley(app.url)
    await elsewhere.signIn({ email: account.email, password: account.password })
    const ids: string[] = []
    for (let count = 0; count < 60; count += 1) ids.unshift((await client.createOfficeRoom()).id)
    const list = client.rooms()
    const leave = list.subscribe(() => undefined)
    const first = await until('the list is read', list, ({ rooms }) => rooms.length > 0)
    expect([first.rooms.map(({ id }) => id), first.hasMore]).toEqual([ids.slice(0, 50), true])
    await list.loadMore()
    expect(list.getSnapshot()).toMatchObject({ hasMore: false, rooms: ids.map((id) => ({ id })) })
    await proxy.cut()
    await until('the loss is noticed', list, ({ connection }) => connection === 'waiting')
    await proxy.lay()
    await elsewhere.room(ids[59] ?? '').remove()
    await elsewhere.room(ids[58] ?? '').update({ archived: true })
    await elsewhere.room(ids[0] ?? '').update({ name: 'Deck' })
    const { rooms } = await until(
      'the changes are shown',
      list,
      (state) => state.rooms.length === 58 && state.rooms[0]?.name === 'Deck',
    )
    expect(rooms.map(({ id }) => id)).toEqual(ids.slice(0, 58))
    leave()
    await proxy.cut()
  })

  it('has archived rooms where asked', async () => {
    const client = await signedIn(app.url)
    const character = await client.createCharacter({ name: 'Grace' })
    const chat = await client.createRoom({ characterId: character.id })
    const office = await client.createOfficeRoom()
    await client.room(office.id).update({ archived: true })
    const idsOf = async (filter: Parameters<Parley['rooms']>[0], count: number) => {
      const list = client.rooms(filter)
      return (await until('the list is read', list, ({ rooms }) => rooms.length === count)).rooms.map(({ id }) => id)
    }
    expect(await idsOf({}, 1)).toEqual([chat.id])
    expect(await idsOf({ archived: true }, 1)).toEqual([office.id])
    expect((await idsOf({ archived: null }, 2)).sort()).toEqual([chat.id, office.id].sort())
  })

  it('is searched', async () => {
    const client = await signedIn(app.url)
    const room = await filled(2, client)
    const found = await client.search('message 2', { roomId: room.id })
    expect(found).toMatchObject({ nodes: [{ room: { id: room.id }, entry: { index: 2 } }] })
  })
})
