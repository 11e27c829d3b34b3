import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ChatLogStore } from '../src/ports/chat-log-store/chat-log-store.js'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import { characterFaces, made } from './support/character-faces.js'
import { FailingChatLogs } from './support/failing-chat-logs.js'
import { LogRoom, turn } from './support/log-room.js'
import { at } from './support/person.js'
import type { Person, RestAnswer } from './support/person.js'
import { allRows } from './support/rows.js'

let now = Date.parse('2030-01-01T00:00:00Z')
let store: FailingChatLogs
const wrapChatLogs = (embedded: ChatLogStore) => (store = new FailingChatLogs(embedded))

let app: TestApp
let service: Person
let bob: Person
beforeAll(async () => {
  const env = { LOCAL_MODEL: 'scripted:?delayMs=1&chunks=3', IMAGE_HOST: 'img.example' }
  app = await createTestApp({ roles: 'app,chatlog', env, clock: () => now, wrapChatLogs })
  service = app.chatLog()
  bob = await app.person('bob')
})
afterAll(() => app.close())
beforeEach(async () => {
  store.heal()
  await later()
  expect(await pending()).toEqual([])
})

const rows = () => allRows(app.app.database)
const pending = async () => (await rows())['purges'] ?? []
/** A minute later, when everything that was put off is due. */
const later = async () => {
  now += 61_000
  await app.app.product.purger.round()
}

const rooms = '/api/rooms/officerooms'
const createRoom = (person: Person, body: object, path = rooms) => person.rest('POST', path, body)

