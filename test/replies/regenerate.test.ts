import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GenerationTable } from '../../src/database/tables/generations.js'
import { LogFixture, saying } from '../support/rooms/log-fixture.js'
import { choose, logOf, regenerate, remove, replies, update } from '../support/rooms/log-queries.js'
import { at, type Person } from '../support/app/person.js'
import { course } from '../support/replies/tapped-generator.js'
import { folded, watch } from '../support/app/watch.js'

let fixture: LogFixture
let ada: Person
let eve: Person
beforeAll(async () => {
  fixture = await LogFixture.open()
  ada = fixture.ada
  eve = await fixture.app.person('eve')
})
afterAll(() => fixture.close())

describe('a regenerated entry', () => {
  it('shows the new reply at its index, and keeps the earlier one, which can be chosen again', async () => {
    const roomId = await fixture.roomOf(3)
    const id = await fixture.answered('better', { roomId, index: 2, expectedVersion: 1 })
    expect(await fixture.outcome(id)).toMatchObject({
      status: 'COMPLETED',
      text: 'better',
      entry: { index: 2, version: 2 },
    })
    const log = await logOf(ada, roomId)
    expect(log.map(({ index, outputData }) => [index, outputData])).toEqual([
      [1, 'answer 1'],
      [2, 'better'],
      [3, 'answer 3'],
    ])
    expect(log[1]?.alternatives).toMatchObject([
      { number: 1, inputData: 'say 2', outputData: 'answer 2', shown: false, generationId: null, model: null },
      { number: 2, inputData: 'say 2', outputData: 'better', shown: true, generationId: id, model: 'Local' },
    ])
    const chosen = await ada.data(choose, { roomId, index: 2, alternative: 1, expectedVersion: 2 })
    expect(chosen).toMatchObject({ chooseAlternative: { entry: { version: 3, outputData: 'answer 2' } } })
    const [, entry] = await logOf(ada, roomId)
    expect(entry && replies(entry)).toEqual(['1 answer 2*', '2 better'])
  })

  it('gets a history of the entries before it, oldest first, and nothing later', async () => {
    const roomId = await fixture.roomOf(14)
    await fixture.answered('again', { roomId, index: 13 })
    expect(fixture.tap.lastJob.message).toBe('say 13')
    expect(fixture.tap.lastJob.history.map(({ inputData }) => inputData)).toEqual(
      Array.from({ length: 12 }, (_, n) => `say ${n + 1}`),
    )
    await fixture.answered('again', { roomId, index: 1 })
    expect(fixture.tap.lastJob.history).toEqual([])
  })

  it('is answered by the model of its shown reply, or by the requested one', async () => {
    const roomId = await ada.room()
    const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
    fixture.tap.next = saying('from the hosted one')
    await ada.data(send, { input: { roomId, text: 'Hello', model: 'hosted4.1' } })
    await fixture.app.idle()
    await fixture.answered('again', { roomId, index: 1 })
    expect(fixture.tap.lastJob.model).toBe('hosted4.1')
    await fixture.answered('by the local one', { roomId, index: 1, model: 'Local' })
    expect(fixture.tap.lastJob.model).toBe('Local')
    await ada.data(choose, { roomId, index: 1, alternative: 1 })
    await fixture.answered('again', { roomId, index: 1 })
    expect(fixture.tap.lastJob.model).toBe('hosted4.1')
    expect(await ada.codes(regenerate, { roomId, index: 1, model: 'hosted9' })).toEqual(['BAD_USER_INPUT'])
  })

  it('can be answered for an edited message, which stays with its reply', async () => {
    const roomId = await fixture.roomOf(2)
    await fixture.answered('better', { roomId, index: 2, inputData: 'I meant this' })
    expect(fixture.tap.lastJob.message).toBe('I meant this')
    const [, entry] = await logOf(ada, roomId)
    expect(entry).toMatchObject({ inputData: 'I meant this', outputData: 'better' })
    const chosen = await ada.data(choose, { roomId, index: 2, alternative: 1 })
    expect(chosen).toMatchObject({ chooseAlternative: { entry: { inputData: 'say 2', outputData: 'answer 2' } } })
    for (const inputData of ['', 'x'.repeat(32_001)])
      expect(await ada.codes(regenerate, { roomId, index: 2, inputData })).toEqual(['BAD_USER_INPUT'])
  })

  it('may be edited first and answered afterwards', async () => {
    const roomId = await fixture.roomOf(1)
    const input = { roomId, index: 1, inputData: 'corrected', outputData: 'answer 1', expectedVersion: 1 }
    expect(await ada.data(update, { input })).toMatchObject({ updateLogEntry: { entry: { version: 2 } } })
    await fixture.answered('to the correction', { roomId, index: 1, expectedVersion: 2 })
    const [entry] = await logOf(ada, roomId)
    expect(entry).toMatchObject({ version: 3, inputData: 'corrected', outputData: 'to the correction' })
    expect(entry && replies(entry)).toEqual(['1 answer 1', '2 to the correction*'])
  })

  it('can be watched like any reply, and names its entry', async () => {
    const roomId = await fixture.roomOf(1)
    fixture.tap.next = saying('streamed')
    const made = await ada.data(regenerate, { roomId, index: 1 })
    expect(made).toMatchObject({
      regenerate: { replayed: false, generation: { regeneratesIndex: 1, message: 'say 1' } },
    })
    const events = await watch(ada, at(made, 'regenerate', 'generation', 'id'))
    expect(folded(events)).toBe('streamed')
    const said = await ada.data('query ($id: ID!) { room(id: $id) { generations { nodes { regeneratesIndex } } } }', {
      id: roomId,
    })
    expect(said).toMatchObject({ room: { generations: { nodes: [{ regeneratesIndex: 1 }] } } })
    await fixture.app.idle()
  })

  it('is generated once per key, even when the entry has changed since', async () => {
    const roomId = await fixture.roomOf(1)
    const variables = { roomId, index: 1, expectedVersion: 1, idempotencyKey: 'once' }
    const id = await fixture.answered('new', variables)
    expect(await ada.data(regenerate, variables)).toMatchObject({ regenerate: { replayed: true, generation: { id } } })
    expect(await ada.codes(regenerate, { ...variables, inputData: 'else' })).toEqual(['CONFLICT'])
    const [entry] = await logOf(ada, roomId)
    expect(entry && replies(entry)).toEqual(['1 answer 1', '2 new*'])
    // the key of another operation is another key
    expect(await ada.say(roomId, 'Hello', 'once')).not.toBe('')
    await fixture.app.idle()
  })

  it.each([
    ['removed', 'NOT_FOUND', (roomId: string) => ada.data(remove, { roomId, index: 1 })],
    [
      'changed',
      'CONFLICT',
      (roomId: string) => ada.data(update, { input: { roomId, index: 1, inputData: 'new', outputData: 'new' } }),
    ],
  ])('is not generated after a request with the same key was refused: %s', async (_, code, change) => {
    const roomId = await fixture.roomOf(1)
    const variables = { roomId, index: 1, expectedVersion: 1, idempotencyKey: `refused: ${code}` }
    let retried: unknown
    fixture.chatLogs.interruptOnce(1, async () => {
      await change(roomId)
      retried = await ada.codes(regenerate, variables)
    })
    // it has read the entry before the change
    expect(await ada.codes(regenerate, variables)).toEqual(['NOT_FOUND'])
    expect(retried).toEqual([code])
    expect(await ada.codes(regenerate, variables)).toEqual([code])
    expect(await ada.say(roomId, 'Hello')).not.toBe('')
    await fixture.app.idle()
  })

  it('is generated once per key, even when a retry reads the entry after the reply', async () => {
    const roomId = await fixture.roomOf(1)
    const variables = { roomId, index: 1, expectedVersion: 1, idempotencyKey: 'late' }
    let id = ''
    const first = async () => (id = await fixture.answered('new', variables))
    fixture.chatLogs.interruptOnce(1, first, 'before')
    expect(await ada.data(regenerate, variables)).toMatchObject({ regenerate: { replayed: true, generation: { id } } })
  })

  it('can be generated with the key of a refused request for another one', async () => {
    const roomId = await fixture.roomOf(1)
    const idempotencyKey = 'again'
    expect(await ada.codes(regenerate, { roomId, index: 2, idempotencyKey })).toEqual(['NOT_FOUND'])
    expect(await ada.codes(regenerate, { roomId, index: 3, idempotencyKey })).toEqual(['NOT_FOUND'])
    const id = await fixture.answered('new', { roomId, index: 1, idempotencyKey })
    expect(await ada.data(regenerate, { roomId, index: 1, idempotencyKey })).toMatchObject({
      regenerate: { replayed: true, generation: { id } },
    })
    expect(await ada.codes(regenerate, { roomId, index: 3, idempotencyKey })).toEqual(['CONFLICT'])
  })

  it('is refused without access, without its entry, to a stale client, and while a reply is running', async () => {
    const roomId = await fixture.roomOf(1)
    expect(await eve.codes(regenerate, { roomId, index: 1 })).toEqual(['NOT_FOUND'])
    expect(await fixture.app.stranger().codes(regenerate, { roomId, index: 1 })).toEqual(['UNAUTHENTICATED'])
    for (const index of [2, 0, -1]) expect(await ada.codes(regenerate, { roomId, index })).toEqual(['NOT_FOUND'])
    expect(await ada.codes(regenerate, { roomId, index: 1, expectedVersion: 2 })).toEqual(['CONFLICT'])
    const { goOn } = await fixture.waiting('slow', { roomId, index: 1 })
    expect(await ada.codes(regenerate, { roomId, index: 1 })).toEqual(['CONFLICT'])
    const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { replayed } }'
    expect(await ada.codes(send, { input: { roomId, text: 'Hi' } })).toEqual(['CONFLICT'])
    expect(await goOn()).toMatchObject({ status: 'COMPLETED' })
  })
})

