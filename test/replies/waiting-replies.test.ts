import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { AppError, createLogger } from '@parley/runtime'
import type { TextBackend } from '../../ai-workers/backends/backend.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { ReplyGenerator } from '../../src/ports/reply-generator/reply-generator.js'
import type { Person } from '../support/app/person.js'
import { refusal, TappedGenerator } from '../support/replies/tapped-generator.js'

interface Received {
  readonly status: string
  readonly position: number | null
  readonly queueReason: string | null
  readonly estimatedStartAt: string | null
}

const received = 'status position queueReason estimatedStartAt'
const running = { position: null, queueReason: null, estimatedStartAt: null }

/** The events of its subscription, without text. */
async function* follow(person: Person, id: string): AsyncGenerator<Received, undefined, undefined> {
  const socket = person.socket()
  const query = `subscription ($id: ID!) { generation(id: $id) { ${received} } }`
  try {
    for await (const { data } of socket.iterate<{ generation: Received }>({ query, variables: { id } })) {
      if (data) yield data.generation
    }
    return undefined
  } finally {
    await socket.dispose()
  }
}

/** Reads until an event matches. */
async function until(events: AsyncIterator<Received, undefined>, like: Partial<Received>): Promise<Received> {
  for (;;) {
    const { value, done = false }: IteratorResult<Received, undefined> = await events.next()
    if (done || !value) throw new Error(`nothing was like ${JSON.stringify(like)}`)
    const received = new Map(Object.entries(value))
    if (Object.entries(like).every(([name, wanted]) => received.get(name) === wanted)) return value
  }
}

async function look(person: Person, id: string): Promise<unknown> {
  return (await person.data(`query ($id: ID!) { generation(id: $id) { ${received} } }`, { id }))['generation']
}

/** A model that replies when the test says so. */
class Patient implements TextBackend {
  readonly name = 'patient'
  #answer: (() => void) | undefined

  async *stream(_job: unknown, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
    await new Promise<void>((resolve) => {
      this.#answer = resolve
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    yield 'ok'
  }

  answer(): void {
    this.#answer?.()
    this.#answer = undefined
  }
}

describe('a generation that waits', () => {
  const model = new Patient()
  const backends = new Map([['Local', model]])
  const worker = new ReplyWorker({ kind: 'office', backends, logger: createLogger('silent') })
  const tap = new TappedGenerator()
  const away = refusal(new AppError('UNAVAILABLE', { part: 'model' }))
  let isAway = false
  let app: TestApp
  let ada: Person
  let bob: Person
  beforeAll(async () => {
    const tapped = tap.wrap.generator?.(worker) ?? worker
    const generate: ReplyGenerator['generate'] = (job, signal) => (isAway ? away(signal) : tapped.generate(job, signal))
    app = await createTestApp({ wrap: { generator: () => ({ generate }) }, drainMs: 50 })
    ada = await app.person('ada')
    bob = await app.person('bob')
  })
  afterAll(async () => {
    await worker.close()
    await app.close()
  })

  /** It runs when this resolves. */
  const run = async (person: Person) => {
    const id = await person.say(await person.room())
    await until(follow(person, id), { status: 'RUNNING' })
    return id
  }
  const end = async () => {
    model.answer()
    await app.idle()
  }
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

  it('reports its position, why it waits and when it will start, live, until it runs', async () => {
    const first = await run(ada)
    const second = await ada.say(await ada.room())
    await until(follow(ada, second), { position: 1 })
    const id = await ada.say(await ada.room())
    const events = follow(ada, id)
    const waits = { status: 'QUEUED', position: 2, queueReason: 'BUSY' }
    expect(await until(events, waits)).toEqual({ ...waits, estimatedStartAt: null })
    const ofBob = follow(bob, await bob.say(await bob.room()))
    // Bob's first job starts before her third, though it arrived later
    await until(events, { position: 3, queueReason: 'FAIR_SHARE' })
    model.answer()
    expect(await until(events, { position: 2 })).toMatchObject({ queueReason: 'FAIR_SHARE', estimatedStartAt: instant })
    await until(follow(ada, second), { status: 'RUNNING' })
    model.answer()
    await until(ofBob, { status: 'RUNNING' })
    expect(await until(events, { position: 1 })).toMatchObject({ queueReason: 'BUSY', estimatedStartAt: instant })
    model.answer()
    expect(await until(events, { status: 'RUNNING' })).toEqual({ status: 'RUNNING', ...running })
    await end()
    expect(await until(events, { status: 'COMPLETED' })).toEqual({ status: 'COMPLETED', ...running })
    for (const each of [first, second, id]) expect(await look(ada, each)).toEqual({ status: 'COMPLETED', ...running })
  })

  it('reports when others start first because of priority', async () => {
    await run(ada)
    const id = await bob.say(await bob.room())
    const events = follow(bob, id)
    await until(events, { position: 1, queueReason: 'BUSY' })
    const cancel = new AbortController()
    const urgent = worker.generate({ ...tap.lastJob, caller: 'user:0', priority: 'high' }, cancel.signal)
    const place = urgent[Symbol.asyncIterator]()
    expect((await place.next()).value).toMatchObject({ kind: 'queued', position: 1, reason: 'BUSY' })
    expect(await until(events, { position: 2 })).toMatchObject({ queueReason: 'PRIORITY' })
    cancel.abort()
    expect(await until(events, { position: 1 })).toMatchObject({ queueReason: 'BUSY' })
    model.answer()
    await until(events, { status: 'RUNNING' })
    await end()
  })

  it('reports the same in every query, to no other account, and nothing after it is cancelled', async () => {
    await run(ada)
    const roomId = await ada.room()
    const id = await ada.say(roomId)
    await until(follow(ada, id), { position: 1 })
    const waits = { status: 'QUEUED', position: 1, queueReason: 'BUSY', estimatedStartAt: instant }
    expect(await look(ada, id)).toEqual(waits)
    const inRoom = `query ($id: ID!) { room(id: $id) { activeGeneration { ${received} } generations { nodes { ${received} } } } }`
    expect(await ada.data(inRoom, { id: roomId })).toEqual({
      room: { activeGeneration: waits, generations: { nodes: [waits] } },
    })
    expect(await look(bob, id)).toBeNull()
    const cancel = `mutation ($id: ID!) { cancelGeneration(id: $id) { generation { ${received} } } }`
    expect(await ada.data(cancel, { id })).toEqual({
      cancelGeneration: { generation: { status: 'CANCELLED', ...running } },
    })
    await end()
  })

  it('reports that its worker is unavailable', async () => {
    isAway = true
    const events = follow(ada, await ada.say(await ada.room()))
    const waits = { status: 'QUEUED', position: 1, queueReason: 'WORKER_AWAY' }
    expect(await until(events, waits)).toEqual({ ...waits, estimatedStartAt: null })
    isAway = false
    expect(await until(events, { status: 'RUNNING' })).toEqual({ status: 'RUNNING', ...running })
    await end()
  })
})
