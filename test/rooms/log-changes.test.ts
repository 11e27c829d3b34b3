import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { LogFixture, saying } from '../support/rooms/log-fixture.js'
import { choose, logOf, remove, replies, truncate, update } from '../support/rooms/log-queries.js'
import { LogEntryTable } from '@parley/chat-log-store/embedded'
import { withDatabase } from '@parley/testing'
import { at, type Person } from '../support/app/person.js'

let fixture: LogFixture
let ada: Person
let eve: Person
beforeAll(async () => {
  fixture = await LogFixture.open()
  ada = fixture.ada
  eve = await fixture.app.person('eve')
})
afterAll(() => fixture.close())

describe('an alternative', () => {
  it('is kept of a reply that a client replaces, over every API', async () => {
    const roomId = await fixture.roomOf(1)
    await ada.data(update, { input: { roomId, index: 1, inputData: 'say 1', outputData: 'by hand' } })
    await ada.rest('PUT', `/api/rooms/officerooms/${roomId}/logs`, {
      index: 1,
      input_data: 'a',
      output_data: 'by REST',
    })
    const [entry] = await logOf(ada, roomId)
    expect(entry && replies(entry)).toEqual(['1 answer 1', '2 by hand', '3 by REST*'])
    expect(entry?.alternativeCount).toBe(3)
    const { body } = await ada.rest('GET', `/api/rooms/officerooms/${roomId}/logs`)
    expect(Object.keys((body as object[])[0] ?? {})).toEqual(['index', 'input_data', 'output_data', 'timestamp'])
  })

  it('is chosen by callers that may use the room, and not after another client’s change', async () => {
    const roomId = await fixture.roomOf(1)
    await ada.data(update, { input: { roomId, index: 1, inputData: 'say 1', outputData: 'by hand' } })
    const chosen = { roomId, index: 1, alternative: 1 }
    expect(await eve.codes(choose, chosen)).toEqual(['NOT_FOUND'])
    expect(await ada.codes(choose, { ...chosen, expectedVersion: 1 })).toEqual(['CONFLICT'])
    for (const wrong of [{ alternative: 3 }, { alternative: -1 }, { index: 2 }])
      expect(await ada.codes(choose, { ...chosen, ...wrong })).toEqual(['NOT_FOUND'])
    const first = await ada.data(choose, chosen)
    expect(first).toMatchObject({ chooseAlternative: { entry: { version: 3, outputData: 'answer 1' } } })
    expect(await ada.data(choose, chosen)).toEqual(first)
  })

  it('is the only reply of an entry that was stored before alternatives existed', async () => {
    const roomId = await fixture.roomOf(1)
    await ada.data(update, { input: { roomId, index: 1, inputData: 'old', outputData: 'text' } })
    const document = { inputData: 'old', outputData: 'text', imgUrl: null, version: 4, createdAt: 5 }
    const { mongodbUrl } = fixture.app
    if (mongodbUrl === undefined)
      await fixture.app.app.database.write((db) => db.update(LogEntryTable, { roomId }, { document }))
    else
      await withDatabase(mongodbUrl, async (client) => {
        const change = { $set: { version: 4 }, $unset: { shown: true, others: true } } as const
        await client.db().collection('log_entries').updateOne({ inputData: 'old' }, change)
      })
    const [entry] = await logOf(ada, roomId)
    expect(entry).toMatchObject({ version: 4, alternatives: [{ number: 1, outputData: 'text', shown: true }] })
    await fixture.answered('new', { roomId, index: 1 })
    const [after] = await logOf(ada, roomId)
    expect(after && replies(after)).toEqual(['1 text', '2 new*'])
  })
})

