import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { LogEntryTable } from '../../src/database/tables/chat-logs.js'
import { LogFixture } from '../support/rooms/log-fixture.js'
import { choose, logOf, remove, replies, truncate, update } from '../support/rooms/log-queries.js'
import { withDatabase } from '../support/app/mongodb.js'
import type { Person } from '../support/app/person.js'

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
