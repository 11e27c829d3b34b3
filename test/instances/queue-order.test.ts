import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Queue } from 'bullmq'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { baseOf, bullPrefix, scripts } from '@parley/redis-queue'
import {
  accountCaller,
  isAccountCaller,
  type QueueEntry,
  type QueueSlot,
  tagIncrements,
  unverifiedCaller,
  WorkerQueue,
} from '@parley/queue'
import { expectFairness, fairnessCases, type FairJobs, until } from '@parley/testing'
import type { QueuedReplyGenerator } from '../../ai-workers/shared-queue/queued-reply-generator.js'
import type { ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import { replyJob } from '../contracts/reply-fixture.js'
import { read } from '../support/instances/queue-scene.js'
import { QueueFixture } from '../support/instances/queue-fixture.js'
import { redisClient, RedisServer, testRedis } from '../support/instances/redis.js'

type Act =
  | { readonly kind: 'enter'; readonly who: number }
  | { readonly kind: 'give up'; readonly which: number }
  | { readonly kind: 'end' }

const people: readonly QueueEntry[] = [
  ...[1, 2].map((id): QueueEntry => ({ caller: accountCaller(id), priority: 'high' })),
  ...[3, 4].map((id): QueueEntry => ({ caller: accountCaller(id) })),
  { caller: unverifiedCaller('x'), priority: 'high' },
]

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('enter' as const), who: fc.nat({ max: people.length - 1 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('give up' as const), which: fc.nat({ max: 100 }) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'end' as const }) },
)

/** A job in the queue of one process and in that in Redis; `latest` is what its reader there has got. */
interface Pair {
  readonly slot: QueueSlot | undefined
  readonly stop: AbortController
  latest: ReplyProgress | 'refused' | undefined
}

/** Does the same with both queues, one act after the other, and expects the same of them. */
class Twins {
  readonly #model: WorkerQueue
  #pairs: Pair[] = []

  constructor(
    private readonly generators: readonly QueuedReplyGenerator[],
    limit: number,
  ) {
    this.#model = new WorkerQueue({ concurrency: 1, limit, retryAfterMs: 5_000, clock: () => 0 })
  }

  async do(step: Act): Promise<void> {
    const waiting = this.#pairs.filter(({ slot }) => slot && !isRunning(slot))
    if (step.kind === 'enter') this.#enter(people[step.who] ?? {})
    if (step.kind === 'give up' && waiting.length > 0) this.#end(waiting[step.which % waiting.length])
    if (step.kind === 'end') this.#end(this.#pairs.find(({ slot }) => slot && isRunning(slot)))
    await this.#settle()
  }

  async finish(): Promise<void> {
    while (this.#pairs.length > 0) await this.do({ kind: 'end' })
  }

  #enter(entry: QueueEntry): void {
    let slot: QueueSlot | undefined
    try {
      slot = this.#model.enter(entry)
    } catch {
      // full: the other one refuses it too
    }
    const pair: Pair = { slot, stop: new AbortController(), latest: undefined }
    this.#pairs.push(pair)
    const generator = this.generators[this.#pairs.length % this.generators.length]
    const job = replyJob('stalls', { ...entry, deadline: Date.now() + 600_000 })
    void (async () => {
      try {
        for await (const progress of generator?.generate(job, pair.stop.signal) ?? []) {
          if (progress.kind !== 'delta') pair.latest = progress
        }
      } catch {
        pair.latest = 'refused'
      }
    })()
  }

  #end(pair: Pair | undefined): void {
    if (!pair) return
    pair.slot?.leave()
    pair.stop.abort()
    this.#pairs = this.#pairs.filter((other) => other !== pair)
  }

  /** Until both agree on which jobs run, which wait at which position and why, and which are refused. */
  async #settle(): Promise<void> {
    const positions = this.#model.positions()
    const expected = this.#pairs.map(({ slot }) => {
      if (slot && isRunning(slot)) return 'started'
      const found = positions.find((one) => one.slot === slot)
      return found ? `${String(found.position)} ${found.reason}` : 'refused'
    })
    const actual = () => {
      return this.#pairs.map(({ latest }) => {
        if (latest === undefined || latest === 'refused') return latest
        return latest.kind === 'queued' ? `${String(latest.position)} ${latest.reason}` : latest.kind
      })
    }
    const wanted = JSON.stringify(expected)
    await until(`${wanted} in Redis`, () => JSON.stringify(actual()) === wanted).catch(() => undefined)
    expect(actual()).toEqual(expected)
    this.#pairs = this.#pairs.filter(({ latest }) => latest !== 'refused')
  }
}

/** The jobs of a queue in Redis, by its scripts alone. */
class ScriptedJobs implements FairJobs {
  readonly #redis: Redis
  readonly #base = baseOf('office')

  constructor(url: string) {
    this.#redis = new Redis(url, { scripts })
  }

  async empty(): Promise<void> {
    await this.#redis.flushall()
  }

  close(): void {
    this.#redis.disconnect()
  }

