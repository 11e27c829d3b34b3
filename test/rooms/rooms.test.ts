import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { RoomTable } from '../../src/database/tables/rooms.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'

interface RoomBody {
  readonly id: number
  readonly idx: number
  readonly room_id: string
  readonly doclog_chatroomid: string
  readonly user_id: number | null
  readonly userid: string
}

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ roles: 'app,chatlog' })
  ada = await app.person('ada')
})
afterAll(() => app.close())

const turn = { input_data: 'a', output_data: 'b' }
const create = async (person: Person, path = '/api/rooms/officerooms', body: object = {}) => {
  const answer = await person.rest('POST', path, body)
  return { ...answer, room: answer.body as RoomBody }
}

describe('a room of an account', () => {
  it.each(['/api/rooms/officerooms', '/api/officerooms', '/api/rooms/chatrooms', '/api/chatrooms'])(
    'answers both documented shapes at %s',
    async (path) => {
      const { status, room } = await create(ada, path, { room_name: 'Deck' })
      expect(status).toBe(200)
      expect(room).toMatchObject({
        idx: room.id,
        doclog_chatroomid: room.room_id,
        user_id: Number(ada.id),
        userid: ada.id,
      })
      const nested = path.includes('office') ? { doclog_chatroomid: room.room_id } : undefined
      expect((room as { sqldb_officeroom?: object }).sqldb_officeroom).toEqual(
        nested && expect.objectContaining(nested),
      )
    },
  )

  it('is only for its owner and admins: no token is 401, a foreign one 404 like a missing room', async () => {
    const { room } = await create(ada)
    const [eve, admin] = [await app.person('eve'), await app.admin()]
    const logs = (person: Person, id: string | number) => person.rest('GET', `/api/officerooms/${id}/logs`)
    expect((await logs(ada, room.room_id)).status).toBe(200)
    expect((await logs(ada, room.id)).status).toBe(200)
    expect((await logs(admin, room.id)).status).toBe(200)
    expect((await logs(app.stranger(), room.room_id)).status).toBe(401)
    expect((await logs(eve, room.room_id)).text).toBe((await logs(eve, randomUUID())).text)
    expect((await logs(eve, room.id)).status).toBe(404)
    expect((await eve.rest('PUT', `/api/officerooms/${room.room_id}/logs`, turn)).status).toBe(404)
  })

  it('refuses the user id of another account, and ignores other text', async () => {
    const eve = await app.person('eve')
    expect((await create(ada, undefined, { user_id: Number(eve.id) })).status).toBe(403)
    expect((await create(ada, undefined, { userid: 'whatever' })).room.userid).toBe(ada.id)
  })

  it('accepts a room id once', async () => {
    const roomId = randomUUID()
    expect((await create(ada, undefined, { room_id: roomId.toUpperCase() })).room.room_id).toBe(roomId)
    expect((await create(ada, undefined, { room_id: roomId })).status).toBe(400)
    expect((await create(ada, undefined, { room_id: 'no uuid' })).status).toBe(422)
  })
})

