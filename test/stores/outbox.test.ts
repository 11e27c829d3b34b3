import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ChatLogStore } from '@parley/chat-log-store'
import { RoomTable } from '../../src/database/tables/rooms.js'
import { logUserTarget } from '../../src/deletion/purge.js'
import { PurgeStore } from '../../src/deletion/purge-store.js'
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app/app.js'
import { characterApis, made } from '../support/characters/character-apis.js'
import { FailingPort } from '../support/failures/failing-port.js'
import { LogRoom, turn } from '../support/rooms/log-room.js'
import { at, type Person } from '../support/app/person.js'
import { allRows } from '../support/app/rows.js'

let now = Date.parse('2030-01-01T00:00:00Z')
let store: FailingPort<ChatLogStore>
const wrap = { chatLogs: (embedded: ChatLogStore) => (store = new FailingPort(embedded)).port }

let app: TestApp
let service: Person
let bob: Person
beforeAll(async () => {
  const env = { LOCAL_MODEL: 'scripted:?delayMs=1&chunks=3', IMAGE_HOST: 'img.example' }
  app = await createTestApp({ roles: 'app,chatlog', env, clock: () => now, wrap })
  service = app.chatLog()
  bob = await app.person('bob')
})
afterAll(() => app.close())
beforeEach(async () => {
  store.heal()
  await later()
  expect(await pending()).toEqual([])
})

/** Without the usage of Bob: messages to her character stay counted. */
const rows = async () => {
  const { usage_counts: used = [], model_usage: days = [], sessions = [], ...others } = await allRows(app)
  return {
    ...others,
    usage_counts: used.filter(({ userId }) => userId !== Number(bob.id)),
    model_usage: days.filter(({ userId }) => userId !== Number(bob.id)),
    // the session of the caller that reads afterwards has a new lastUsedAt
    sessions: sessions.map((session) => ({ ...session, lastUsedAt: undefined })),
  }
}
const pending = async () => (await allRows(app))['purges'] ?? []
/** Moves the clock by a minute and runs all deferred work. */
const later = async () => {
  now += 61_000
  await app.app.product.purger.round()
  // the periodic purge may have done a part of it
  await app.app.product.purger.idle()
}

const rooms = '/api/rooms/officerooms'
const createRoom = (person: Person, body: object, path = rooms) => person.rest('POST', path, body)

/** An account with data of every kind, and the rooms of others with her character. */
async function worldOf(ada: Person, friend: Person) {
  const characterId = await made(characterApis[0], ada, { name: 'Grace' })
  await characterApis[0].like(friend, characterId, true)
  await characterApis[0].like(ada, characterId, true)
  const body = { character_id: characterId, userid: 'guest' }
  const chat = async (person: Person) =>
    at(
      (await person.rest('POST', '/api/chatrooms', person === friend ? { character_id: characterId } : body)).body,
      'room_id',
    )
  const ids = { own: await chat(ada), friends: await chat(friend), guests: await chat(app.stranger()) }
  const office = at((await createRoom(ada, { room_name: 'fixture' })).body, 'room_id')
  const logs = [
    new LogRoom(service, '/doclog/chatbot', ids.own, ada.id),
    new LogRoom(service, '/doclog/chatbot', ids.friends, friend.id),
    new LogRoom(service, '/doclog/chatbot', ids.guests, 'guest'),
    new LogRoom(service, '/doclog/office', office, ada.id),
    await LogRoom.create(service, '/doclog/office', ada.id),
  ]
  for (const log of logs) for (let n = 0; n < 2; n += 1) expect((await log.save()).status).toBe(200)
  await ada.say(ids.own, 'Hello', 'key')
  await ada.say(office)
  await friend.say(ids.friends)
  await app.idle()
  return { characterId, logs }
}

it('keeps the lease of a long purge as long as it is renewed', async () => {
  let clock = now
  const purges = new PurgeStore(app.app.database, () => clock)
  const lease = await app.app.database.write((db) => purges.add(db, [logUserTarget('unknown')]))
  clock += 20_000
  expect(await purges.renew(lease)).toBe(true)
  clock += 20_000
  expect((await purges.claimDue(10)).purges).toEqual([])
  clock += 20_000
  const other = await purges.claimDue(10)
  expect(other.purges).toHaveLength(1)
  expect(await purges.renew(lease)).toBe(false)
  await purges.settle(other, other.purges)
})

