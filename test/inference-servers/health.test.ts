import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createServer, type AddressInfo } from 'node:net'
import { HostedBackend } from '../../ai-workers/backends/hosted/hosted-backend.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import { Reading } from '../contracts/reading.js'
import { replyJob } from '../contracts/reply-fixture.js'
import { AiService } from '../support/ai-workers/ai-service.js'
import { hostedReply, plain, refuse, type Answer } from '../support/ai-workers/hosted-answers.js'
import { HostedServer, modelList } from '../support/ai-workers/hosted-server.js'
import { untilState, watchedBackend, type WatchedBackend } from '../support/ai-workers/inference-server.js'

let server: HostedServer
let watched: WatchedBackend
const lines: object[] = []
const take = (fields: object, event: string) => void lines.push({ ...fields, event })
const log = { debug: take, info: take, warn: take, error: take }

beforeEach(async () => {
  lines.length = 0
  server = await HostedServer.open()
  watched = watchedBackend(server.url, 'good', { log })
})
afterEach(async () => {
  await watched.watch.close()
  await server.close()
})

const until = (state: Parameters<typeof untilState>[1]) => untilState(watched, state)

describe('the state of an inference server', () => {
  it.each<[string, Answer, Parameters<typeof untilState>[1], unknown?]>([
    ['refuses the key', refuse(401), 'key_refused'],
    ['refuses the key', refuse(403), 'key_refused'],
    ['loads the model', refuse(503), 'busy'],
    ['has other models', modelList({ id: 'better' }), 'model_missing'],
    ['has no model', modelList(), 'model_missing'],
    // as at an address without /v1
    ['has no list', refuse(404), 'model_missing'],
    ['is behind a proxy alone', refuse(502), 'unreachable'],
    ['is behind the page of a portal', plain('<html>', 'text/html; charset=utf-8'), 'unreachable'],
    ['is behind a portal that leads to its page', refuse(302, { location: '/login' }), 'unreachable'],
    ['is behind a network that asks for a sign-in', refuse(511), 'unreachable'],
    ['breaks off', (response) => void response.destroy(), 'unreachable', expect.any(String)],
    [
      'sends an endless list',
      (response) => void response.writeHead(200).end('x'.repeat(5_000_000)),
      'unreachable',
      'the answer was too large',
    ],
  ])('says when it %s, and it comes back by itself', async (_case, answer, state, reason) => {
    await until('ready')
    server.models = answer
    await until(state)
    server.models = modelList({ id: 'good', max_model_len: 4_096 })
    await until('ready')
    expect(lines).toEqual([
      { kind: 'office', model: 'good', contextSize: undefined, event: 'model_server.ready' },
      {
        kind: 'office',
        model: 'good',
        state,
        reason,
        address: `${server.url}/models`,
        event: 'model_server.unavailable',
      },
      { kind: 'office', model: 'good', contextSize: 4_096, event: 'model_server.ready' },
    ])
  })

  it.each<[string, Answer]>([
    ['has the model', modelList({ id: 'other' }, { id: 'good', meta: null })],
    ['has the model with the tag that stands for none', modelList({ id: 'good:latest' })],
    ['has the model under another name too', modelList({ id: '/models/good.gguf', aliases: ['good'] })],
    ['has a list of another form', plain({ models: [] })],
  ])('is ready when the server %s', async (_case, models) => {
    server.models = refuse(503)
    await until('busy')
    server.models = models
    await until('ready')
  })

  it('is unreachable while nothing listens, and ready when something does', async () => {
    await until('ready')
    const { port } = server
    await server.close()
    await until('unreachable')
    server = await HostedServer.open(port)
    await until('ready')
  })

  it('is not asked for as long as it wishes', async () => {
    server.models = refuse(503, { 'retry-after': '60' })
    await until('busy')
    const asked = server.read.length
    server.models = modelList({ id: 'good' })
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect([watched.watch.state, server.read.length]).toEqual(['busy', asked])
  })

  it('is not asked while a reply runs', async () => {
    await until('ready')
    server.models = refuse(401)
    const over = watched.watch.begin()
    const asked = server.read.length
    await new Promise((resolve) => setTimeout(resolve, 60))
    // a check that had begun may have ended
    expect(server.read.length).toBeLessThanOrEqual(asked + 1)
    expect(watched.watch.state).toBe('ready')
    over()
    await until('key_refused')
  })
})