describe('an entry whose new reply is not completed', () => {
  it('is unchanged when the reply fails, or is cancelled before its first word', async () => {
    const roomId = await fixture.roomOf(1)
    const before = await logOf(ada, roomId)
    fixture.tap.next = course({ kind: 'started' }, { kind: 'end', outcome: 'failed', reason: 'generation_failed' })
    const id = await fixture.again({ roomId, index: 1 })
    await fixture.app.idle()
    expect(await fixture.outcome(id)).toMatchObject({ status: 'FAILED', entry: null })
    const { id: cancelled, goOn } = await fixture.waiting('never said', { roomId, index: 1 })
    await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', { id: cancelled })
    expect(await goOn()).toMatchObject({ status: 'CANCELLED', entry: null })
    expect(await logOf(ada, roomId)).toEqual(before)
  })
})

describe('an entry that is changed while its new reply is running', () => {
  it("continues to show the client's change, and keeps the new reply as an alternative", async () => {
    const roomId = await fixture.roomOf(1)
    const { id, goOn } = await fixture.waiting('late', { roomId, index: 1 })
    await ada.data(update, { input: { roomId, index: 1, inputData: 'say 1', outputData: 'by hand' } })
    expect(await goOn()).toMatchObject({ status: 'COMPLETED', text: 'late', entry: { index: 1, version: 3 } })
    const [entry] = await logOf(ada, roomId)
    expect(entry && replies(entry)).toEqual(['1 answer 1', '2 by hand*', '3 late'])
    expect(entry?.alternatives[2]).toMatchObject({ generationId: id })
  })

  it('is not restored when it was deleted: the generation fails, and its text stays readable', async () => {
    const roomId = await fixture.roomOf(2)
    const { goOn } = await fixture.waiting('late', { roomId, index: 1 })
    await ada.data(remove, { roomId, index: 1, expectedVersion: 1 })
    expect(await goOn()).toMatchObject({ status: 'FAILED', text: 'late', error: { code: 'ENTRY_GONE' }, entry: null })
    expect((await logOf(ada, roomId)).map(({ index }) => index)).toEqual([2])
  })
})

