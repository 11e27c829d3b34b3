import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ChatLogStore } from '@parley/chat-log-store'
import type { Database } from '@parley/statements'
import { until } from '@parley/testing'
import { GenerationTable } from '../../src/database/tables/generations.js'
import type { ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import { cancel } from '../support/accounts/usage-fixture.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { folded, watch } from '../support/app/watch.js'
import { FailingPort } from '../support/failures/failing-port.js'
import { half, started } from '../support/replies/run-fixture.js'
import { stall, TappedGenerator } from '../support/replies/tapped-generator.js'
import { saying } from '../support/rooms/log-fixture.js'
import { logOf, regenerate, remove, replies } from '../support/rooms/log-queries.js'

const tap = new TappedGenerator()
let chatLogs: FailingPort<ChatLogStore> | undefined
let database: FailingPort<Database> | undefined
let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({
    wrap: {
      ...tap.wrap,
      chatLogs: (port) => (chatLogs = new FailingPort(port)).port,
      database: (port) => (database = new FailingPort(port, { only: ['write'] })).port,
    },
  })
  ada = await app.person('ada')
})
afterAll(() => app.close())

const cancelling = 'mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }'
const read = async (id: string) => {
  const query = 'query ($id: ID!) { generation(id: $id) { status text error { code } entry { index outputData } } }'
  return (await ada.data(query, { id }))['generation']
}

/** A message whose reply has come this far and waits. */
async function saidUntil(...steps: readonly ReplyProgress[]): Promise<{ id: string; roomId: string }> {
  tap.next = stall(...steps)
  const roomId = await ada.room()
  return { roomId, id: await watchedUntil(await ada.say(roomId), steps) }
}

async function watchedUntil(id: string, steps: readonly ReplyProgress[]): Promise<string> {
  const hasText = steps.some(({ kind }) => kind === 'delta')
  await watch(ada, id, undefined, ({ status, delta }) => (hasText ? delta !== '' : status === 'RUNNING'))
  return id
}

