import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { LogEntryTable } from '../src/database/tables/chat-logs.js'
import { GenerationTable } from '../src/database/tables/generations.js'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import {
  again,
  choose,
  logOf,
  regenerate,
  remove,
  replies,
  save,
  saying,
  truncate,
  update,
} from './support/log-desk.js'
import { withDatabase } from './support/mongodb.js'
import { at } from './support/person.js'
import type { Person } from './support/person.js'
import { course, TappedGenerator } from './support/tapped-generator.js'
import { folded, watch } from './support/watch.js'

const tap = new TappedGenerator()
let app: TestApp
let ada: Person
let eve: Person
beforeAll(async () => {
  app = await createTestApp({ roles: 'app,chatlog', wrap: tap.wrap })
  ;[ada, eve] = [await app.person(), await app.person()]
})
afterAll(() => app.close())

/** A room with saved entries `say 1`, `answer 1` and so on. */
async function roomOf(entries: number, person = ada): Promise<string> {
  const roomId = await person.room()
  for (let n = 1; n <= entries; n += 1)
    await person.data(save, { input: { roomId, inputData: `say ${n}`, outputData: `answer ${n}` } })
  return roomId
}

/** Regenerates and waits for the end; the generation's id. */
async function answered(text: string, variables: object): Promise<string> {
  tap.next = saying(text)
  const id = await again(ada, variables)
  await app.idle()
  return id
}

/** A generation that waits before it says its text, until `goOn`. */
async function waiting(text: string, variables: object) {
  const gate = new AbortController()
  tap.next = saying(text, gate.signal)
  const id = await again(ada, variables)
  return {
    id,
    goOn: async () => {
      gate.abort()
      await app.idle()
      return outcome(id)
    },
  }
}

const outcome = async (id: string) =>
  (
    await ada.data(
      'query ($id: ID!) { generation(id: $id) { status text error { code message } entry { index version } } }',
      { id },
    )
  )['generation']

