import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { Person } from '../../support/app/person.js'
import { Processes, type Started } from '../../support/app/processes.js'
import { folded, watch } from '../../support/app/watch.js'

const slow = 'scripted:?chunks=20&delayMs=60&reply=abcdefghijklmnopqrst'
const everything = {
  ROLES: 'app,gateway,office,character',
  AI_GATEWAY_PORT: '0',
  AI_OFFICE_PORT: '0',
  AI_CHARACTER_PORT: '0',
}
const reply = 'abcdefghijklmnopqrst'
const whole = JSON.stringify(reply)
const officeRequest = { input_data: 'Hello' }
const characterRequest = { input_data: 'Hello', character_name: 'Bo', greeting: '', context: '' }

let processes: Processes
beforeAll(async () => {
  processes = await Processes.create()
})
afterAll(() => processes.close())

const start = (ports = {}) => processes.start({ ...everything, LOCAL_MODEL: slow, ...ports })
const gatewayOf = ({ ports }: Started) => new Person(`http://127.0.0.1:${String(ports['gateway'])}`)
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('workers in separate processes', () => {
  // the current server: a test that ends it starts the next one
  let server: Started
  beforeAll(async () => {
    server = await start()
  })

  it('answer rooms, and the documented routes through the gateway', async () => {
    const ada = await Person.register(server.url, 'ada')
    const chat = await ada.room('chat')
    expect((await watch(ada, await ada.say(chat))).at(-1)).toMatchObject({ status: 'COMPLETED' })

    const gateway = gatewayOf(server)
    expect(await gateway.rest('POST', '/office/Local', officeRequest)).toMatchObject({ status: 200, text: whole })
    expect(await gateway.rest('POST', '/character/Local', characterRequest)).toMatchObject({
      status: 200,
      text: whole,
    })
    expect((await gateway.rest('GET', '/character/performance')).body).toEqual({
      total_requests: 2,
      avg_response_time: expect.any(Number),
      success_rate: 100,
      active_connections: 0,
      paused: false,
      max_concurrent: 1,
      model_state: 'ready',
      model: 'scripted',
      context_tokens: null,
      thoughts: null,
      running: 0,
      waiting: 0,
      queue: [],
    })
    expect(await gateway.rest('POST', '/office/hosted9', officeRequest)).toMatchObject({
      status: 400,
      body: { detail: 'Invalid model name.' },
    })
    expect((await gateway.rest('POST', '/office/Local', { db_id: 'x', input_data: '' })).body).toMatchObject({
      detail: [
        { location: ['body', 'input_data'], type: 'string_too_short' },
        { location: ['body', 'db_id'], type: 'value_error' },
      ],
    })
  })

  it('lose no reply when one is killed: the running one is run again, then the queued ones', async () => {
    const ada = await Person.register(server.url, 'bob')
    const [first, second] = [await ada.room(), await ada.room()]
    const running = await ada.say(first)
    const seen = await watch(ada, running, undefined, ({ delta }) => delta !== '')
    const queued = await ada.say(second)
    const watching = watch(ada, queued)
    process.kill(server.workerPid('office'), 'SIGKILL')

    const rest = await watch(ada, running, seen.at(-1)?.cursor)
    expect(rest.at(-1)).toMatchObject({ status: 'COMPLETED', attempt: 2 })
    for (const events of [[...seen, ...rest], await watching]) expect(folded(events)).toBe(reply)
    for (const room of [first, second])
      expect((await ada.rest('GET', `/api/rooms/officerooms/${room}/logs`)).body).toHaveLength(1)
    // the room accepts the next message
    expect((await watch(ada, await ada.say(first))).at(-1)).toMatchObject({ status: 'COMPLETED' })
  })

  it('end with a parent that is killed: the next start gets its ports, and runs its replies', async () => {
    const ada = await Person.register(server.url, 'cyd')
    const [one, two] = [await ada.room(), await ada.room()]
    const running = await ada.say(one)
    const seen = await watch(ada, running, undefined, ({ offset }) => offset >= 10)
    const queued = await ada.say(two)
    const workers = [server.workerPid('office'), server.workerPid('character')]
    await server.stop('SIGKILL')
    await until('both workers have ended', () => !workers.some(isAlive))

    const { app, office, character } = server.ports
    const ports = { APP_PORT: app, AI_OFFICE_PORT: office, AI_CHARACTER_PORT: character }
    server = await start(Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])))
    expect(server.ports).toMatchObject({ app, office, character })
    const [resumed, ran] = await Promise.all([watch(ada, running, seen.at(-1)?.cursor), watch(ada, queued)])
    expect(resumed.at(-1)).toMatchObject({ status: 'COMPLETED', attempt: 2 })
    expect(folded([...seen, ...resumed])).toBe(reply)
    // on SQLite it may have started before a power loss
    expect(ran.at(-1)).toMatchObject({ status: 'COMPLETED', attempt: processes.databaseUrl === undefined ? 2 : 1 })
    const logs = await Promise.all(
      [one, two].map(async (room) => (await ada.rest('GET', `/api/rooms/officerooms/${room}/logs`)).body),
    )
    const entries = [expect.objectContaining({ index: 1, output_data: reply })]
    expect(logs).toEqual([entries, entries])
  })

  it('end with a parent that is killed while they start', async () => {
    // a worker starts only when its parent has ended
    const hold = `if (process.send) {
      const parent = process.ppid
      console.log(JSON.stringify({ held: process.pid }))
      const cell = new Int32Array(new SharedArrayBuffer(4))
      while (process.ppid === parent) Atomics.wait(cell, 0, 0, 20)
    }`
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hold)}`
    const env = { ROLES: 'gateway,office', AI_GATEWAY_PORT: '0', AI_OFFICE_PORT: '0', NODE_OPTIONS }
    const { child, seen } = processes.launch('main/main.ts', { env })
    const worker = Number(await seen(/"held":(\d+)/))
    child.kill('SIGKILL')
    await until('the worker has ended', () => !isAlive(worker))
  })

  it('finish their replies on SIGTERM and end with their parent', async () => {
    const ada = await Person.register(server.url, 'dee')
    const roomId = await ada.room()
    const running = await ada.say(roomId)
    await watch(ada, running, undefined, ({ delta }) => delta !== '')
    const office = gatewayOf(server).rest('POST', '/character/Local', characterRequest)
    let isOver = false
    const over = () => void (isOver = true)
    void office.then(over, over)
    await until('the worker has the reply', async () => {
      const { body } = await gatewayOf(server).rest('GET', '/character/performance')
      return isOver || (body as { active_connections: number }).active_connections === 1
    })
    const workers = [server.workerPid('office'), server.workerPid('character')]
    const { output } = server
    expect(await server.stop('SIGTERM')).toBe(0)
    expect(output()).not.toContain('shutdown.aborted')
    expect(await office).toMatchObject({ status: 200, text: whole })
    expect(workers.filter(isAlive)).toEqual([])
    server = await start()
    const { body } = await ada.movedTo(server.url).rest('GET', `/api/rooms/officerooms/${roomId}/logs`)
    expect(body).toMatchObject([{ output_data: reply }])
  })
})

it('a missing model is a fault of the configuration: exit 78 and a sentence', async () => {
  const { code, output } = await processes.run('main/main.ts', { env: { ...everything, LOCAL_MODEL: '/no/such.gguf' } })
  expect(code).toBe(78)
  expect(output).toContain('LOCAL_MODEL: there is no readable file /no/such.gguf')
})