describe('a log', () => {
  const indexes = async (roomId: string) => (await logOf(ada, roomId)).map(({ index }) => index)

  it('is cut from an entry on, and continues after the removed indexes', async () => {
    const roomId = await fixture.roomOf(4)
    const cut = { truncateLog: { deletedFromIndex: 3 } }
    const seen = { roomId, fromIndex: 3, expectedVersion: 1, expectedLastIndex: 4 }
    expect(await ada.data(truncate, seen)).toEqual(cut)
    expect(await ada.data(truncate, seen)).toEqual(cut)
    expect(await indexes(roomId)).toEqual([1, 2])
    await ada.say(roomId)
    await fixture.app.idle()
    expect(await indexes(roomId)).toEqual([1, 2, 5])
    expect(fixture.tap.lastJob.history).toHaveLength(2)
  })

  it('is not cut without access, by a stale client, or during a running generation', async () => {
    const roomId = await fixture.roomOf(3)
    expect(await eve.codes(truncate, { roomId, fromIndex: 1 })).toEqual(['NOT_FOUND'])
    expect(await ada.codes(truncate, { roomId, fromIndex: 0 })).toEqual(['BAD_USER_INPUT'])
    for (const stale of [{ expectedVersion: 2 }, { expectedLastIndex: 2 }])
      expect(await ada.codes(truncate, { roomId, fromIndex: 2, ...stale })).toEqual(['CONFLICT'])
    const { goOn } = await fixture.waiting('slow', { roomId, index: 3 })
    expect(await ada.codes(truncate, { roomId, fromIndex: 2 })).toEqual(['CONFLICT'])
    await goOn()
    expect(await indexes(roomId)).toEqual([1, 2, 3])
  })

  it('loses no entry to a stale client', async () => {
    const roomId = await fixture.roomOf(1)
    await ada.data(update, { input: { roomId, index: 1, inputData: 'say 1', outputData: 'by hand' } })
    expect(await ada.codes(remove, { roomId, index: 1, expectedVersion: 1 })).toEqual(['CONFLICT'])
    expect(await indexes(roomId)).toEqual([1])
    await ada.data(remove, { roomId, index: 1, expectedVersion: 2 })
    expect(await indexes(roomId)).toEqual([])
  })
})

