import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ReplyEnd } from '../../src/ports/reply-generator/reply-generator.js'
import { GenerationTable } from '../../src/database/tables/generations.js'
import { cancel } from '../support/accounts/usage-fixture.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { watch } from '../support/app/watch.js'
import { dataIn } from '../support/http/sse.js'
import { half, started } from '../support/replies/run-fixture.js'
import { course, stall, TappedGenerator, type Course } from '../support/replies/tapped-generator.js'
import { choose, regenerate, update } from '../support/rooms/log-queries.js'

const tap = new TappedGenerator()
let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ wrap: tap.wrap })
  ada = await app.person('ada')
})
afterAll(() => app.close())

const completed = (finish?: 'stop' | 'length' | 'cut'): Course =>
  course(started, half, { kind: 'end', outcome: 'completed', finish })
const receipt = {
  model: 'spoken',
  sampling: {
    ...{ maxTokens: 4, temperature: 0, topP: 1, minP: 0, topK: 0 },
    ...{ repeatPenalty: 1, frequencyPenalty: 0, presencePenalty: 0 },
  },
  ...{ promptTokens: 1, reusedTokens: 0, readTokens: 1, replyTokens: 4, turnsKept: 0, turnsDropped: 0 },
  finish: 'length',
} as const
const counted: ReplyEnd = { kind: 'end', outcome: 'completed', receipt }

/** The message whose reply has this course, at its end. */
async function answered(roomId: string, next: Course): Promise<string> {
  tap.next = next
  const id = await ada.say(roomId)
  await watch(ada, id)
  return id
}

/** What every interface says of the end of the newest generation of a room, and of its entry. */
async function seen(roomId: string, id: string) {
  const query = `query ($id: ID!, $roomId: ID!) {
    generation(id: $id) { finishReason entry { finishReason alternatives { finishReason } } }
    room(id: $roomId) { generations(first: 1) { nodes { finishReason } } }
  }`
  const { data } = await ada.graphql(query, { id, roomId })
  const feed = ada.socket()
  let snapshot: unknown
  const events = `subscription ($roomId: ID!) { roomEvents(roomId: $roomId) {
    ... on RoomSnapshot { entries { finishReason } generations { finishReason } } } }`
  for await (const { data: event } of feed.iterate({ query: events, variables: { roomId } })) {
    snapshot = event?.['roomEvents']
    break
  }
  await feed.dispose()
  const rest = await ada.rest('GET', `/generations/${id}`)
  const streamed = dataIn(await ada.rest('GET', `/generations/${id}/stream`)).at(-1)
  const listed = await ada.rest('GET', `/api/rooms/${roomId}/logs/1/alternatives`)
  return { graphql: data, feed: snapshot, rest: rest.body, streamed, listed: listed.body }
}

describe('how a reply ended', () => {
  it.each<[string, Course, string]>([
    ['STOP when the model ended it', completed('stop'), 'STOP'],
    ['LENGTH when the limit of its tokens ended it', completed('length'), 'LENGTH'],
    [
      'LENGTH when only the receipt says so, as that of a worker of an earlier release',
      course(started, half, counted),
      'LENGTH',
    ],
    ['OTHER when the model does not say', completed(), 'OTHER'],
    ['OTHER when the model says that it was cut', completed('cut'), 'OTHER'],
  ])('is %s, for generation, entry and alternative over every interface', async (_name, next, finishReason) => {
    const roomId = await ada.room()
    const id = await answered(roomId, next)
    const end = { finishReason }
    expect(await seen(roomId, id)).toMatchObject({
      graphql: {
        generation: { ...end, entry: { ...end, alternatives: [end] } },
        room: { generations: { nodes: [end] } },
      },
      feed: { entries: [end], generations: [end] },
      rest: { ...end, entry: end },
      streamed: { ...end, entry: end },
      listed: { alternatives: [{ finish_reason: finishReason }] },
    })
  })

  it('is null while the generation runs, and CANCELLED when it is cancelled with text or without', async () => {
    for (const steps of [[started, half], [started]]) {
      tap.next = stall(...steps)
      const roomId = await ada.room()
      const id = await ada.say(roomId)
      await watch(ada, id, undefined, ({ status, delta }) => (steps.length > 1 ? delta !== '' : status === 'RUNNING'))
      expect((await ada.rest('GET', `/generations/${id}`)).body).toMatchObject({ finishReason: null })
      await cancel(ada, id)
      const end = { finishReason: 'CANCELLED' }
      expect((await ada.rest('GET', `/generations/${id}`)).body).toMatchObject({
        ...end,
        entry: steps.length > 1 ? end : null,
      })
      await app.idle()
    }
  })

  it('is OTHER for a failed generation, which has no entry', async () => {
    const failed = course(started, half, { kind: 'end', outcome: 'failed', reason: 'timed_out' })
    const id = await answered(await ada.room(), failed)
    expect((await ada.rest('GET', `/generations/${id}`)).body).toMatchObject({
      status: 'FAILED',
      finishReason: 'OTHER',
      entry: null,
    })
  })

  it('belongs to the alternative: null for text that a client wrote, and that of the shown one for the entry', async () => {
    const roomId = await ada.room()
    await answered(roomId, completed('length'))
    const read = async () => {
      const query =
        'query ($id: ID!) { room(id: $id) { entry(index: 1) { finishReason alternatives { finishReason } } } }'
      const { room } = await ada.data(query, { id: roomId })
      const { entry } = room as {
        entry: { finishReason: string | null; alternatives: { finishReason: string | null }[] }
      }
      return [entry.finishReason, entry.alternatives.map((one) => one.finishReason)]
    }
    const reply = { roomId, index: 1, inputData: 'Hello', outputData: 'half a re' }
    await ada.data(update, { input: { ...reply, inputData: 'Hello again' } })
    expect(await read()).toEqual(['LENGTH', ['LENGTH']])
    await ada.data(update, { input: { ...reply, outputData: 'by hand' } })
    expect(await read()).toEqual([null, ['LENGTH', null]])
    tap.next = completed('stop')
    const again = await ada.data(regenerate, { roomId, index: 1 })
    await watch(ada, at(again, 'regenerate', 'generation', 'id'))
    expect(await read()).toEqual(['STOP', ['LENGTH', null, 'STOP']])
    await ada.data(choose, { roomId, index: 1, alternative: 1 })
    expect(await read()).toEqual(['LENGTH', ['LENGTH', null, 'STOP']])
  })

  it('is kept through a crash between the end of the text and its entry', async () => {
    const roomId = await ada.room()
    const id = await answered(roomId, completed('length'))
    const crashed = { status: 'RUNNING', entryIndex: null, finishedAt: null, leaseUntil: 0 } as const
    await app.app.database.write((db) => db.update(GenerationTable, { id }, crashed))
    expect((await ada.rest('GET', `/generations/${id}`)).body).toMatchObject({ status: 'RUNNING', finishReason: null })
    await app.app.product.recovery.run({ all: false })
    await app.idle()
    const end = { finishReason: 'LENGTH' }
    expect((await ada.rest('GET', `/generations/${id}`)).body).toMatchObject({ ...end, entry: { ...end, index: 1 } })
  })

  it('is null for generations and entries of an earlier release', async () => {
    const roomId = await ada.room()
    const id = await answered(roomId, completed('stop'))
    await app.app.database.write((db) => db.update(GenerationTable, { id }, { finishReason: null }))
    expect((await ada.rest('GET', `/generations/${id}`)).body).toMatchObject({
      status: 'COMPLETED',
      finishReason: null,
    })
  })
})
