import { describe, expect, it } from '@jest/globals'
import { stepsOf } from '@parley/redis-queue'
import { until } from '@parley/testing'
import type { ReplyDelta } from '../../src/ports/reply-generator/reply-generator.js'
import { fold, isDelta, thoughts } from '../contracts/reply-fixture.js'
import { eventLog } from '../support/app/event-log.js'
import { queueScene, read, running, text } from '../support/instances/queue-scene.js'
import { redisClient, testRedis } from '../support/instances/redis.js'

;(testRedis() === undefined ? describe.skip : describe)('a job that outlives its reader', () => {
  const scene = queueScene()
  const newJob = () => ({ id: crypto.randomUUID(), outlivesReader: true })
  const instances = async () => [await scene.fixture.instance(), await scene.fixture.instance()] as const

  const empty = async () => {
    const client = redisClient(scene.server.url)
    await client.flushall()
    client.disconnect()
  }

  /** Reads the start of a job and leaves; resolves with where it continues. */
  async function readStart(generator: Parameters<typeof read>[0], job: ReturnType<typeof newJob>) {
    const reading = read(generator, 'slow', job)
    for (;;) {
      const progress = await reading.take()
      if (progress?.kind !== 'started') continue
      reading.cancel()
      return progress.resumeAt
    }
  }

  /** Reads some deltas of a job and leaves; resolves with them. */
  async function readSome(generator: Parameters<typeof read>[0], job: ReturnType<typeof newJob>) {
    const reading = read(generator, 'slow', job)
    const deltas: ReplyDelta[] = []
    while (deltas.length < 3) {
      const progress = await reading.take()
      if (progress && isDelta(progress)) deltas.push(progress)
    }
    reading.cancel()
    const last = deltas.at(-1)
    return { known: fold(deltas), resumeAt: last?.resumeAt, length: (last?.offset ?? 0) + (last?.delta.length ?? 0) }
  }

  it('continues for the next one where the first one stopped, without a gap and without a second run', async () => {
    await scene.fixture.worker()
    const [one, other] = await instances()
    const job = newJob()
    const { known, resumeAt, length } = await readSome(one, job)
    const progress = await read(other, 'slow', { ...job, resumeAt }).all()
    expect(progress[0]).toEqual({ kind: 'started' })
    expect(progress.at(-1)).toMatchObject({ kind: 'end', outcome: 'completed' })
    const deltas = progress.filter(isDelta)
    expect(deltas[0]).toMatchObject({ attempt: 1, offset: length })
    expect(known + deltas.map(({ delta }) => delta).join('')).toBe(text)
    // a third one reads its end too
    expect(fold(await read(one, 'slow', job).all())).toBe(text)
    await until('the worker has reported', async () => (await other.report()).running === 0)
    expect(await other.report()).toMatchObject({ total_requests: 1 })
  })

  it('runs again, as the next attempt, when Redis has lost it in between', async () => {
    await scene.fixture.worker()
    const [one, other] = await instances()
    const job = newJob()
    const { resumeAt } = await readSome(one, job)
    await empty()
    const deltas = (await read(other, 'slow', { ...job, resumeAt }).all()).filter(isDelta)
    expect(deltas.map(({ attempt }) => attempt)).toEqual(deltas.map(() => 2))
    expect(fold(deltas)).toBe(text)
  })

  it('continues where it started, and as the next attempt when Redis has lost it since', async () => {
    await scene.fixture.worker()
    const [one, other] = await instances()
    for (const [attempt, meanwhile] of [[1, () => Promise.resolve()] as const, [2, empty] as const]) {
      const job = newJob()
      const resumeAt = await readStart(one, job)
      await meanwhile()
      const deltas = (await read(other, 'slow', { ...job, resumeAt }).all()).filter(isDelta)
      expect([...new Set(deltas.map((delta) => delta.attempt))]).toEqual([attempt])
      expect(fold(deltas)).toBe(text)
    }
  })

  it('continues as the next attempt when its worker has handed it back in between', async () => {
    const leaving = await scene.fixture.worker()
    const [one, other] = await instances()
    const job = newJob()
    const { resumeAt } = await readSome(one, job)
    await leaving.close()
    await scene.fixture.worker()
    const deltas = (await read(other, 'slow', { ...job, resumeAt }).all()).filter(isDelta)
    expect(fold(deltas.filter(({ attempt }) => attempt === 2))).toBe(text)
  })

  it('ends when any instance cancels it, also without a reader', async () => {
    await scene.fixture.worker()
    const [one, other] = await instances()
    const job = newJob()
    const reading = await running(one, 'stalls', job)
    reading.cancel()
    expect(await reading.take()).toBeUndefined()
    const next = read(one, 'Local')
    expect(await next.take()).toMatchObject({ kind: 'queued', position: 1 })
    await other.cancel(job.id)
    expect(fold(await next.all())).toBe(text)
  })

  it('continues in the middle of its thoughts', async () => {
    await scene.fixture.worker()
    const [one, other] = await instances()
    const job = { ...newJob(), readsThoughts: true }
    const reading = read(one, 'thinks', job)
    let first = await reading.take()
    while (first && first.kind !== 'thought') first = await reading.take()
    if (first?.kind !== 'thought') throw new Error('it has no thoughts')
    reading.cancel()
    const progress = await read(other, 'thinks', { ...job, resumeAt: first.resumeAt }).all()
    const rest = progress.filter(({ kind }) => kind === 'thought')
    expect(first.delta + rest.map((each) => ('delta' in each ? each.delta : '')).join('')).toBe(thoughts)
    expect(fold(progress)).toBe(text)
  })

  it('has its text up to its cancellation for any instance', async () => {
    await scene.fixture.worker()
    const [one, other] = await instances()
    const job = newJob()
    const { known, resumeAt, length } = await readSome(one, job)
    await other.cancel(job.id)
    const rest = await other.writtenPieces({ ...job, resumeAt })
    const whole = known + rest.map(({ delta }) => delta).join('')
    expect(text.startsWith(whole)).toBe(true)
    for (const { offset } of rest) expect(offset).toBeGreaterThanOrEqual(length)
    expect(fold(await other.writtenPieces(job))).toBe(whole)
    expect(await other.writtenPieces({ ...job, interruptions: 1 })).toEqual([])
    // an instance that continues it finds the end, and runs nothing
    const progress = await read(one, 'slow', { ...job, resumeAt }).all()
    expect(progress.map(({ kind }) => kind)).toEqual(['started', ...rest.map(() => 'delta')])
    await scene.server.kill()
    expect(await other.writtenPieces(job)).toEqual([])
  })

  it('is logged by its worker, once, while Redis is a replica that refuses its heartbeats', async () => {
    const { log, events } = eventLog()
    await scene.fixture.worker({ log })
    const client = redisClient(scene.server.url)
    await client.replicaof('127.0.0.1', '1')
    await until('a heartbeat has failed', () => events.includes('queue.heartbeat_failed'))
    await client.replicaof('NO', 'ONE')
    await until('one has arrived', () => events.includes('queue.heartbeat_resumed'))
    client.disconnect()
    expect(events.filter((event) => event.startsWith('queue.heartbeat'))).toHaveLength(2)
  })

  it('is lost when steps are missing, and ignores a step that was written twice', async () => {
    const [one] = await instances()
    const client = redisClient(scene.server.url)
    const job = newJob()
    const writeStep = (step: object) =>
      client.xadd(stepsOf('office', `${job.id}-0`), '*', 'run', 'a', 'step', JSON.stringify(step))
    const write = (offset: number, delta: string) => writeStep({ kind: 'delta', attempt: 1, offset, delta })
    const reading = read(one, 'Local', job)
    expect(await reading.take()).toMatchObject({ kind: 'queued', reason: 'WORKER_AWAY' })
    await write(0, 'ab')
    expect(await reading.take()).toMatchObject({ offset: 0, delta: 'ab' })
    await write(0, 'ab')
    await write(2, 'cd')
    expect(await reading.take()).toMatchObject({ offset: 2, delta: 'cd' })
    const call = {
      ...{ kind: 'tool_call', attempt: 1, index: 0 },
      ...{ head: { id: 'a', name: 'clock' }, offset: 0, delta: '' },
    }
    for (const step of [call, call]) await writeStep(step)
    expect(await reading.take()).toMatchObject({ head: { id: 'a', name: 'clock' }, delta: '' })
    // only now: steps that are read together become one
    await writeStep({ ...call, head: undefined, delta: '{}' })
    expect(await reading.take()).toEqual({ ...call, head: undefined, delta: '{}' })
    await write(6, 'gh')
    await expect(reading.take()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterMs: undefined })
    client.disconnect()
  })
})
