import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Listener, openListener } from '@parley/edge'
import { createLogger, type Logger } from '@parley/runtime'
import { amidCollections, until } from '@parley/testing'
import { replyRoute } from '../../ai-workers/routes/reply-route.js'
import type { HistorySource } from '../../src/ports/history-source/history-source.js'
import { HttpHistorySource } from '../../src/ports/history-source/http-history-source.js'
import type { ReplyGenerator, ReplyJob, ReplyProgress } from '../../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../../src/kinds.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { LogRoom } from '../support/rooms/log-room.js'
import { Person } from '../support/app/person.js'
import { Processes } from '../support/app/processes.js'

const serviceToken = 'open-sesame-open-sesame-open-sesame'
const never = new AbortController().signal
let app: TestApp
let service: Person
beforeAll(async () => {
  app = await createTestApp({ roles: 'app,chatlog', env: { SERVICE_TOKEN: serviceToken, IMAGE_HOST: 'img.example' } })
  service = new Person(app.chatLog().url, '', '', serviceToken)
})
afterAll(() => app.close())

const lines: string[] = []
const take = (_fields: object, event: string) => void lines.push(event)
const log: Logger = { debug: take, info: take, warn: take, error: take }
beforeEach(() => {
  lines.length = 0
})

const source = (url = service.url, token: string | undefined = serviceToken) =>
  new HttpHistorySource({ url: new URL(url), serviceToken: token, log, timeoutMs: 60_000 })

async function roomOf(kind: Kind, turns: number): Promise<LogRoom> {
  const room = await LogRoom.create(service, kind === 'office' ? '/doclog/office' : '/doclog/chatbot')
  for (let n = 1; n <= turns; n += 1) await room.save({ input_data: `say ${n}`, output_data: `answer ${n}` })
  return room
}
const turnsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, position) => {
    const n = String(first + position)
    return { inputData: `say ${n}`, outputData: `answer ${n}` }
  })

describe.each(['office', 'character'] as const)('the history of a room of kind %s', (kind) => {
  it('is its ten newest entries, oldest first', async () => {
    expect(await source().load(kind, await roomOf(kind, 0), never)).toEqual([])
    expect(await source().load(kind, await roomOf(kind, 3), never)).toEqual(turnsFrom(1, 3))
    expect(await source().load(kind, await roomOf(kind, 12), never)).toEqual(turnsFrom(3, 12))
    expect(lines).toEqual([])
  })

  it('is empty for another kind, user or id, with a log line', async () => {
    const room = await roomOf(kind, 1)
    const other = kind === 'office' ? 'character' : 'office'
    expect(await source().load(other, room, never)).toEqual([])
    expect(await source().load(kind, room.as({ userId: 'eve' }), never)).toEqual([])
    expect(await source().load(kind, room.as({ id: randomUUID() }), never)).toEqual([])
    expect(await source().load(kind, room.as({ userId: 'x'.repeat(51) }), never)).toEqual([])
    expect(lines).toEqual(Array.from({ length: 4 }, () => 'history.load_failed'))
  })
})

describe('a faulty chat-log service', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections()
  })
  const serve = async (answer: RequestListener) => {
    const server = createServer(answer).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  }
  const room = { id: randomUUID(), userId: 'guest' }
  const entry = (n: number) => ({ index: n, input_data: `say ${n}`, output_data: `answer ${n}`, timestamp: 'x' })

  it.each<[string, RequestListener]>([
    ['refuses', (_, response) => response.writeHead(503).end('{"detail":"Database error"}')],
    ['sends elsewhere', (_, response) => response.writeHead(307, { location: `${service.url}/doclog` }).end()],
    ['answers no JSON', (_, response) => response.end('<html>')],
    ['answers no list', (_, response) => response.end('{"detail":[]}')],
    ['answers other entries', (_, response) => response.end('[{"input_data":5}]')],
    ['breaks off', (_, response) => response.writeHead(200).write('[', () => response.destroy())],
  ])('and %s gives no history and a line', async (_name, answer) => {
    expect(await source(await serve(answer)).load('office', room, never)).toEqual([])
    expect(lines).toEqual(['history.load_failed'])
  })

  it('that is unreachable gives no history, with a log line', async () => {
    const url = await serve(() => undefined)
    servers.splice(0).forEach((server) => server.close())
    expect(await source(url).load('office', room, never)).toEqual([])
    expect(lines).toEqual(['history.load_failed'])
  })

  it('that is slow, with the head or with the body, gives no history', async () => {
    for (const answer of [
      () => undefined,
      (_: unknown, response: { write(text: string): void }) => response.write('['),
    ]) {
      const slow = new HttpHistorySource({
        url: new URL(await serve(answer)),
        serviceToken: undefined,
        log,
        timeoutMs: 50,
      })
      expect(await amidCollections(() => slow.load('office', room, never))).toEqual([])
    }
    expect(lines).toEqual(['history.load_failed', 'history.load_failed'])
  })

  it('that answers 401 for a missing token gives no history, with a log line', async () => {
    const without = new HttpHistorySource({ url: new URL(service.url), serviceToken: undefined, log })
    expect(await without.load('office', await roomOf('office', 1), never)).toEqual([])
    expect(lines).toEqual(['history.load_failed'])
  })

  it('without `newest` has its answer cut to the ten newest', async () => {
    const all = JSON.stringify(Array.from({ length: 30 }, (_, position) => entry(position + 1)))
    const url = await serve((_, response) => response.end(all))
    expect(await source(url).load('office', room, never)).toEqual(turnsFrom(21, 30))
  })

  it('is disconnected without a log line when the caller has disconnected', async () => {
    const gone = new AbortController()
    const url = await serve(() => gone.abort())
    expect(await source(url).load('office', room, gone.signal)).toEqual([])
    expect(lines).toEqual([])
  })

  it('gets requests of a worker process at CHATLOG_URL, with the service token', async () => {
    const asked: { path: string | undefined; authorization: string | undefined; body: unknown }[] = []
    const url = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        const { authorization } = request.headers
        asked.push({ path: request.url, authorization, body: JSON.parse(body) })
        response.end('[]')
      })
    })
    const processes = await Processes.create({ embedded: true })
    try {
      const env = { ROLES: 'character', AI_CHARACTER_PORT: '0', CHATLOG_URL: url, SERVICE_TOKEN: serviceToken }
      const worker = processes.launch('main/main.ts', { env })
      const port = await worker.seen(/"port":(\d+).*"name":"ready"/)
      const caller = new Person(`http://127.0.0.1:${port}`, '', '', serviceToken)
      await until('it is ready', async () => (await caller.rest('GET', '/health/ready')).status === 200)
      const request = { input_data: 'Hello', character_name: 'Bo', greeting: '', context: '' }
      const pair = { db_id: room.id, user_id: room.userId }
      expect((await caller.rest('POST', '/Local', { ...request, ...pair })).status).toBe(200)
      expect(asked).toEqual([
        {
          path: '/doclog/chatbot/load_log',
          authorization: `Bearer ${serviceToken}`,
          body: { user_id: room.userId, id: room.id, newest: 10 },
        },
      ])
    } finally {
      await processes.close()
    }
  })
})