describe('an entry over REST', () => {
  const folder = (roomId: string) => `/api/rooms/${roomId}/logs`
  const nowhere = '00000000-0000-4000-8000-000000000000'

  it('has another reply, its list of replies and a choice among them', async () => {
    const roomId = await fixture.roomOf(2)
    fixture.tap.next = saying('better')
    const key = { 'idempotency-key': 'over REST' }
    const again = (body: object, headers = key) => ada.rest('POST', `${folder(roomId)}/1/regenerate`, body, headers)
    const body = { expectedVersion: 1, input_data: 'I meant this', model: 'Local', search_access: 'true' }
    const begun = await again(body)
    expect(begun).toMatchObject({ status: 202, body: { message: 'I meant this', regeneratesIndex: 1, roomId } })
    await fixture.app.idle()
    const id = at(begun.body, 'id')
    expect(begun.headers.get('location')).toBe(`/generations/${id}`)
    expect(await again(body)).toMatchObject({ status: 202, body: { id, status: 'COMPLETED' } })
    expect(await again({})).toMatchObject({ status: 409 })
    const list = `${folder(roomId)}/1/alternatives`
    const { room } = await ada.data('query ($id: ID!) { room(id: $id) { recordId entry(index: 1) { createdAt } } }', {
      id: roomId,
    })
    const replies = (shown: number) => [
      {
        number: 1,
        input_data: 'say 1',
        output_data: 'answer 1',
        finish_reason: null,
        generation_id: null,
        model: null,
        shown: shown === 1,
        timestamp: at(room, 'entry', 'createdAt'),
      },
      expect.objectContaining({
        number: 2,
        input_data: 'I meant this',
        output_data: 'better',
        finish_reason: 'STOP',
        generation_id: id,
        model: 'Local',
        shown: shown === 2,
      }),
    ]
    // the owner may send the number of the room
    const byNumber = `/api/rooms/${at(room, 'recordId')}/logs/1/alternatives`
    for (const path of [list, byNumber])
      expect((await ada.rest('GET', path)).body).toEqual({ index: 1, version: 2, alternatives: replies(2) })
    expect((await ada.rest('PUT', list, { number: 1, expected_version: 1 })).status).toBe(409)
    expect(await ada.rest('PUT', list, { number: 1, expectedVersion: 2 })).toMatchObject({
      status: 200,
      body: { index: 1, version: 3, alternatives: replies(1) },
    })
    expect((await ada.rest('PUT', list, { number: 3 })).status).toBe(404)
    expect(await ada.rest('PUT', list, { number: 0, expected_version: 'x' })).toMatchObject({
      status: 422,
      body: { detail: [{ location: ['body', 'number'] }, { location: ['body', 'expected_version'] }] },
    })
  })

  it.each(['chat', 'office'] as const)('in a log of the %s rooms keeps the change of another client', async (word) => {
    const created = await ada.rest('POST', `/api/rooms/${word}rooms`, { room_name: 'Log' })
    for (const [index, path] of [[1, `/api/rooms/${word}rooms`] as const, [2, `/api/${word}rooms`] as const]) {
      const logs = `${path}/${at(created.body, 'room_id')}/logs`
      const write = (body: object) => ada.rest('PUT', logs, { input_data: 'a', output_data: 'b', ...body })
      const removed = (version: number) =>
        ada.rest('DELETE', `${logs}?index=${String(index)}&expected_version=${String(version)}`)
      await write({})
      const { body: entries } = await ada.rest('GET', logs)
      const stale = { status: 409, body: { message: 'The entry has been changed since it was read' } }
      expect(await write({ index, output_data: 'lost', expected_version: 99 })).toMatchObject(stale)
      expect(await write({ index, output_data: 'lost', expectedVersion: '2' })).toMatchObject(stale)
      expect(await removed(2)).toMatchObject(stale)
      expect((await ada.rest('GET', logs)).body).toEqual(entries)
      expect((await write({ index, output_data: 'c', expected_version: 1 })).status).toBe(200)
      expect((await removed(1)).status).toBe(409)
      expect((await removed(2)).status).toBe(200)
      expect(await write({ index, expectedVersion: 'x' })).toMatchObject({
        status: 422,
        body: { detail: [{ location: ['body', 'expectedVersion'] }] },
      })
      expect(await removed(0)).toMatchObject({
        status: 422,
        body: { detail: [{ location: ['query', 'expected_version'] }] },
      })
    }
  })

  it('is removed with all later ones, again without an effect, and not after a change or during a reply', async () => {
    const roomId = await fixture.roomOf(4)
    const cut = (body: object) => ada.rest('POST', `${folder(roomId)}/cut`, body)
    const { goOn } = await fixture.waiting('late', { roomId, index: 1 })
    expect(await cut({ from_index: 3 })).toMatchObject({
      status: 409,
      body: { message: 'This room has a running generation' },
    })
    await goOn()
    expect((await cut({ from_index: 3, expected_version: 2 })).status).toBe(409)
    expect((await cut({ fromIndex: 3, expectedLastIndex: 3 })).status).toBe(409)
    expect((await cut({ from_index: 0 })).status).toBe(422)
    const seen = { from_index: 3, expected_version: 1, expected_last_index: 4 }
    expect([(await cut(seen)).status, (await cut(seen)).status]).toEqual([204, 204])
    expect((await logOf(ada, roomId)).map(({ index }) => index)).toEqual([1, 2])
  })

  it('of another account is answered like one that does not exist', async () => {
    const roomId = await fixture.roomOf(1)
    const requests = [
      ['GET', '/1/alternatives', undefined],
      ['PUT', '/1/alternatives', { number: 1 }],
      ['POST', '/1/regenerate', {}],
      ['POST', '/cut', { from_index: 1 }],
    ] as const
    for (const [method, path, body] of requests) {
      const [foreign, missing] = await Promise.all(
        [roomId, nowhere].map((id) => eve.rest(method, folder(id) + path, body)),
      )
      expect([foreign?.status, foreign?.text]).toEqual([404, missing?.text])
      // contract: rooms.12
      expect((await fixture.app.stranger().rest(method, folder(roomId) + path, body)).status).toBe(401)
    }
    const untouched = await logOf(ada, roomId)
    expect(untouched).toMatchObject([{ version: 1, alternativeCount: 1 }])
    const absent = await ada.rest('GET', `${folder(roomId)}/2/alternatives`)
    expect(absent.status).toBe(404)
  })

  it('of a room without an owner is for every caller that knows the room', async () => {
    const guest = fixture.app.stranger()
    const { body } = await guest.rest('POST', '/api/rooms/officerooms', { user_id: 'guest' })
    const roomId = at(body, 'room_id')
    const saved = { roomId, inputData: 'a', outputData: 'b' }
    await guest.data('mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { roomId } }', {
      input: saved,
    })
    const list = `${folder(roomId)}/1/alternatives`
    expect((await guest.rest('GET', list)).body).toMatchObject({ alternatives: [{ output_data: 'b', shown: true }] })
    expect((await guest.rest('PUT', list, { number: 1 })).status).toBe(200)
    expect((await guest.rest('POST', `${folder(roomId)}/cut`, { from_index: 1 })).status).toBe(204)
    expect((await guest.rest('GET', list)).status).toBe(404)
  })
})