describe('a reply that is stopped', () => {
  const stopped = { status: 'CANCELLED', text: 'half a re', error: null, entry: { index: 1, outputData: 'half a re' } }

  it('is an entry with its text so far, which its followers and the next prompt have too', async () => {
    const { id, roomId } = await saidUntil(started, half)
    const watching = watch(ada, id)
    await cancel(ada, id)
    expect(await read(id)).toEqual(stopped)
    const events = await watching
    expect([events.at(-1)?.status, folded(events)]).toEqual(['CANCELLED', 'half a re'])
    expect((await logOf(ada, roomId)).map(({ outputData }) => outputData)).toEqual(['half a re'])
    await app.idle()
    tap.next = saying('the rest')
    await ada.say(roomId, 'Go on')
    await app.idle()
    expect(tap.lastJob.history.map(({ outputData }) => outputData)).toEqual(['half a re'])
  })

  it.each<[string, readonly ReplyProgress[]]>([
    ['has no text', [started]],
    ['has a blank text', [started, { ...half, delta: ' \n' }]],
  ])('does not become an entry when it %s', async (_name, steps) => {
    const { id, roomId } = await saidUntil(...steps)
    await cancel(ada, id)
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', entry: null })
    expect(await logOf(ada, roomId)).toEqual([])
  })

  it('is one entry when it is stopped by several requests at once', async () => {
    const { id, roomId } = await saidUntil(started, half)
    await Promise.all(Array.from({ length: 5 }, () => cancel(ada, id)))
    await app.idle()
    expect(await read(id)).toEqual(stopped)
    expect(await logOf(ada, roomId)).toHaveLength(1)
  })

  it('is the next alternative of the entry that it regenerates, and leaves a deleted one deleted', async () => {
    const { id: first, roomId } = await saidUntil(started, half)
    const again = async () => {
      tap.next = stall(started, { ...half, delta: 'anot' })
      const { generation } = (await ada.data(regenerate, { roomId, index: 1 }))['regenerate'] as {
        generation: { id: string }
      }
      return watchedUntil(generation.id, [half])
    }
    await cancel(ada, first)
    await app.idle()
    const id = await again()
    await cancel(ada, id)
    await app.idle()
    const [entry] = await logOf(ada, roomId)
    expect(entry && replies(entry)).toEqual(['1 half a re', '2 anot*'])
    const last = await again()
    await ada.data(remove, { roomId, index: 1, expectedVersion: 2 })
    await cancel(ada, last)
    expect(await read(last)).toEqual({ status: 'CANCELLED', text: 'anot', error: null, entry: null })
    expect(await logOf(ada, roomId)).toEqual([])
  })

  it.each([['before' as const], ['after' as const]])(
    'becomes one entry by itself when the log fails %s the write',
    async (when) => {
      const { id, roomId } = await saidUntil(started, half)
      chatLogs?.failOnce(1, when)
      expect(await ada.codes(cancelling, { id })).toEqual(['UNAVAILABLE'])
      await app.idle()
      expect(await read(id)).toEqual(stopped)
      expect(await logOf(ada, roomId)).toHaveLength(1)
    },
  )

  it('is one entry by the recovery after a crash before its end was stored', async () => {
    const { id, roomId } = await saidUntil(started, half)
    await cancel(ada, id)
    const crashed = { status: 'RUNNING' as const, entryIndex: null, finishedAt: null, leaseUntil: 0 }
    await app.app.database.write((db) => db.update(GenerationTable, { id }, crashed))
    await app.app.product.recovery.run({ all: false })
    await app.idle()
    expect(await read(id)).toEqual(stopped)
    expect(await logOf(ada, roomId)).toHaveLength(1)
  })

  it('keeps the text that its followers have seen when the store fails, and ends when that is back', async () => {
    const rest = { ...half, offset: half.delta.length, delta: 'ply' }
    const { id, roomId } = await saidUntil(started, half, rest)
    const watching = watch(ada, id)
    if (database) database.isDown = true
    expect(await ada.codes(cancelling, { id })).toEqual(['UNAVAILABLE'])
    expect(await ada.codes(cancelling, { id })).toEqual(['UNAVAILABLE'])
    database?.heal()
    await app.idle()
    expect(folded(await watching)).toBe('half a reply')
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', text: 'half a reply' })
    expect((await logOf(ada, roomId)).map(({ outputData }) => outputData)).toEqual(['half a reply'])
  })

  it.each<[string, ReplyProgress]>([
    ['completes', { kind: 'end', outcome: 'completed' }],
    ['fails', { kind: 'end', outcome: 'failed', reason: 'generation_failed' }],
  ])('stays CANCELLED with its entry when the worker %s while that entry is written', async (_name, end) => {
    const gate = new AbortController()
    tap.next = async function* () {
      yield* [started, half]
      if (!gate.signal.aborted) await once(gate.signal, 'abort')
      yield end
    }
    const roomId = await ada.room()
    const id = await watchedUntil(await ada.say(roomId), [half])
    const endOfRun = async () => {
      const before = database?.calls ?? 0
      gate.abort()
      await until('the run tries to store its end', () => (database?.calls ?? 0) > before)
    }
    chatLogs?.interruptOnce(1, endOfRun, 'before')
    await cancel(ada, id)
    await app.idle()
    expect(await read(id)).toEqual(stopped)
    expect((await logOf(ada, roomId)).map(({ outputData }) => outputData)).toEqual(['half a re'])
  })

  it('is answered as CANCELLED to each request while the log is slow', async () => {
    const { id } = await saidUntil(started, half)
    const gate = new AbortController()
    const isWriting = new Promise<void>((resolve) => {
      chatLogs?.interruptOnce(1, () => (resolve(), once(gate.signal, 'abort')), 'before')
    })
    const first = cancel(ada, id)
    await isWriting
    const second = cancel(ada, id)
    gate.abort()
    const cancelled = { cancelGeneration: { generation: { status: 'CANCELLED' } } }
    expect(await Promise.all([first, second])).toMatchObject([cancelled, cancelled])
    await app.idle()
    expect(await read(id)).toEqual(stopped)
  })

  it('can be stopped again after the log has failed, and its room is free then', async () => {
    const { id, roomId } = await saidUntil(started, half)
    chatLogs?.failOnce(1, 'before')
    expect(await ada.codes(cancelling, { id })).toEqual(['UNAVAILABLE'])
    await app.idle()
    await cancel(ada, id)
    expect(await read(id)).toEqual(stopped)
    tap.next = saying('the rest')
    await ada.say(roomId, 'Go on')
    await app.idle()
    expect((await logOf(ada, roomId)).map(({ outputData }) => outputData)).toEqual(['half a re', 'the rest'])
  })
})