describe('a server that has the model but refuses its replies', () => {
  it('is away for a pause that grows with each refusal, although its list is fine', async () => {
    const slower = watchedBackend(server.url, 'good', { log, awayMs: 20 })
    for (const pauseMs of [20, 40, 80, 160]) {
      await untilState(slower, 'ready')
      const refusedAt = performance.now()
      slower.watch.away({ state: 'busy' })
      await untilState(slower, 'ready')
      // timers may be a millisecond early
      expect(performance.now() - refusedAt).toBeGreaterThan(pauseMs - 2)
    }
    await slower.watch.close()
    const address = `${server.url}/chat/completions`
    expect(lines).toContainEqual({
      kind: 'office',
      model: 'good',
      state: 'busy',
      address,
      event: 'model_server.unavailable',
    })
  })

  it('has started a reply that it neither answers nor refuses for a while', async () => {
    await until('ready')
    server.answerAll = () => undefined
    const worker = new ReplyWorker({ kind: 'office', backends: new Map([['Local', watched.backend]]), logger: log })
    expect(await new Reading(worker, replyJob('Local')).take()).toEqual({ kind: 'started' })
    await worker.close()
  })
})

describe('the service of an inference server', () => {
  const request = { input_data: 'Hello' }
  const others = () =>
    new Map([['hosted4.1', new HostedBackend({ model: 'good', apiKey: 'k', baseUrl: server.url, usageMs: 100 })]])

  it('is ready, and answers on the documented routes, as long as its server is', async () => {
    await until('ready')
    const service = await AiService.open({ model: watched.backend, others: others() })
    const health = async () => (await service.client.rest('GET', '/health/ready')).status
    try {
      expect([await health(), (await service.performance()).model_state]).toEqual([200, 'ready'])
      expect((await service.post(request)).body).toBe(hostedReply)

      server.models = refuse(401)
      await until('key_refused')
      expect([await health(), (await service.performance()).model_state]).toEqual([503, 'key_refused'])
      const refused = await service.post(request)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      // the hosted models need no such server
      expect((await service.post(request, '/hosted4.1')).body).toBe(hostedReply)

      server.models = modelList({ id: 'good' })
      await until('ready')
      expect(await health()).toBe(200)
      expect((await service.post(request)).body).toBe(hostedReply)
    } finally {
      await service.close()
    }
  })

  it('refuses the jobs that wait when the server is gone by their turn, without a start', async () => {
    await until('ready')
    const backends = new Map([['Local', watched.backend]])
    const worker = new ReplyWorker({ kind: 'office', backends, logger: log })
    const gone = new Promise<void>((resolve) => {
      server.answerAll = (response) => void (resolve(), setTimeout(() => void refuse(401)(response), 50))
    })
    const first = new Reading(worker, replyJob('Local'))
    const second = new Reading(worker, replyJob('Local'))
    const refused = first.take()
    expect(await second.take()).toMatchObject({ kind: 'queued' })
    await gone
    const away = { code: 'UNAVAILABLE', part: 'model', retryAfterMs: undefined }
    await Promise.all([expect(refused).rejects.toMatchObject(away), expect(second.take()).rejects.toMatchObject(away)])
    expect(server.asked).toHaveLength(1)
    await worker.close()
  })
})

it('is unreachable where nothing ever listened, without a delay of the start', async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  const other = watchedBackend(`http://127.0.0.1:${String(port)}/v1`, 'good')
  expect(other.backend.state).toBe('loading')
  const worker = new ReplyWorker({ kind: 'office', backends: new Map([['Local', other.backend]]), logger: log })
  await expect(new Reading(worker, replyJob('Local')).all()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await untilState(other, 'unreachable')
  await other.watch.close()
})
