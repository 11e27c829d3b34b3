import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ChatLogStore } from '@parley/chat-log-store'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { characterApis, made } from '../support/characters/character-apis.js'
import { FailingPort } from '../support/failures/failing-port.js'
import { LogRoom, turn } from '../support/rooms/log-room.js'
import { at, type Person, type RestAnswer } from '../support/app/person.js'
import { allRows } from '../support/app/rows.js'

const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

let now = Date.parse('2030-01-01T00:00:00Z')
let store: FailingPort<ChatLogStore>
let app: TestApp
let ada: Person
let eve: Person
beforeAll(async () => {
  const env = { LOCAL_MODEL: 'scripted:?delayMs=1&chunks=2' }
  const wrap = { chatLogs: (embedded: ChatLogStore) => (store = new FailingPort(embedded)).port }
  app = await createTestApp({ roles: 'app,chatlog', env, clock: () => now, wrap })
  ;[ada, eve] = [await app.person(), await app.person()]
})
afterAll(() => app.close())
beforeEach(() => store.heal())

const rows = () => allRows(app)
const rooms = '/api/officerooms'
const createRoom = (person: Person, body: object, headers: Record<string, string> = {}) =>
  person.rest('POST', rooms, body, headers)
/** Moves the clock by a minute and runs all deferred work. */
const later = async () => {
  now += 61_000
  await app.app.product.purger.round()
}

/** Records without a log, logs without a record, generations without a room, and pending purges. */
const strays = async () => {
  const { rooms: records = [], log_rooms: logs = [], generations = [], purges = [] } = await rows()
  const recorded = new Set(records.map(({ roomId }) => roomId))
  const logged = new Set(logs.map(({ id }) => id))
  return {
    rooms: records.filter(({ roomId }) => !logged.has(roomId)),
    logs: logs.filter(({ id }) => !recorded.has(id)),
    generations: generations.filter(({ roomId }) => !recorded.has(roomId)),
    purges,
  }
}