describe('an account that is deleted', () => {
  const cases = [1, 2, 3, 4].flatMap((nth) => (['before', 'after'] as const).map((when) => [nth, when] as const))

  it.each(cases)('leaves the stores as if it had never existed, when call %d fails %s it ran', async (nth, when) => {
    await bob.room('chat')
    const before = await rows()
    const ada = await app.person('ada')
    const { logs } = await worldOf(ada, bob)
    store.failOnce(nth, when)
    const calls = store.calls
    expect((await ada.rest('DELETE', `/api/users/${ada.id}`)).status).toBe(204)
    // the last case is a call that does not happen
    expect(store.calls - calls).toBe(nth === 2 ? 2 : 3)
    store.heal()
    // her own rooms are one call, and the rooms of others with her character are one call each
    expect(await pending()).toHaveLength([1, 2, 1, 0][nth - 1] ?? 0)

    for (const log of logs)
      for (const act of [log.load(), log.save(), log.update(1), log.deleteEntry(1), log.delete()])
        expect((await act).status).toBe(404)
    expect((await ada.rest('GET', '/api/users/profile')).status).toBe(401)
    await later()
    expect(await rows()).toEqual(before)
  })

  it('is answered while the log store is unavailable, and deleted completely when it is back', async () => {
    const before = await rows()
    const ada = await app.person('ada')
    const { logs } = await worldOf(ada, bob)
    store.isDown = true
    expect((await ada.rest('DELETE', `/api/users/${ada.id}`)).status).toBe(204)
    for (const log of logs) expect(await log.load()).toMatchObject({ status: 404, text: '{"detail":"Not found"}' })
    await later()
    expect(await pending()).toHaveLength(3)
    // the store is back, and no retry has happened yet
    store.isDown = false
    for (const log of logs) expect(await log.load()).toMatchObject({ status: 404, text: '{"detail":"Not found"}' })
    await later()
    expect(await rows()).toEqual(before)
  })

  it('affects no room of a guest under its number, even before it is completed', async () => {
    const ada = await app.person('ada')
    const room = at((await createRoom(app.stranger(), { userid: ada.id })).body, 'room_id')
    const guests = new LogRoom(service, '/doclog/office', room, ada.id)
    const services = await LogRoom.create(service, '/doclog/office', ada.id)
    for (const log of [guests, services]) expect((await log.save()).status).toBe(200)
    store.isDown = true
    expect((await ada.rest('DELETE', `/api/users/${ada.id}`)).status).toBe(204)
    // the store is back, and no retry has happened yet
    store.isDown = false
    expect((await guests.load()).body).toHaveLength(1)
    expect((await services.load()).status).toBe(404)
    await later()
    expect((await guests.load()).body).toHaveLength(1)
    expect((await app.stranger().rest('DELETE', `${rooms}/${room}`)).status).toBe(204)
  })

  it('deletes nothing that is created under its number later', async () => {
    const ada = await app.person('ada')
    await LogRoom.create(service, '/doclog/office', ada.id)
    store.isDown = true
    expect((await ada.rest('DELETE', `/api/users/${ada.id}`)).status).toBe(204)
    const create = () => service.rest('POST', '/doclog/office/create', { user_id: ada.id })
    expect(await create()).toMatchObject({ status: 503, body: { detail: 'Database error' } })
    expect((await createRoom(app.stranger(), { userid: ada.id })).status).toBe(503)
    store.isDown = false
    const log = new LogRoom(service, '/doclog/office', at((await create()).body, 'Document ID'), ada.id)
    const room = at((await createRoom(app.stranger(), { userid: ada.id })).body, 'room_id')
    expect((await log.save()).status).toBe(200)
    await later()
    expect((await log.load()).body).toHaveLength(1)
    expect((await app.stranger().rest('GET', `${rooms}/${room}/logs`)).status).toBe(200)
  })
})

describe('a character that is deleted while the log store is unavailable', () => {
  it('deletes every room with it, of every owner, and nothing else', async () => {
    const ada = await app.person('ada')
    const office = await ada.room()
    await ada.rest('PUT', `${rooms}/${office}/logs`, turn)
    const { characterId, logs } = await worldOf(ada, bob)
    store.isDown = true
    expect(await characterApis[1].delete(ada, characterId)).toBe('deleted')
    expect(await characterApis[1].delete(ada, characterId)).toBe('NOT_FOUND')
    store.isDown = false
    const statuses = async () => Promise.all(logs.map(async (log) => (await log.load()).status))
    expect(await statuses()).toEqual([404, 404, 404, 200, 200])
    await later()
    expect(await statuses()).toEqual([404, 404, 404, 200, 200])
    expect((await ada.rest('GET', `${rooms}/${office}/logs`)).body).toHaveLength(1)
    expect(await pending()).toEqual([])
  })
})

describe('a character with more rooms than are purged at a time', () => {
  const many = async () => {
    const id = await made(characterApis[0], bob, { name: 'Popular' })
    const keys = Array.from({ length: 250 }, () => ({ userId: 'guest', createdAt: now, roomId: randomUUID() }))
    await app.app.database.write(async (db) => {
      const rest = { kind: 'character', ownerId: null, characterId: Number(id), updatedAt: now } as const
      await db.insert(
        RoomTable,
        keys.map((key) => ({ ...key, ...rest })),
      )
    })
    const create = ({ roomId, userId }: (typeof keys)[number]) =>
      store.port.createRoom({ id: roomId, userId, kind: 'chatbot' })
    // a slow store would not answer 250 at once in time
    for (let from = 0; from < keys.length; from += 25) await Promise.all(keys.slice(from, from + 25).map(create))
    return id
  }

  it.each([false, true])('is deleted with all of them; the log store is unavailable: %s', async (isAway) => {
    const before = await rows()
    const id = await many()
    store.isDown = isAway
    expect(await characterApis[1].delete(bob, id)).toBe('deleted')
    store.heal()
    await app.app.product.purger.idle()
    expect(await pending()).toHaveLength(isAway ? 250 : 0)
    await later()
    expect(await rows()).toEqual(before)
  })
})