describe('a room without an owner', () => {
  it('can be used by its UUID, never by its number', async () => {
    const { room } = await create(app.stranger(), undefined, { userid: 'guest' })
    expect(room).toMatchObject({ user_id: null, userid: 'guest' })
    const path = `/api/officerooms/${room.room_id}/logs`
    expect((await app.stranger().rest('PUT', path, turn)).status).toBe(200)
    expect((await app.stranger().rest('GET', path)).body).toHaveLength(1)
    expect((await app.stranger().rest('GET', `/api/officerooms/${room.id}/logs`)).status).toBe(404)
  })

  describe.each(['officerooms', 'chatrooms'])('of a user id of 51 to 100 characters, among the %s', (folder) => {
    const guest = () => app.stranger()
    const at = `/api/rooms/${folder}`
    it.each(['x'.repeat(51), '🚀'.repeat(100)])('is used and deleted like any other: %s', async (userid) => {
      const { status, room } = await create(guest(), at, { userid })
      expect([status, room]).toMatchObject([200, { user_id: null, userid }])
      const path = `${at}/${room.room_id}`
      expect((await guest().rest('PUT', `${path}/logs`, turn)).status).toBe(200)
      expect((await guest().rest('GET', `${path}/logs`)).body).toMatchObject([turn])
      expect(
        await guest().data('query ($id: ID!) { room(id: $id) { userId entries { nodes { index } } } }', {
          id: room.room_id,
        }),
      ).toEqual({ room: { userId: userid, entries: { nodes: [{ index: 1 }] } } })
      expect((await guest().rest('DELETE', path)).status).toBe(204)
      expect((await guest().rest('GET', `${path}/logs`)).status).toBe(404)
    })

    it('is adopted again with its id, and does not belong to the first 50 characters of the user id', async () => {
      const [userid, room_id] = ['x'.repeat(100), randomUUID()]
      expect((await create(guest(), at, { userid, room_id })).status).toBe(200)
      expect((await create(guest(), at, { userid, room_id })).status).toBe(400)
      expect((await create(guest(), at, { userid: 'x'.repeat(50), room_id })).status).toBe(400)
    })

    it('cannot be used over the chat-log service, which keeps its limit', async () => {
      const userid = 'x'.repeat(51)
      const { room } = await create(guest(), at, { userid })
      const chatLogs = app.chatLog()
      const kind = folder === 'officerooms' ? 'office' : 'chatbot'
      for (const user_id of [userid, userid.slice(1)]) {
        const { status } = await chatLogs.rest('POST', `/doclog/${kind}/load_log`, { user_id, id: room.room_id })
        expect(status).toBe(user_id === userid ? 422 : 404)
      }
    })

    it('has at most 100 characters', async () => {
      const { status, body } = await create(guest(), at, { userid: '🚀'.repeat(101) })
      expect([status, body]).toMatchObject([
        422,
        { detail: [{ location: ['body', 'userid'], type: 'string_too_long' }] },
      ])
      const input = { userId: 'x'.repeat(101) }
      expect(
        await guest().codes('mutation ($input: OfficeRoomInput!) { createOfficeRoom(input: $input) { room { id } } }', {
          input,
        }),
      ).toEqual(['BAD_USER_INPUT'])
    })
  })

  it('requires a user id', async () => {
    expect((await create(app.stranger())).status).toBe(422)
  })
})

describe('the log of a room', () => {
  it('gives 50 parallel entries 50 rising indexes', async () => {
    const { room } = await create(ada)
    const path = `/api/officerooms/${room.room_id}/logs`
    await Promise.all(Array.from({ length: 50 }, () => ada.rest('PUT', path, turn)))
    const { body } = await ada.rest('GET', path)
    expect((body as { index: number }[]).map(({ index }) => index)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  })

  it('reports every fault of an entry', async () => {
    const { room } = await create(ada)
    const { status, body } = await ada.rest('PUT', `/api/officerooms/${room.room_id}/logs`, {
      input_data: 'x'.repeat(501),
    })
    expect(status).toBe(422)
    expect((body as { detail: { type: string }[] }).detail.map(({ type }) => type)).toEqual([
      'string_too_long',
      'missing',
    ])
  })

  it("changes the room's updatedAt at a retry after a crash that left it unchanged", async () => {
    const { room } = await create(ada)
    const path = `/api/officerooms/${room.room_id}/logs`
    const updatedAt = async () => {
      const { myRooms } = await ada.data('{ myRooms(first: 1) { nodes { id updatedAt } } }')
      return (myRooms as { nodes: { id: string; updatedAt: string }[] }).nodes
    }
    await ada.rest('PUT', path, turn, { 'idempotency-key': 'key' })
    const [moved] = await updatedAt()
    await app.app.database.write((db) => db.update(RoomTable, { id: room.id }, { updatedAt: 0 }))
    await ada.rest('PUT', path, turn, { 'idempotency-key': 'key' })
    const [again] = await updatedAt()
    expect(again?.id).toBe(room.room_id)
    expect(Date.parse(again?.updatedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(moved?.updatedAt ?? ''))
    expect((await ada.rest('GET', path)).body).toHaveLength(1)
  })

  it('is not found under the other kind', async () => {
    const { room } = await create(ada)
    expect((await ada.rest('GET', `/api/chatrooms/${room.room_id}/logs`)).status).toBe(404)
  })
})