  async admit({ job, caller, priority, limit }: Parameters<FairJobs['admit']>[0]): ReturnType<FairJobs['admit']> {
    const who = [caller, isAccountCaller(caller) ? 1 : 0, priority, tagIncrements[priority]]
    const bounds = [600_000, limit, 900_000, 2 ** 20, 'a step']
    const [tag, displaced] = await this.#redis.admitJob(this.#base, job, ...who, ...bounds)
    return tag < 0 ? undefined : { tag, displaced: displaced === '' ? undefined : displaced }
  }

  async start(job: string): Promise<void> {
    expect(await this.#redis.startJob(this.#base, job, 'a run', Date.now() + 600_000, 900_000)).toBeGreaterThan(0)
  }
}

const isRunning = ({ startedAt }: QueueSlot) => startedAt !== undefined

// a server of its own: other suites have queues on the shared one
const onRedis = testRedis() === undefined ? describe.skip : describe

onRedis('fairness in Redis', () => {
  let server: RedisServer
  let jobs: ScriptedJobs
  beforeAll(async () => {
    server = await RedisServer.start()
    jobs = new ScriptedJobs(server.url)
  })
  beforeEach(() => jobs.empty())
  afterAll(async () => {
    jobs.close()
    await server.kill()
  })

  it.each(fairnessCases)('%s', (_name, limit, acts) => expectFairness(jobs, limit, acts))
})

onRedis('the order of the queue in Redis', () => {
  let server: RedisServer
  let fixture: QueueFixture
  beforeAll(async () => {
    server = await RedisServer.start()
  })
  afterAll(() => server.kill())
  beforeEach(async () => {
    fixture = new QueueFixture(server.url, { stalls: 'scripted:?stallAt=1' })
    await fixture.worker()
  })
  afterEach(() => fixture.close())

  it('is that of the queue in one process, for any sequence of arrivals, cancellations and ends at two instances', async () => {
    const generators = [await fixture.instance({ queueLimit: 6 }), await fixture.instance({ queueLimit: 6 })]
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        const twins = new Twins(generators, 6)
        for (const step of acts) await twins.do(step)
        await twins.finish()
      }),
      { numRuns: 12, endOnFailure: true },
    )
  })

  it('stays the same when tags come near the largest priority of BullMQ and all are lowered', async () => {
    const twins = new Twins([await fixture.instance({ highestTag: 12 })], 64)
    for (let round = 0; round < 8; round += 1) {
      for (const who of [0, 2, 3, 0]) await twins.do({ kind: 'enter', who })
      for (let ends = 0; ends < 3; ends += 1) await twins.do({ kind: 'end' })
    }
    const client = redisClient(server.url)
    const entries = Object.values(await client.hgetall(`${baseOf('office')}:entries`))
    client.disconnect()
    expect(entries.length).toBeGreaterThan(5)
    for (const entry of entries) expect((JSON.parse(entry) as { tag: number }).tag).toBeLessThan(60)
    await twins.finish()
  })

  it('gets the lowered tags as priorities, also when the instance that lowered them ends before that', async () => {
    const generator = await fixture.instance()
    const first = read(generator, 'stalls')
    await until('it runs', async () => (await first.take())?.kind === 'started')
    const readings = [first]
    for (const id of ['a', 'b', 'c']) {
      const reading = read(generator, 'stalls', { id, caller: accountCaller(1) })
      expect(await reading.take()).toMatchObject({ kind: 'queued' })
      readings.push(reading)
    }
    const instance = new Redis(server.url, { scripts })
    const base = baseOf('office')
    // as if that many had started
    await instance.hset(`${base}:state`, 'started', 3)
    const who = [accountCaller(2), 1, 'normal', 4]
    expect(await instance.admitJob(base, 'd-0', ...who, 600_000, 64, 900_000, 5, 'a step')).toMatchObject({
      0: 4,
      4: 1,
    })
    await until('no tag is new to BullMQ', async () => (await instance.exists(`${base}:lowered`)) === 0)
    const queue = new Queue('office', { connection: { url: server.url }, prefix: bullPrefix })
    const priorities = await Promise.all(['a', 'b', 'c'].map(async (id) => (await queue.getJob(`${id}-0`))?.priority))
    await queue.close()
    expect(priorities).toEqual([1, 5, 9])

    // `d` was never added: it delays no other job
    await instance.hset(`${base}:state`, 'started', 1)
    const late = [accountCaller(3), 1, 'normal', 4]
    expect(await instance.admitJob(base, 'e-0', ...late, 600_000, 64, 900_000, 4, 'a step')).toMatchObject({
      0: 4,
      4: 1,
    })
    await until('only `d` is left', async () => (await instance.smembers(`${base}:lowered`)).join() === 'd-0')
    const next = read(generator, 'stalls', { id: 'z', caller: accountCaller(4) })
    expect(await next.take()).toMatchObject({ kind: 'queued' })
    readings.push(next)
    for (const reading of readings) reading.cancel()
    instance.disconnect()
  })
})