describe('a documented reply route', () => {
  const jobs: ReplyJob[] = []
  const signals: AbortSignal[] = []
  const recorder: ReplyGenerator = {
    async *generate(job, signal): AsyncGenerator<ReplyProgress> {
      jobs.push(job)
      signals.push(signal)
      yield { kind: 'started' }
      yield { kind: 'delta', attempt: 1, offset: 0, delta: 'Ahoy' }
      yield { kind: 'end', outcome: 'completed' }
    },
  }
  const open: Listener[] = []
  afterEach(async () => {
    jobs.length = 0
    signals.length = 0
    for (const listener of open.splice(0)) await listener.close()
  })
  const worker = async (kind: Kind, read: HistorySource | 'nowhere' = source()) => {
    const history = read === 'nowhere' ? undefined : read
    const listener = await openListener({
      host: '127.0.0.1',
      port: 0,
      logger: createLogger('silent'),
      ready: () => true,
      closeTimeoutMs: 100,
      mount: (mounted) =>
        mounted.post('/Local', replyRoute({ kind, generator: recorder, history, model: 'Local', timeoutMs: 60_000 })),
    })
    open.push(listener)
    return new Person(`http://127.0.0.1:${String(listener.port)}`)
  }
  const bodies = {
    office: { input_data: 'Hello' },
    character: { input_data: 'Hello', character_name: 'Bo', greeting: '', context: '' },
  }

  it.each(['office', 'character'] as const)(
    'of the %s service passes the history of its room to the worker',
    async (kind) => {
      const room = await roomOf(kind, 11)
      const caller = await worker(kind)
      const asked = { ...bodies[kind], db_id: room.id.toUpperCase(), user_id: room.userId }
      expect(await caller.rest('POST', '/Local', asked)).toMatchObject({ status: 200, body: 'Ahoy' })
      expect(jobs).toMatchObject([{ kind, message: 'Hello', history: turnsFrom(2, 11), hasEarlierTurns: true }])
    },
  )

  it('passes no history without both db_id and user_id, or without a source', async () => {
    const room = await roomOf('office', 1)
    const pair = { db_id: room.id, user_id: room.userId }
    const caller = await worker('office')
    for (const one of [{}, { db_id: room.id }, { user_id: room.userId }, { ...pair, user_id: null }])
      await caller.rest('POST', '/Local', { ...bodies.office, ...one })
    await (await worker('office', 'nowhere')).rest('POST', '/Local', { ...bodies.office, ...pair })
    expect(jobs.map(({ history }) => history)).toEqual([[], [], [], [], []])
    expect(jobs.some(({ hasEarlierTurns }) => hasEarlierTurns)).toBe(false)
  })

  it('generates nothing for a caller that disconnected while the history was read', async () => {
    const leave = new AbortController()
    const caller = await worker('office', {
      load: async (_kind, _room, signal) => {
        leave.abort()
        if (!signal.aborted) await once(signal, 'abort')
        return []
      },
    })
    const body = JSON.stringify({ ...bodies.office, db_id: randomUUID(), user_id: 'guest' })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal: leave.signal }
    await expect(fetch(`${caller.url}/Local`, init)).rejects.toThrow()
    await until('the worker has the request', () => signals.length > 0)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
})