describe('a write during a deletion', () => {
  const nothing = { rooms: [], logs: [], generations: [], purges: [] }

  it('is complete or missing: rooms created with a character that is being deleted', async () => {
    const id = await made(characterApis[1], ada, { name: 'Fleeting' })
    const create = (n: number) =>
      (n % 2 === 0 ? ada : eve).rest('POST', '/api/chatrooms', {
        character_id: id,
        ...(n % 3 === 0 ? { room_id: randomUUID() } : {}),
      })
    const [before, , after] = await Promise.all([
      Promise.all(times(10).map(create)),
      ada.rest('DELETE', `/api/characters/${id}`),
      Promise.all(times(20).map(create)),
    ])
    for (const answer of [...before, ...after]) expect([200, 404]).toContain(answer.status)
    expect(await strays()).toEqual(nothing)
  })

  it('is complete or missing: writes of an account that is being deleted', async () => {
    const leaving = await app.person('leaving')
    const characterId = await made(characterApis[1], eve, { name: 'Liked' })
    const own = await made(characterApis[1], leaving, { name: 'Own' })
    const rooms = await Promise.all(times(4).map(() => leaving.room()))
    const acts = times(40).map((n) => async () => {
      const room = rooms[n % 4] ?? ''
      const key = { 'idempotency-key': `key ${n}` }
      switch (n % 5) {
        case 0:
          return leaving.rest('POST', '/api/characters', { name: 'x' }, key)
        case 1:
          return leaving.rest('POST', '/api/officerooms', {}, n % 2 ? key : {})
        case 2:
          return leaving.rest('POST', `/api/characters/${characterId}/like`, { action: n % 2 ? 'like' : 'unlike' })
        case 3:
          return leaving.rest('PUT', `/api/officerooms/${room}/logs`, turn, n % 2 ? key : {})
        default:
          return eve.rest('POST', '/api/chatrooms', { character_id: own })
      }
    })
    const answers = await Promise.all([
      ...acts.slice(0, 20).map((act) => act()),
      leaving.rest('DELETE', `/api/users/${leaving.id}`),
      ...acts.slice(20).map((act) => act()),
    ])
    for (const { status, text } of answers)
      expect([status, text]).toEqual([expect.any(Number), expect.not.stringMatching('Server error')])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(await strays()).toEqual(nothing)
    for (const [table, found] of Object.entries(await rows()))
      for (const row of found)
        for (const column of ['ownerId', 'userId', 'callerId'])
          expect([table, String(row[column])]).not.toEqual([table, leaving.id])
  })

  it('is complete or missing: messages and entries for a room that is being deleted', async () => {
    for (let round = 0; round < 10; round += 1) {
      const roomId = await ada.room()
      const path = `/api/officerooms/${roomId}`
      const say = () => ada.graphql(send, { input: { roomId, text: 'Hello' } })
      const save = () => ada.rest('PUT', `${path}/logs`, turn)
      const [removed, again, , ...saved] = await Promise.all([
        ada.rest('DELETE', path),
        ada.rest('DELETE', path),
        say(),
        ...times(10).map((n) => (n % 2 ? save() : say())),
      ])
      expect([removed.status, again.status].sort()).toEqual([204, 404])
      for (const answer of saved) if ('status' in answer) expect([200, 404]).toContain(answer.status)
    }
    await app.idle()
    expect(await strays()).toEqual(nothing)
  })

  it('is refused: a message that was accepted just before its room was deleted', async () => {
    const roomId = await ada.room()
    // a caller that sends a request after this has passed the checks, and waits for its turn to write
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const writing = app.app.database.write(() => held)
    const pass = async () => {
      for (let n = 0; n < 5; n += 1) await ada.rest('GET', '/api/users/profile')
    }
    const removed = ada.rest('DELETE', `/api/officerooms/${roomId}`)
    await pass()
    const said = ada.codes(send, { input: { roomId, text: 'Hello' } })
    await pass()
    release()
    await writing
    expect([(await removed).status, await said]).toEqual([204, ['NOT_FOUND']])
    expect(await strays()).toEqual(nothing)
  })

  it('is complete or missing: a room that is adopted while the chat-log service deletes it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const log = await LogRoom.create(app.chatLog(), '/doclog/office', ada.id)
      const adopt = () => ada.rest('POST', '/api/officerooms', { room_id: log.id })
      const [removed, ...adopted] = await Promise.all([log.delete(), adopt(), adopt(), adopt()])
      expect([200, 404]).toContain(removed.status)
      // while the room is being deleted, its log can be adopted again when the record of the first one is already gone
      const adoptions = adopted.filter(({ status }) => status === 200).length
      if (removed.status === 404) expect(adoptions).toBeLessThanOrEqual(1)
      // 503 while another request is still removing what was deleted
      for (const { status } of adopted) expect([200, 400, 404, 503]).toContain(status)
      expect(await strays()).toEqual(nothing)
    }
  })

  it('is missing: a room that is adopted after its deletion from the store, and before the deletion is completed', async () => {
    const log = await LogRoom.create(app.chatLog(), '/doclog/office', ada.id)
    let deleting: Promise<RestAnswer> | undefined
    let settle = (): void => undefined
    const settled = new Promise<void>((resolve) => (settle = resolve))
    const deleted = new Promise<void>((resolve) => {
      const wait = () => {
        resolve()
        return settled
      }
      store.interruptOnce(4, wait)
    })
    const remove = () => {
      deleting = log.delete()
      return deleted
    }
    // the adoption calls the store three times, the last time to check that the room still exists
    store.interruptOnce(3, remove, 'before')
    expect((await createRoom(ada, { room_id: log.id })).status).toBe(404)
    settle()
    expect((await deleting)?.status).toBe(200)
    expect(await strays()).toEqual(nothing)
  })
})

