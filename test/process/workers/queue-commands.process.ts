import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { freePort } from '../../support/app/free-port.js'
import { at, Person } from '../../support/app/person.js'
import { Processes } from '../../support/app/processes.js'
import { testRedis } from '../../support/instances/redis.js'

let processes: Processes
let env: Record<string, string>
beforeAll(async () => {
  processes = await Processes.create()
  const redis = testRedis()
  env = {
    ROLES: 'app,office,character',
    LOCAL_MODEL: 'scripted:?reply=done&chunks=5&delayMs=200',
    AI_OFFICE_PORT: String(await freePort()),
    AI_CHARACTER_PORT: String(await freePort()),
    // a database of its own
    ...(redis === undefined ? {} : { REDIS_URL: `${redis}/7` }),
  }
})
afterAll(() => processes.close())

const admin = async (...args: string[]) => {
  const { code, output } = await processes.run('tools/admin.ts', { env, args: [...args, '--json'] })
  expect({ code, output }).toMatchObject({ code: 0 })
  return JSON.parse(output) as unknown
}
const warningsOf = async (url: string) => {
  const answer = (await (await fetch(`${url}/health/ready`)).json()) as { warnings?: string[] }
  return answer.warnings ?? []
}
const paused = expect.stringContaining('The queue of office is paused')

it('a command drains the workers of a server, and what waits runs after it is resumed', async () => {
  let server = await processes.start(env)
  const worker = `http://127.0.0.1:${env['AI_OFFICE_PORT'] ?? ''}`
  const ada = await Person.register(server.url, 'ada')
  const query = 'query ($id: ID!) { generation(id: $id) { status queueReason } }'
  const stateOf = async (id: string) => (await ada.movedTo(server.url).data(query, { id }))['generation']
  const reaches = (id: string, what: object) =>
    until(JSON.stringify(what), async () => {
      const generation = await stateOf(id)
      return Object.entries(what).every(([name, value]) => (generation as Record<string, unknown>)[name] === value)
    })
  const first = await ada.say(await ada.room())
  // it may already be complete on a busy machine
  await until('it runs', async () => at(await stateOf(first), 'status') !== 'QUEUED')
  expect(await admin('queue', 'drain', 'office')).toMatchObject([{ kind: 'OFFICE', paused: true }])
  await reaches(first, { status: 'COMPLETED' })
  const second = await ada.say(await ada.room())
  await reaches(second, { status: 'QUEUED', queueReason: 'PAUSED' })
  expect(await warningsOf(worker)).toContainEqual(paused)
  await until('the instance has the warning', async () =>
    (await warningsOf(server.url)).some((each) => each.includes('office is paused')),
  )
  expect(await admin('queue', 'list')).toMatchObject({
    aiServices: [
      { kind: 'OFFICE', paused: true },
      { kind: 'CHARACTER', paused: false },
    ],
    activeGenerations: { totalCount: 1 },
  })

  // with Redis a pause survives a restart
  expect(await server.stop('SIGTERM')).toBe(0)
  server = await processes.start(env)
  if (testRedis() !== undefined) {
    await server.seen(/("name":"queue\.paused")/)
    await reaches(second, { status: 'QUEUED', queueReason: 'PAUSED' })
    expect(await admin('queue', 'resume')).toMatchObject([{ paused: false }, { paused: false }])
  }
  await reaches(second, { status: 'COMPLETED' })
  expect(await warningsOf(worker)).toEqual([])
  expect(await server.stop('SIGTERM')).toBe(0)
})

it('a command about the queue of a worker that does not answer ends with 69', async () => {
  const { REDIS_URL: _, ...alone } = env
  const { code, output } = await processes.run('tools/admin.ts', { env: alone, args: ['queue', 'pause', 'office'] })
  expect([code, output]).toEqual([69, expect.stringMatching(/^The worker at 127\.0\.0\.1:\d+ does not answer\n$/)])
})