describe('a new reply that a crash interrupted', () => {
  const crashed = { status: 'RUNNING' as const, cancelledAt: null, entryIndex: null, finishedAt: null, leaseUntil: 0 }
  const change = (id: string, to: object) =>
    fixture.app.app.database.write((db) => db.update(GenerationTable, { id }, { ...crashed, ...to }))
  const recover = async () => {
    await fixture.app.app.product.recovery.run({ all: false })
    await fixture.app.idle()
  }

  it('is stored in its entry once, however often it is written', async () => {
    const roomId = await fixture.roomOf(1)
    const id = await fixture.answered('whole', { roomId, index: 1 })
    await change(id, {})
    await recover()
    expect(await fixture.outcome(id)).toMatchObject({ status: 'COMPLETED', entry: { index: 1, version: 2 } })
    const [entry] = await logOf(ada, roomId)
    expect(entry && replies(entry)).toEqual(['1 answer 1', '2 whole*'])
  })

  it('runs again for the same entry once, and otherwise does not change the entry', async () => {
    const roomId = await fixture.roomOf(1)
    const { id, goOn } = await fixture.waiting('never said', { roomId, index: 1 })
    await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', { id })
    await goOn()
    await change(id, { text: 'never' })
    fixture.tap.next = saying('after the crash')
    await recover()
    const [entry] = await logOf(ada, roomId)
    expect(entry && replies(entry)).toEqual(['1 answer 1', '2 after the crash*'])
    await change(id, { text: 'after the', sealedAt: null })
    await recover()
    expect(await fixture.outcome(id)).toMatchObject({ status: 'FAILED', error: { code: 'INTERRUPTED' } })
    expect(await logOf(ada, roomId)).toEqual([entry])
  })

  it('fails when the entry was deleted before its second run', async () => {
    const roomId = await fixture.roomOf(1)
    const { id, goOn } = await fixture.waiting('never said', { roomId, index: 1 })
    await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', { id })
    await goOn()
    await ada.data(remove, { roomId, index: 1, expectedVersion: 1 })
    await change(id, { text: 'never' })
    fixture.tap.next = saying('after the crash')
    await recover()
    expect(await fixture.outcome(id)).toMatchObject({ status: 'FAILED', error: { code: 'ENTRY_GONE' }, entry: null })
    expect(await logOf(ada, roomId)).toEqual([])
  })
})