describe('a regenerated entry', () => {
  it('shows the new reply at its index, and keeps the earlier one to be chosen again', async () => {
    const roomId = await roomOf(3)
    const id = await answered('better', { roomId, index: 2, expectedVersion: 1 })
    expect(await outcome(id)).toMatchObject({ status: 'COMPLETED', text: 'better', entry: { index: 2, version: 2 } })
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

  it('is answered knowing the ten entries before it, oldest first, and nothing later', async () => {
    const roomId = await roomOf(14)
    await answered('again', { roomId, index: 13 })
    expect(tap.lastJob.message).toBe('say 13')
    expect(tap.lastJob.history.map(({ inputData }) => inputData)).toEqual(
      Array.from({ length: 10 }, (_, n) => `say ${n + 3}`),
    )
    await answered('again', { roomId, index: 1 })
    expect(tap.lastJob.history).toEqual([])
  })

  it('is answered by the model of the reply that it shows, or by the one that is asked for', async () => {
    const roomId = await ada.room()
    const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
    tap.next = saying('from the hosted one')
    await ada.data(send, { input: { roomId, text: 'Hello', model: 'hosted4.1' } })
    await app.idle()
    await answered('again', { roomId, index: 1 })
    expect(tap.lastJob.model).toBe('hosted4.1')
    await answered('by the local one', { roomId, index: 1, model: 'Local' })
    expect(tap.lastJob.model).toBe('Local')
    await ada.data(choose, { roomId, index: 1, alternative: 1 })
    await answered('again', { roomId, index: 1 })
    expect(tap.lastJob.model).toBe('hosted4.1')
    expect(await ada.codes(regenerate, { roomId, index: 1, model: 'hosted9' })).toEqual(['BAD_USER_INPUT'])
  })

  it('is answered to other words, which stay with their reply', async () => {
    const roomId = await roomOf(2)
    await answered('better', { roomId, index: 2, inputData: 'I meant this' })
    expect(tap.lastJob.message).toBe('I meant this')
    const [, entry] = await logOf(ada, roomId)
    expect(entry).toMatchObject({ inputData: 'I meant this', outputData: 'better' })
    const chosen = await ada.data(choose, { roomId, index: 2, alternative: 1 })
    expect(chosen).toMatchObject({ chooseAlternative: { entry: { inputData: 'say 2', outputData: 'answer 2' } } })
    for (const inputData of ['', 'x'.repeat(501)])
      expect(await ada.codes(regenerate, { roomId, index: 2, inputData })).toEqual(['BAD_USER_INPUT'])
  })

  it('may be edited first and answered then', async () => {
    const roomId = await roomOf(1)
    const input = { roomId, index: 1, inputData: 'corrected', outputData: 'answer 1', expectedVersion: 1 }
    expect(await ada.data(update, { input })).toMatchObject({ updateLogEntry: { entry: { version: 2 } } })
    await answered('to the correction', { roomId, index: 1, expectedVersion: 2 })
    const [entry] = await logOf(ada, roomId)
    expect(entry).toMatchObject({ version: 3, inputData: 'corrected', outputData: 'to the correction' })
    expect(entry && replies(entry)).toEqual(['1 answer 1', '2 to the correction*'])
  })

  it('is watched like any reply, and says which entry it is for', async () => {
    const roomId = await roomOf(1)
    tap.next = saying('streamed')
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
    await app.idle()
  })

  it('is made once for a key, also when the entry is another one since', async () => {
    const roomId = await roomOf(1)
    const variables = { roomId, index: 1, expectedVersion: 1, idempotencyKey: 'once' }
    const id = await answered('new', variables)
    expect(await ada.data(regenerate, variables)).toMatchObject({ regenerate: { replayed: true, generation: { id } } })
    expect(await ada.codes(regenerate, { ...variables, inputData: 'else' })).toEqual(['CONFLICT'])
    const [entry] = await logOf(ada, roomId)
    expect(entry && replies(entry)).toEqual(['1 answer 1', '2 new*'])
    // the key of another operation, and of another person, is another key
    await ada.say(roomId, 'Hello', 'once')
    await app.idle()
  })

  it('is refused to who may not, without its entry, to a stale client, and while a reply is made', async () => {
    const roomId = await roomOf(1)
    expect(await eve.codes(regenerate, { roomId, index: 1 })).toEqual(['NOT_FOUND'])
    expect(await app.stranger().codes(regenerate, { roomId, index: 1 })).toEqual(['UNAUTHENTICATED'])
    for (const index of [2, 0, -1]) expect(await ada.codes(regenerate, { roomId, index })).toEqual(['NOT_FOUND'])
    expect(await ada.codes(regenerate, { roomId, index: 1, expectedVersion: 2 })).toEqual(['CONFLICT'])
    const { goOn } = await waiting('slow', { roomId, index: 1 })
    expect(await ada.codes(regenerate, { roomId, index: 1 })).toEqual(['CONFLICT'])
    const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { replayed } }'
    expect(await ada.codes(send, { input: { roomId, text: 'Hi' } })).toEqual(['CONFLICT'])
    expect(await goOn()).toMatchObject({ status: 'COMPLETED' })
  })
})

describe('an entry whose new reply comes to nothing', () => {
  it('stays as it is when it fails or is cancelled', async () => {
    const roomId = await roomOf(1)
    const before = await logOf(ada, roomId)
    tap.next = course({ kind: 'started' }, { kind: 'end', outcome: 'failed', reason: 'generation_failed' })
    const id = await again(ada, { roomId, index: 1 })
    await app.idle()
    expect(await outcome(id)).toMatchObject({ status: 'FAILED', entry: null })
    const { id: cancelled, goOn } = await waiting('never said', { roomId, index: 1 })
    await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', { id: cancelled })
    expect(await goOn()).toMatchObject({ status: 'CANCELLED', entry: null })
    expect(await logOf(ada, roomId)).toEqual(before)
  })
})

describe('an entry that is changed while its new reply is made', () => {
  it('goes on showing what somebody wrote, and keeps the reply beside it', async () => {
    const roomId = await roomOf(1)
    const { id, goOn } = await waiting('late', { roomId, index: 1 })
    await ada.data(update, { input: { roomId, index: 1, inputData: 'say 1', outputData: 'by hand' } })
    expect(await goOn()).toMatchObject({ status: 'COMPLETED', text: 'late', entry: { index: 1, version: 3 } })
    const [entry] = await logOf(ada, roomId)
    expect(entry && replies(entry)).toEqual(['1 answer 1', '2 by hand*', '3 late'])
    expect(entry?.alternatives[2]).toMatchObject({ generationId: id })
  })

  it('does not come back when it was deleted: the generation fails, and its text stays readable', async () => {
    const roomId = await roomOf(2)
    const { goOn } = await waiting('late', { roomId, index: 1 })
    await ada.data(remove, { roomId, index: 1, expectedVersion: 1 })
    expect(await goOn()).toMatchObject({ status: 'FAILED', text: 'late', error: { code: 'ENTRY_GONE' }, entry: null })
    expect((await logOf(ada, roomId)).map(({ index }) => index)).toEqual([2])
  })
})

describe('a new reply that a crash interrupted', () => {
  const crashed = { status: 'RUNNING' as const, entryIndex: null, finishedAt: null, leaseUntil: 0 }
  const change = (id: string, to: object) =>
    app.app.database.write((em) => em.update(GenerationTable, { id }, { ...crashed, ...to }))
  const recover = async () => {
    await app.app.product.recovery.run({ all: false })
    await app.idle()
  }

  it('is in its entry once, however often it is written', async () => {
    const roomId = await roomOf(1)
    const id = await answered('whole', { roomId, index: 1 })
    await change(id, {})
    await recover()
    expect(await outcome(id)).toMatchObject({ status: 'COMPLETED', entry: { index: 1, version: 2 } })
    const [entry] = await logOf(ada, roomId)
    expect(entry && replies(entry)).toEqual(['1 answer 1', '2 whole*'])
  })

  it('runs again for the same entry when it had no text, and else leaves the entry alone', async () => {
    const roomId = await roomOf(1)
    const { id, goOn } = await waiting('never said', { roomId, index: 1 })
    await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', { id })
    await goOn()
    await change(id, { text: '' })
    tap.next = saying('after the crash')
    await recover()
    const [entry] = await logOf(ada, roomId)
    expect(entry && replies(entry)).toEqual(['1 answer 1', '2 after the crash*'])
    await change(id, { text: 'after the', sealedAt: null })
    await recover()
    expect(await outcome(id)).toMatchObject({ status: 'FAILED', error: { code: 'INTERRUPTED' } })
    expect(await logOf(ada, roomId)).toEqual([entry])
  })
})

describe('an alternative', () => {
  it('is kept of what is replaced by hand, at every door', async () => {
    const roomId = await roomOf(1)
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

  it('is chosen by who may use the room, and not over what somebody else has changed', async () => {
    const roomId = await roomOf(1)
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

  it('is the one reply of an entry from before there were any', async () => {
    const roomId = await roomOf(1)
    await ada.data(update, { input: { roomId, index: 1, inputData: 'old', outputData: 'text' } })
    const document = { inputData: 'old', outputData: 'text', imgUrl: null, version: 4, createdAt: 5 }
    const { mongodbUrl } = app
    if (mongodbUrl === undefined)
      await app.app.database.write((em) => em.update(LogEntryTable, { roomId }, { document }))
    else
      await withDatabase(mongodbUrl, async (client) => {
        const change = { $set: { version: 4 }, $unset: { shown: true, others: true } } as const
        await client.db().collection('log_entries').updateOne({ inputData: 'old' }, change)
      })
    const [entry] = await logOf(ada, roomId)
    expect(entry).toMatchObject({ version: 4, alternatives: [{ number: 1, outputData: 'text', shown: true }] })
    await answered('new', { roomId, index: 1 })
    const [after] = await logOf(ada, roomId)
    expect(after && replies(after)).toEqual(['1 text', '2 new*'])
  })
})

describe('a log', () => {
  const indexes = async (roomId: string) => (await logOf(ada, roomId)).map(({ index }) => index)

  it('is cut from an entry on, and goes on behind what was cut', async () => {
    const roomId = await roomOf(4)
    const cut = { truncateLog: { deletedFromIndex: 3 } }
    const seen = { roomId, fromIndex: 3, expectedVersion: 1, expectedLastIndex: 4 }
    expect(await ada.data(truncate, seen)).toEqual(cut)
    expect(await ada.data(truncate, seen)).toEqual(cut)
    expect(await indexes(roomId)).toEqual([1, 2])
    await ada.say(roomId)
    await app.idle()
    expect(await indexes(roomId)).toEqual([1, 2, 5])
    expect(tap.lastJob.history).toHaveLength(2)
  })

  it('is not cut by who may not, by a stale client, nor under a reply in the making', async () => {
    const roomId = await roomOf(3)
    expect(await eve.codes(truncate, { roomId, fromIndex: 1 })).toEqual(['NOT_FOUND'])
    expect(await ada.codes(truncate, { roomId, fromIndex: 0 })).toEqual(['BAD_USER_INPUT'])
    for (const stale of [{ expectedVersion: 2 }, { expectedLastIndex: 2 }])
      expect(await ada.codes(truncate, { roomId, fromIndex: 2, ...stale })).toEqual(['CONFLICT'])
    const { goOn } = await waiting('slow', { roomId, index: 3 })
    expect(await ada.codes(truncate, { roomId, fromIndex: 2 })).toEqual(['CONFLICT'])
    await goOn()
    expect(await indexes(roomId)).toEqual([1, 2, 3])
  })

  it('loses no entry to a stale client', async () => {
    const roomId = await roomOf(1)
    await ada.data(update, { input: { roomId, index: 1, inputData: 'say 1', outputData: 'by hand' } })
    expect(await ada.codes(remove, { roomId, index: 1, expectedVersion: 1 })).toEqual(['CONFLICT'])
    expect(await indexes(roomId)).toEqual([1])
    await ada.data(remove, { roomId, index: 1, expectedVersion: 2 })
    expect(await indexes(roomId)).toEqual([])
  })

  it('tells its room what has happened', async () => {
    const roomId = await roomOf(2)
    const news = app.app.product.news.listen(roomId)
    const told = async (count: number) => {
      const items: unknown[] = []
      while (items.length < count) {
        const { value } = await news.next()
        if (value?.kind === 'message') {
          const item = JSON.parse(value.message) as { kind: string }
          if (item.kind !== 'generation') items.push(item)
        }
      }
      return items
    }
    await answered('new', { roomId, index: 1 })
    await ada.data(choose, { roomId, index: 1, alternative: 1 })
    await ada.data(truncate, { roomId, fromIndex: 2 })
    expect(await told(3)).toEqual([
      { kind: 'entry', index: 1 },
      { kind: 'entry', index: 1 },
      { kind: 'log cut', from: 2 },
    ])
    await news.return()
  })
})