/** Somebody with everything an account can have, and what others have with her character. */
async function worldOf(ada: Person, friend: Person) {
  const characterId = await made(characterFaces[0], ada, { name: 'Grace' })
  await characterFaces[0].like(friend, characterId, true)
  await characterFaces[0].like(ada, characterId, true)
  const body = { character_id: characterId, userid: 'guest' }
  const chat = async (person: Person) =>
    at(
      (await person.rest('POST', '/api/chatrooms', person === friend ? { character_id: characterId } : body)).body,
      'room_id',
    )
  const ids = { own: await chat(ada), friends: await chat(friend), nobodys: await chat(app.stranger()) }
  const office = at((await createRoom(ada, { room_name: 'desk' })).body, 'room_id')
  const logs = [
    new LogRoom(service, '/doclog/chatbot', ids.own, ada.id),
    new LogRoom(service, '/doclog/chatbot', ids.friends, friend.id),
    new LogRoom(service, '/doclog/chatbot', ids.nobodys, 'guest'),
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

describe('an account that is deleted', () => {
  const cases = [1, 2, 3, 4].flatMap((nth) => (['before', 'after'] as const).map((when) => [nth, when] as const))

  it.each(cases)('leaves the stores as if it had never been, when call %d fails %s it was done', async (nth, when) => {
    await bob.room('chat')
    const before = await rows()
    const ada = await app.person('ada')
    const { logs } = await worldOf(ada, bob)
    store.failOnce(nth, when)
    const calls = store.calls
    expect((await ada.rest('DELETE', `/api/users/${ada.id}`)).status).toBe(204)
    // the last case is of the call that there is not
    expect(store.calls - calls).toBe(nth === 2 ? 2 : 3)
    store.heal()
    // her own rooms are one call, and those that others have with her character one each
    expect(await pending()).toHaveLength([1, 2, 1, 0][nth - 1] ?? 0)

    for (const log of logs)
      for (const act of [log.load(), log.save(), log.update(1), log.deleteEntry(1), log.delete()])
        expect((await act).status).toBe(404)
    expect((await ada.rest('GET', '/api/users/profile')).status).toBe(401)
    await later()
    expect(await rows()).toEqual(before)
  })

  it('is answered while the log store is away, and all of it goes when it is back', async () => {
    const before = await rows()
    const ada = await app.person('ada')
    const { logs } = await worldOf(ada, bob)
    store.isDown = true
    expect((await ada.rest('DELETE', `/api/users/${ada.id}`)).status).toBe(204)
    for (const log of logs) expect(await log.load()).toMatchObject({ status: 404, text: '{"detail":"Not found"}' })
    await later()
    expect(await pending()).toHaveLength(3)
    // it is back, and nobody has tried yet
    store.isDown = false
    for (const log of logs) expect(await log.load()).toMatchObject({ status: 404, text: '{"detail":"Not found"}' })
    await later()
    expect(await rows()).toEqual(before)
  })

  it('takes nothing with it that is made under its number later', async () => {
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

describe('a character that is deleted while the log store is away', () => {
  it('takes every room with it, whoever owns it, and nothing else', async () => {
    const ada = await app.person('ada')
    const office = await ada.room()
    await ada.rest('PUT', `${rooms}/${office}/logs`, turn)
    const { characterId, logs } = await worldOf(ada, bob)
    store.isDown = true
    expect(await characterFaces[1].delete(ada, characterId)).toBe('deleted')
    expect(await characterFaces[1].delete(ada, characterId)).toBe('NOT_FOUND')
    store.isDown = false
    const statuses = async () => Promise.all(logs.map(async (log) => (await log.load()).status))
    expect(await statuses()).toEqual([404, 404, 404, 200, 200])
    await later()
    expect(await statuses()).toEqual([404, 404, 404, 200, 200])
    expect((await ada.rest('GET', `${rooms}/${office}/logs`)).body).toHaveLength(1)
    expect(await pending()).toEqual([])
  })
})

describe('a room that is deleted while the log store is away', () => {
  const open = async (body: object = {}) => {
    const room = at((await createRoom(bob, body)).body, 'room_id')
    await bob.rest('PUT', `${rooms}/${room}/logs`, turn)
    return new LogRoom(service, '/doclog/office', room, bob.id)
  }
  const remove = (id: string) => bob.rest('DELETE', `${rooms}/${id}`)

  it('is gone at once, and for good when it is back', async () => {
    const before = await rows()
    const room = await open()
    store.isDown = true
    expect((await remove(room.id)).status).toBe(204)
    expect((await remove(room.id)).status).toBe(404)
    expect((await bob.rest('GET', `${rooms}/${room.id}/logs`)).status).toBe(404)
    store.isDown = false
    for (const act of [room.load(), room.save(), room.delete()]) expect((await act).status).toBe(404)
    await later()
    expect(await rows()).toEqual(before)
  })

  it('has its id free again as soon as nothing is left of it', async () => {
    const id = randomUUID()
    const room = await open({ room_id: id })
    store.isDown = true
    expect((await remove(id)).status).toBe(204)
    expect((await createRoom(bob, { room_id: id })).status).toBe(503)
    store.isDown = false
    // not yet due, but it stands in the way
    expect((await createRoom(bob, { room_id: id })).status).toBe(200)
    expect((await room.load()).body).toEqual([])
    await later()
    expect((await bob.rest('GET', `${rooms}/${id}/logs`)).body).toEqual([])
  })

  it('of which the application knows nothing is 503, and there afterwards', async () => {
    const room = await LogRoom.create(service)
    store.isDown = true
    expect((await room.delete()).status).toBe(503)
    store.isDown = false
    expect((await room.load()).status).toBe(200)
    expect((await room.delete()).status).toBe(200)
    expect((await room.load()).status).toBe(404)
  })

  it('is tried again less and less often, and by one of two workers alone', async () => {
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

describe('a room that cannot be made', () => {
  it('leaves no record while the log store is away, and nothing at all afterwards', async () => {
    const before = await rows()
    store.isDown = true
    expect(await createRoom(bob, {})).toMatchObject({ status: 503, body: { detail: 'Database error' } })
    expect(await createRoom(bob, { room_id: randomUUID() })).toMatchObject({ status: 503 })
    expect({ ...(await rows()), purges: [] }).toEqual({ ...before, purges: [] })
    store.isDown = false
    await later()
    expect(await rows()).toEqual(before)
  })

  it('leaves no log room behind when the answer of the store is lost', async () => {
    const before = await rows()
    store.failOnce(1, 'after')
    expect((await createRoom(bob, {})).status).toBe(503)
    expect((await rows())['log_rooms']).not.toEqual(before['log_rooms'])
    await later()
    expect(await rows()).toEqual(before)
  })

  it('whose id was sent is adopted when the same is sent again', async () => {
    const room_id = randomUUID()
    store.failOnce(1, 'after')
    expect((await createRoom(bob, { room_id })).status).toBe(503)
    expect((await createRoom(bob, { room_id })).status).toBe(200)
    await later()
    expect((await bob.rest('GET', `${rooms}/${room_id}/logs`)).status).toBe(200)
  })

  it('leaves nothing when its character, or its owner, goes on the way', async () => {
    const before = await rows()
    for (const room_id of [undefined, randomUUID()]) {
      const ada = await app.person('ada')
      const characterId = await made(characterFaces[1], ada, { name: 'Fleeting' })
      const create = () => ada.rest('POST', '/api/chatrooms', { character_id: characterId, room_id })
      store.interruptOnce(1, () => characterFaces[1].delete(ada, characterId))
      expect(await create()).toMatchObject({ status: 404, text: '{"detail":"Not found"}' })
      store.interruptOnce(1, () => ada.rest('DELETE', `/api/users/${ada.id}`))
      expect((await createRoom(ada, { room_id })).status).toBe(404)
    }
    expect(await rows()).toEqual(before)
  })
})

describe('a room that is adopted', () => {
  it('while the chat-log service deletes it has a log, though an empty one', async () => {
    const log = await LogRoom.create(service, '/doclog/office', bob.id)
    await log.save()
    store.interruptOnce(1, async () => expect((await log.delete()).status).toBe(200))
    expect((await createRoom(bob, { room_id: log.id })).status).toBe(200)
    expect((await bob.rest('GET', `${rooms}/${log.id}/logs`)).body).toEqual([])
    expect((await log.load()).body).toEqual([])
    expect((await bob.rest('DELETE', `${rooms}/${log.id}`)).status).toBe(204)
  })

  it('twice at once belongs to the first, and keeps its log', async () => {
    const room_id = randomUUID()
    let second: RestAnswer | undefined
    store.interruptOnce(1, async () => (second = await createRoom(bob, { room_id })))
    expect(await createRoom(bob, { room_id })).toMatchObject({
      status: 400,
      body: { message: 'This room id is taken' },
    })
    expect(second?.status).toBe(200)
    expect((await bob.rest('GET', `${rooms}/${room_id}/logs`)).body).toEqual([])
  })

  it('by a key that is sent twice at once is the same room', async () => {
    const strays = async () => {
      const { log_rooms: logs = [], rooms: records = [] } = await rows()
      return logs.filter(({ id }) => !records.some(({ roomId }) => roomId === id))
    }
    const before = await strays()
    for (const room_id of [undefined, randomUUID()]) {
      const keyed = () => bob.rest('POST', rooms, { room_id }, { 'idempotency-key': `adopt ${room_id}` })
      let second: RestAnswer | undefined
      store.interruptOnce(1, async () => (second = await keyed()))
      const answer = await keyed()
      expect(answer.status).toBe(200)
      expect(second?.text).toBe(answer.text)
      expect((await keyed()).text).toBe(answer.text)
      expect((await bob.rest('GET', `${rooms}/${at(answer.body, 'room_id')}/logs`)).status).toBe(200)
    }
    expect(await strays()).toEqual(before)
  })
})