describe('a room that cannot be created', () => {
  it('leaves no record while the log store is unavailable, and nothing at all afterwards', async () => {
    const before = await rows()
    store.isDown = true
    expect(await createRoom(eve, {})).toMatchObject({ status: 503, body: { detail: 'Database error' } })
    expect(await createRoom(eve, { room_id: randomUUID() })).toMatchObject({ status: 503 })
    expect({ ...(await rows()), purges: [] }).toEqual({ ...before, purges: [] })
    store.isDown = false
    await later()
    expect(await rows()).toEqual(before)
  })

  it('leaves no log room behind when the answer of the store is lost', async () => {
    const before = await rows()
    store.failOnce(1, 'after')
    expect((await createRoom(eve, {})).status).toBe(503)
    expect((await rows())['log_rooms']).not.toEqual(before['log_rooms'])
    await later()
    expect(await rows()).toEqual(before)
  })

  it('whose id was sent is adopted when the request is repeated', async () => {
    const room_id = randomUUID()
    store.failOnce(1, 'after')
    expect((await createRoom(eve, { room_id })).status).toBe(503)
    expect((await createRoom(eve, { room_id })).status).toBe(200)
    await later()
    expect((await eve.rest('GET', `${rooms}/${room_id}/logs`)).status).toBe(200)
  })

  it('leaves nothing when its character or its owner is deleted meanwhile', async () => {
    const before = await rows()
    for (const room_id of [undefined, randomUUID()]) {
      const ada = await app.person('ada')
      const characterId = await made(characterApis[1], ada, { name: 'Fleeting' })
      const create = () => ada.rest('POST', '/api/chatrooms', { character_id: characterId, room_id })
      store.interruptOnce(1, () => characterApis[1].delete(ada, characterId))
      expect(await create()).toMatchObject({ status: 404, text: '{"detail":"Not found"}' })
      store.interruptOnce(1, () => ada.rest('DELETE', `/api/users/${ada.id}`))
      expect((await createRoom(ada, { room_id })).status).toBe(401)
    }
    expect(await rows()).toEqual(before)
  })
})

describe('a room that is adopted', () => {
  it('while the chat-log service deletes it has a log, though an empty one', async () => {
    const log = await LogRoom.create(app.chatLog(), '/doclog/office', eve.id)
    await log.save()
    store.interruptOnce(1, async () => expect((await log.delete()).status).toBe(200))
    expect((await createRoom(eve, { room_id: log.id })).status).toBe(200)
    expect((await eve.rest('GET', `${rooms}/${log.id}/logs`)).body).toEqual([])
    expect((await log.load()).body).toEqual([])
    expect((await eve.rest('DELETE', `${rooms}/${log.id}`)).status).toBe(204)
  })

  it('twice at once belongs to the first, and keeps its log', async () => {
    const room_id = randomUUID()
    let second: RestAnswer | undefined
    store.interruptOnce(1, async () => (second = await createRoom(eve, { room_id })))
    expect(await createRoom(eve, { room_id })).toMatchObject({
      status: 400,
      body: { message: 'This room id is taken' },
    })
    expect(second?.status).toBe(200)
    expect((await eve.rest('GET', `${rooms}/${room_id}/logs`)).body).toEqual([])
  })

  it('by a key that is sent twice at once is the same room', async () => {
    const before = await strays()
    for (const room_id of [undefined, randomUUID()]) {
      const keyed = () => createRoom(eve, { room_id }, { 'idempotency-key': `adopt ${room_id}` })
      let second: RestAnswer | undefined
      store.interruptOnce(1, async () => (second = await keyed()))
      const answer = await keyed()
      expect(answer.status).toBe(200)
      expect(second?.text).toBe(answer.text)
      expect((await keyed()).text).toBe(answer.text)
      expect((await eve.rest('GET', `${rooms}/${at(answer.body, 'room_id')}/logs`)).status).toBe(200)
    }
    expect(await strays()).toEqual(before)
  })
})
