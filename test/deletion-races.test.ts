import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import { characterFaces, made } from './support/character-faces.js'
import { LogRoom, turn } from './support/log-room.js'
import type { Person } from './support/person.js'
import { allRows } from './support/rows.js'

const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

let app: TestApp
let ada: Person
let eve: Person
beforeAll(async () => {
  app = await createTestApp({ roles: 'app,chatlog', env: { LOCAL_MODEL: 'scripted:?delayMs=1&chunks=2' } })
  ;[ada, eve] = [await app.person(), await app.person()]
})
afterAll(() => app.close())

describe('what races a deletion', () => {
  /** Rows whose room, log or character is not there. */
  const strays = async () => {
    const rows = await allRows(app.app.database)
    const all = (table: string, column: string) => new Set(rows[table]?.map((row) => row[column]))
    const [rooms, logs] = [all('rooms', 'roomId'), all('log_rooms', 'id')]
    return {
      rooms: rows['rooms']?.filter(({ roomId }) => !logs.has(roomId)) ?? [],
      logs: rows['log_rooms']?.filter(({ id }) => !rooms.has(id)) ?? [],
      generations: rows['generations']?.filter(({ roomId }) => !rooms.has(roomId)) ?? [],
      purges: rows['purges'] ?? [],
    }
  }
  const nothing = { rooms: [], logs: [], generations: [], purges: [] }

  it('is whole or not there: rooms made with a character that goes', async () => {
    const id = await made(characterFaces[1], ada, { name: 'Fleeting' })
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

  it('is whole or not there: what an account that goes does meanwhile', async () => {
    const leaving = await app.person('leaving')
    const characterId = await made(characterFaces[1], eve, { name: 'Liked' })
    const own = await made(characterFaces[1], leaving, { name: 'Own' })
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
    const rows = await allRows(app.app.database)
    for (const [table, found] of Object.entries(rows))
      for (const row of found)
        for (const column of ['ownerId', 'userId', 'callerId'])
          expect([table, String(row[column])]).not.toEqual([table, leaving.id])
  })

  it('is whole or not there: messages and entries for a room that goes', async () => {
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

  it('is refused: a message that was let in just before its room goes', async () => {
    const roomId = await ada.room()
    // whoever asks after this has been let in, and waits for its turn to write
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

  it('is whole or not there: a room that is adopted while the chat-log service deletes it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const log = await LogRoom.create(app.chatLog(), '/doclog/office', ada.id)
      const adopt = () => ada.rest('POST', '/api/officerooms', { room_id: log.id })
      const [removed, ...adopted] = await Promise.all([log.delete(), adopt(), adopt(), adopt()])
      expect([200, 404]).toContain(removed.status)
      expect(adopted.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
      for (const { status } of adopted) expect([200, 400, 404]).toContain(status)
    }
    expect(await strays()).toEqual(nothing)
  })
})
