import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { HostedBackend } from '../../ai-workers/backends/hosted/hosted-backend.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import { createLogger } from '../../src/logger.js'
import { Reading } from '../contracts/reading.js'
import { replyJob } from '../contracts/reply-fixture.js'
import { AiService } from '../support/ai-workers/ai-service.js'
import { hostedReply, plain, refuse } from '../support/ai-workers/hosted-answers.js'
import type { Answer } from '../support/ai-workers/hosted-answers.js'
import { HostedServer, modelList } from '../support/ai-workers/hosted-server.js'
import { untilState, watchedBackend } from '../support/ai-workers/inference-server.js'
import type { WatchedBackend } from '../support/ai-workers/inference-server.js'
import { createTestApp } from '../support/app/app.js'
import { watch as follow } from '../support/app/watch.js'

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
  it.each<[string, Answer, Parameters<typeof untilState>[1]]>([
    ['refuses the key', refuse(401), 'key_refused'],
    ['refuses the key', refuse(403), 'key_refused'],
    ['loads the model', refuse(503), 'busy'],
    ['has other models', modelList({ id: 'better' }), 'model_missing'],
    ['has no model', modelList(), 'model_missing'],
    ['is behind a proxy alone', refuse(502), 'unreachable'],
    ['breaks off', (response) => void response.destroy(), 'unreachable'],
    ['sends an endless list', (response) => void response.writeHead(200).end('x'.repeat(5_000_000)), 'unreachable'],
  ])('says when it %s, and it comes back by itself', async (_case, answer, state) => {
    await until('ready')
    server.models = answer
    await until(state)
    server.models = modelList({ id: 'good', max_model_len: 4_096 })
    await until('ready')
    expect(lines).toEqual([
      { kind: 'office', model: 'good', contextSize: undefined, event: 'model_server.ready' },
      { kind: 'office', model: 'good', state, event: 'model_server.unavailable' },
      { kind: 'office', model: 'good', contextSize: 4_096, event: 'model_server.ready' },
    ])
  })

  it.each<[string, Answer]>([
    ['has the model', modelList({ id: 'other' }, { id: 'good', meta: null })],
    ['has the model with the tag that stands for none', modelList({ id: 'good:latest' })],
    ['has the model under another name too', modelList({ id: '/models/good.gguf', aliases: ['good'] })],
    ['has no list', refuse(404)],
    ['answers with a page in place of a list', plain('<html>', 'text/html')],
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
    expect(await first.take()).toEqual({ kind: 'started' })
    expect(await second.take()).toMatchObject({ kind: 'queued' })
    await gone
    const away = { code: 'UNAVAILABLE', part: 'model', retryAfterMs: undefined }
    await Promise.all([
      expect(first.take()).rejects.toMatchObject(away),
      expect(second.take()).rejects.toMatchObject(away),
    ])
    expect(server.asked).toHaveLength(1)
    await worker.close()
  })
})

const generation = '{ status text error { code } receipt { model promptTokens turnsKept } }'
const send = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }`

describe('a message in a room', () => {
  const open = async () => {
    const worker = new ReplyWorker({
      kind: 'office',
      backends: new Map([['Local', watched.backend]]),
      logger: createLogger('silent'),
    })
    const app = await createTestApp({ wrap: { generator: () => worker } })
    const ada = await app.person()
    const say = async () => {
      const sent = await ada.data(send, { input: { roomId: await ada.room(), text: 'Hello' } })
      return (sent['sendMessage'] as { generation: { id: string } }).generation.id
    }
    const read = async (id: string) =>
      (await ada.data(`query ($id: ID!) { generation(id: $id) ${generation} }`, { id }))['generation']
    const close = async () => {
      await app.close()
      await worker.close()
    }
    return { ada, say, read, close }
  }

  it.each<[string, Answer, Parameters<typeof untilState>[1]]>([
    ['is unreachable', (response) => void response.destroy(), 'unreachable'],
    ['loads its model', refuse(503), 'busy'],
  ])('waits as for a worker that is away while the server %s, and is answered then', async (_case, answer, state) => {
    const { ada, say, read, close } = await open()
    try {
      server.models = answer
      await until(state)
      const id = await say()
      const query = '{ status queueReason position }'
      for (;;) {
        const { generation: seen } = await ada.data(`query ($id: ID!) { generation(id: $id) ${query} }`, { id })
        if ((seen as { queueReason: string | null }).queueReason === null) continue
        expect(seen).toEqual({ status: 'QUEUED', queueReason: 'WORKER_AWAY', position: 1 })
        break
      }
      expect(server.asked).toEqual([])
      server.models = modelList({ id: 'good' })
      await follow(ada, id)
      expect(await read(id)).toEqual({
        status: 'COMPLETED',
        text: hostedReply,
        error: null,
        receipt: { model: 'good', promptTokens: 40, turnsKept: 0 },
      })
    } finally {
      await close()
    }
  })

  it('is answered although the server was lost at its start', async () => {
    const { ada, say, read, close } = await open()
    try {
      await until('ready')
      server.answerAll = (response) => {
        server.answerAll = undefined
        response.destroy()
      }
      const id = await say()
      await follow(ada, id)
      expect(await read(id)).toMatchObject({ status: 'COMPLETED', text: hostedReply })
      expect(server.asked).toHaveLength(2)
    } finally {
      await close()
    }
  })

  it('keeps the text that it has, as INTERRUPTED, when the server is lost in the middle', async () => {
    const { ada, say, read, close } = await open()
    try {
      await until('ready')
      server.answerAll = (response) => {
        server.answerAll = (lost) => void lost.destroy()
        const chunk = JSON.stringify({ choices: [{ delta: { content: 'Half' } }] })
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(`data: ${chunk}\n\n`, () => response.destroy())
      }
      const id = await say()
      await follow(ada, id)
      expect(await read(id)).toMatchObject({ status: 'FAILED', text: 'Half', error: { code: 'INTERRUPTED' } })
    } finally {
      await close()
    }
  })

  it('that does not fit the context of the server is FAILED with PROMPT_TOO_LONG', async () => {
    const { ada, say, read, close } = await open()
    try {
      await until('ready')
      server.answerAll = refuse(400, {}, 'the request exceeds the available context size (512 tokens)')
      const id = await say()
      await follow(ada, id)
      expect(await read(id)).toMatchObject({ status: 'FAILED', error: { code: 'PROMPT_TOO_LONG' } })
    } finally {
      await close()
    }
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
