import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GenerationTable } from '../../src/database/tables/generations.js'
import type { ChatLogStore } from '../../src/ports/chat-log-store/chat-log-store.js'
import type { ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import { cancel } from '../support/accounts/usage-fixture.js'
import { createTestApp } from '../support/app/app.js'
import type { TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { folded, watch } from '../support/app/watch.js'
import { FailingPort } from '../support/failures/failing-port.js'
import { half, started } from '../support/replies/run-fixture.js'
import { stall, TappedGenerator } from '../support/replies/tapped-generator.js'
import { saying } from '../support/rooms/log-fixture.js'
import { logOf, regenerate, remove, replies } from '../support/rooms/log-queries.js'

const tap = new TappedGenerator()
let chatLogs: FailingPort<ChatLogStore> | undefined
let app: TestApp
let ada: Person
beforeAll(async () => {
  const wrapped = (port: ChatLogStore) => (chatLogs = new FailingPort(port)).port
  app = await createTestApp({ wrap: { ...tap.wrap, chatLogs: wrapped } })
  ada = await app.person('ada')
})
afterAll(() => app.close())

const read = async (id: string) => {
  const query = 'query ($id: ID!) { generation(id: $id) { status text error { code } entry { index outputData } } }'
  return (await ada.data(query, { id }))['generation']
}
const recover = async () => {
  await app.app.product.recovery.run({ all: false })
  await app.idle()
}

/** A message whose reply has come this far and waits. */
async function saidUntil(...steps: readonly ReplyProgress[]): Promise<{ id: string; roomId: string }> {
  tap.next = stall(...steps)
  const roomId = await ada.room()
  return { roomId, id: await until(await ada.say(roomId), steps) }
}

async function until(id: string, steps: readonly ReplyProgress[]): Promise<string> {
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
      return until(generation.id, [half])
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
    'becomes one entry by the recovery when the log fails %s the write',
    async (when) => {
      const { id, roomId } = await saidUntil(started, half)
      chatLogs?.failOnce(1, when)
      const query = 'mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }'
      expect(await ada.codes(query, { id })).toEqual(['UNAVAILABLE'])
      await app.idle()
      expect(await read(id)).toMatchObject({ status: 'RUNNING', text: 'half a re' })
      await app.app.database.write((db) => db.update(GenerationTable, { id }, { leaseUntil: 0 }))
      await recover()
      expect(await read(id)).toEqual(stopped)
      expect(await logOf(ada, roomId)).toHaveLength(1)
    },
  )
})