describe('a room that is deleted while the log store is unavailable', () => {
  const open = async (body: object = {}) => {
    const room = at((await createRoom(bob, body)).body, 'room_id')
    await bob.rest('PUT', `${rooms}/${room}/logs`, turn)
    return new LogRoom(service, '/doclog/office', room, bob.id)
  }
  const remove = (id: string) => bob.rest('DELETE', `${rooms}/${id}`)

  it('looks deleted at once, and is purged when the store is back', async () => {
    const before = await rows()
    const room = await open()
    store.isDown = true
    expect((await remove(room.id)).status).toBe(204)
    expect(await pending()).toMatchObject([{ attempts: 1, lastError: 'UNAVAILABLE' }])
    expect((await remove(room.id)).status).toBe(404)
    expect((await bob.rest('GET', `${rooms}/${room.id}/logs`)).status).toBe(404)
    store.isDown = false
    for (const act of [room.load(), room.save(), room.delete()]) expect((await act).status).toBe(404)
    await later()
    expect(await rows()).toEqual(before)
  })

  it('frees its id as soon as its data is deleted', async () => {
    const id = randomUUID()
    const room = await open({ room_id: id })
    store.isDown = true
    expect((await remove(id)).status).toBe(204)
    expect((await createRoom(bob, { room_id: id })).status).toBe(503)
    store.isDown = false
    // not yet due, but it blocks this request
    expect((await createRoom(bob, { room_id: id })).status).toBe(200)
    expect((await room.load()).body).toEqual([])
    await later()
    expect((await bob.rest('GET', `${rooms}/${id}/logs`)).body).toEqual([])
  })

  it('without a record in the application is 503, and still exists afterwards', async () => {
    const room = await LogRoom.create(service)
    store.isDown = true
    expect((await room.delete()).status).toBe(503)
    store.isDown = false
    expect((await room.load()).status).toBe(200)
    expect((await room.delete()).status).toBe(200)
    expect((await room.load()).status).toBe(404)
  })

  it('is retried at growing intervals, by only one of two workers', async () => {
    const room = await open()
    store.isDown = true
    expect((await remove(room.id)).status).toBe(204)
    const round = () => app.app.product.purger.round()
    const tries: number[] = []
    for (let second = 1; second <= 20; second += 1) {
      now += 1_000
      const before = store.calls
      await Promise.all([round(), round()])
      if (store.calls > before) tries.push(second)
      expect(store.calls - before).toBeLessThanOrEqual(1)
    }
    expect(tries).toEqual([1, 3, 7, 15])
    store.isDown = false
    await later()
    expect(await pending()).toEqual([])
  })
})

describe('pending work of a process that has ended', () => {
  /** A second app on the same stores. */
  const another = (options: Partial<TestAppOptions>, first: TestApp) =>
    createTestApp({ roles: 'app,chatlog', dataDir: first.dataDir, databaseUrl: first.databaseUrl, ...options })
  const left = async (of: TestApp) => {
    const { log_rooms: logs = [], purges = [] } = await allRows(of)
    return { logs: logs.length, purges: purges.length }
  }

  it('is done by the next process when it starts', async () => {
    let away: FailingPort<ChatLogStore> | undefined
    const first = await createTestApp({
      roles: 'app,chatlog',
      wrap: { chatLogs: (embedded) => (away = new FailingPort(embedded)).port },
    })
    const ada = await first.person('ada')
    await ada.room()
    if (away) away.isDown = true
    expect((await ada.rest('DELETE', `/api/users/${ada.id}`)).status).toBe(204)
    expect(await left(first)).toEqual({ logs: 1, purges: 1 })
    await first.stop()
    // on PostgreSQL the second one must assume that the first may still run
    const next = await another({ clock: () => Date.now() + 61_000 }, first)
    await next.app.product.purger.idle()
    expect(await left(next)).toEqual({ logs: 0, purges: 0 })
    await next.stop()
    await first.close()
  })

  it('is done by a running process too, on PostgreSQL', async () => {
    if (app.databaseUrl === undefined) return
    const room = at((await createRoom(bob, {})).body, 'room_id')
    store.isDown = true
    expect((await bob.rest('DELETE', `${rooms}/${room}`)).status).toBe(204)
    const before = await left(app)
    const other = await another({ clock: () => now + 61_000 }, app)
    await other.app.product.purger.idle()
    expect(await left(app)).toEqual({ logs: before.logs - 1, purges: 0 })
    await other.stop()
  })
})
