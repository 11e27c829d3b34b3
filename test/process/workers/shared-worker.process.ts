import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Person } from '../../support/app/person.js'
import { Processes, type Started } from '../../support/app/processes.js'
import { folded, watch } from '../../support/app/watch.js'
import { RedisServer, testRedis } from '../../support/instances/redis.js'

const reply = 'abcdefghijklmnopqrst'
const slow = `scripted:?chunks=20&delayMs=60&reply=${reply}`
const freePorts = { AI_OFFICE_PORT: '0', AI_CHARACTER_PORT: '0' }
const shared = {
  ...freePorts,
  ROLES: 'app,gateway,office,character',
  WORKERS: 'shared',
  AI_GATEWAY_PORT: '0',
}
const kinds = ['office', 'character'] as const
const bodies = {
  office: { input_data: 'Hello' },
  character: { input_data: 'Hello', character_name: 'Bo', greeting: '', context: '' },
}

let processes: Processes
beforeAll(async () => {
  processes = await Processes.create()
})
afterAll(() => processes.close())

const serviceOf = ({ ports }: Pick<Started, 'ports'>, name: string) =>
  new Person(`http://127.0.0.1:${String(ports[name])}`)
const workersOf = (server: Started) => kinds.map((kind) => server.workerPid(kind))
const loadedIn = (output: string) => output.split('\n').filter((line) => line.includes('"name":"model.loaded"'))
/** The replies of both services to a request on their own ports, at the same time. */
const ask = (server: Pick<Started, 'ports'>) =>
  Promise.all(kinds.map((kind) => serviceOf(server, kind).rest('POST', '/Local', bodies[kind])))

/** Sends a message in a room of each kind; resolves when both replies have text. */
async function sayInBoth(person: Person) {
  const rooms = await Promise.all([person.room('office'), person.room('chat')])
  return Promise.all(
    rooms.map(async (room) => {
      const id = await person.say(room)
      return { id, seen: await watch(person, id, undefined, ({ delta }) => delta !== '') }
    }),
  )
}

describe('WORKERS=shared', () => {
  // the current server: a test that ends it starts the next one
  let server: Started
  let ada: Person
  beforeAll(async () => {
    server = await processes.start({ ...shared, LOCAL_MODEL: slow })
    ada = await Person.register(server.url, 'ada')
  })

  it('serves both services from one process, each on its port and with a queue of its own', async () => {
    const [office, character] = workersOf(server)
    expect(office).toBe(character)
    expect(new Set([server.ports['office'], server.ports['character'], 0]).size).toBe(3)
    const whole = { status: 200, text: JSON.stringify(reply) }
    expect(await ask(server)).toMatchObject([whole, whole])
    for (const kind of kinds) {
      expect(await serviceOf(server, 'gateway').rest('POST', `/${kind}/Local`, bodies[kind])).toMatchObject(whole)
      const service = serviceOf(server, kind)
      expect((await service.rest('GET', '/health/ready')).status).toBe(200)
      expect((await service.rest('GET', '/performance')).body).toMatchObject({ total_requests: 2, max_concurrent: 1 })
    }
    await processes.run('tools/admin.ts', { args: ['grant', 'ada@example.com'] })
    const worker = { name: null, state: 'READY', model: 'scripted', running: 0, concurrency: 1 }
    expect(
      await ada.data('{ aiServices { kind waiting workers { name state model running concurrency } } }'),
    ).toMatchObject({
      aiServices: kinds.map((kind) => ({ kind: kind.toUpperCase(), waiting: 0, workers: [worker] })),
    })
  })

  it('continues the replies of both kinds as their next attempt after kill -9 of the worker', async () => {
    const [pid = 0] = workersOf(server)
    const running = await sayInBoth(ada)
    process.kill(pid, 'SIGKILL')
    for (const { id, seen } of running) {
      const rest = await watch(ada, id, seen.at(-1)?.cursor)
      expect(rest.at(-1)).toMatchObject({ status: 'COMPLETED', attempt: 2 })
      expect(folded([...seen, ...rest])).toBe(reply)
    }
    await server.seen(/"kind":"office,character".*"signal":"SIGKILL".*"name":"worker.exited"/)
    // on the same ports
    expect((await ask(server)).map(({ status }) => status)).toEqual([200, 200])
    const [office, character] = workersOf(server)
    expect([office === character, office === pid]).toEqual([true, false])
  })

  it('finishes the replies of both kinds on SIGTERM', async () => {
    const running = await sayInBoth(ada)
    const { output } = server
    expect(await server.stop('SIGTERM')).toBe(0)
    expect(output()).not.toContain('shutdown.aborted')
    server = await processes.start({ ...shared, LOCAL_MODEL: slow })
    for (const { id } of running) {
      const [event] = await watch(ada.movedTo(server.url), id)
      expect(event).toMatchObject({ status: 'COMPLETED', attempt: 1 })
    }
    await server.stop('SIGTERM')
  })

  it('loads the bundled model once, with a context for each service', async () => {
    const bundled = await processes.start({ ...shared, LOCAL_MODEL: '' })
    await bundled.seen(/"name":"model.loaded"/)
    const answers = await ask(bundled)
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }])
    expect(loadedIn(bundled.output())).toEqual([
      expect.stringMatching(/"kind":"office,character","model":"demo.gguf".*"contexts":2/),
    ])
    await bundled.stop('SIGTERM')
  })
})

it('ROLES=office,character is the shared worker itself, also where the settings of other processes are set', async () => {
  const addresses = { AI_OFFICE_URL: 'http://127.0.0.1:9', AI_CHARACTER_URL: 'http://127.0.0.1:9' }
  const env = { ...freePorts, ...addresses, ROLES: 'office,character', WORKERS: 'shared' }
  const worker = await processes.start(env)
  expect((await ask(worker)).map(({ status }) => status)).toEqual([200, 200])
  expect(await worker.stop('SIGTERM')).toBe(0)
  expect(worker.output()).not.toContain('workerPid')
  expect(worker.output()).toMatch(/"kind":"office,character".*"name":"stopped"/)
})

;(testRedis() === undefined ? it.skip : it)(
  'with REDIS_URL it gets the replies of both kinds from the queue',
  async () => {
    const redis = await RedisServer.start()
    const queue = { REDIS_URL: redis.url, LOCAL_MODEL: slow }
    // with a model that only workers have, the instance cannot reply itself
    const server = await processes.start({ ...queue, LOCAL_MODEL: '' })
    const worker = await processes.start({ ...freePorts, ...queue, ROLES: 'office,character', WORKERS: 'shared' })
    const person = await Person.register(server.url, 'bob')
    const running = await sayInBoth(person)
    expect(await worker.stop('SIGTERM')).toBe(0)
    for (const { id, seen } of running) {
      const rest = await watch(person, id, seen.at(-1)?.cursor)
      expect(rest.at(-1)).toMatchObject({ status: 'COMPLETED', attempt: 1 })
      expect(folded([...seen, ...rest])).toBe(reply)
    }
    await server.stop('SIGTERM')
    await redis.kill()
  },
)

it('any other value of WORKERS is a fault of the configuration: exit 78 and a sentence', async () => {
  const { code, output } = await processes.run('main/main.ts', { env: { WORKERS: 'both' } })
  expect(code).toBe(78)
  expect(output).toContain('WORKERS: must be one of separate, shared')
})
