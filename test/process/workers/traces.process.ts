import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { HostedServer } from '../../support/ai-workers/hosted-server.js'
import { Person } from '../../support/app/person.js'
import { Processes } from '../../support/app/processes.js'
import { watch } from '../../support/app/watch.js'
import { RedisServer, testRedis } from '../../support/instances/redis.js'
import { TraceReceiver } from '../../support/traces/trace-receiver.js'

const ports = { AI_OFFICE_PORT: '0', AI_CHARACTER_PORT: '0' }
const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`
const sendMessage = `mutation ($roomId: ID!, $text: String!) {
  sendMessage(input: { roomId: $roomId, text: $text, idempotencyKey: "1" }) { generation { id } }
}`

let processes: Processes
let engine: HostedServer
beforeAll(async () => {
  processes = await Processes.create()
  engine = await HostedServer.open()
})
afterAll(async () => {
  await processes.close()
  await engine.close()
})

/** Sends a message with a `traceparent`; returns when its reply is complete. */
async function say(person: Person, roomId: string): Promise<void> {
  const variables = { roomId, text: 'Hello' }
  const { body } = await person.rest('POST', '/graphql', { query: sendMessage, variables }, { traceparent })
  const { data } = body as { data: { sendMessage: { generation: { id: string } } } }
  const seen = await watch(person, data.sendMessage.generation.id)
  expect(seen.at(-1)).toMatchObject({ status: 'COMPLETED' })
}

it('one message is one trace in the main process, its worker and the server of the model', async () => {
  const receiver = await TraceReceiver.open()
  const server = await processes.start({
    ...ports,
    ROLES: 'app,office,character',
    LOCAL_MODEL: `openai:${engine.url}#good`,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  })
  const ada = await Person.register(server.url, 'ada')
  await say(ada, await ada.room('office'))
  const unrecorded = traceparent.replace(/1$/, '0').replace(traceId, 'a'.repeat(32))
  await ada.rest('GET', '/api/characters', undefined, { traceparent: unrecorded })
  const workerPid = server.workerPid('office')
  await server.stop('SIGTERM')
  const spans = receiver.spans.filter((span) => span.traceId === traceId)
  expect(receiver.spans.filter(({ attributes }) => attributes['http.route'] === '/api/characters')).toEqual([])
  expect(receiver.spans.filter(({ name }) => name === 'query characters')).toEqual([])
  const named = (name: string) => {
    const found = spans.find((span) => span.name === name)
    if (!found) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`)
    return found
  }
  const request = named('POST /graphql')
  expect(request).toMatchObject({ parentSpanId: 'b7ad6b7169203331', pid: server.pid })
  expect(request.attributes).toMatchObject({ 'http.route': '/graphql', 'http.response.status_code': 200 })
  const operation = named('mutation sendMessage')
  expect(operation.parentSpanId).toBe(request.spanId)
  const generation = named('generation')
  expect(generation.parentSpanId).toBe(operation.spanId)
  expect(named('chat log page').parentSpanId).toBe(generation.spanId)
  const reply = named('reply')
  expect(reply).toMatchObject({ parentSpanId: generation.spanId, pid: workerPid })
  for (const step of ['queue wait', 'prompt evaluation', 'text'])
    expect(named(step)).toMatchObject({ parentSpanId: reply.spanId, pid: workerPid })
  expect(named('SQL INSERT').attributes).toMatchObject({
    'db.query.text': expect.stringMatching(/^INSERT INTO/) as unknown,
  })
  // values of a person are in no attribute
  expect(JSON.stringify(receiver.spans)).not.toContain('Hello')
  expect(engine.asked.at(-1)?.headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-${reply.spanId}-01$`))
  expect(server.output()).toMatch(
    new RegExp(
      `"traceId":"${traceId}".*"rootFields":\\["sendMessage"\\]|"rootFields":\\["sendMessage"\\].*"traceId":"${traceId}"`,
    ),
  )
  await receiver.close()
}, 60_000)

;(testRedis() === undefined ? it.skip : it)(
  'the queue in Redis carries the trace',
  async () => {
    const redis = await RedisServer.start()
    const receiver = await TraceReceiver.open()
    const env = { ...ports, REDIS_URL: redis.url, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }
    const server = await processes.start({ ...env, ROLES: 'app,office' })
    const ada = await Person.register(server.url, 'bob')
    await say(ada, await ada.room('office'))
    await server.stop('SIGTERM')
    const pids = receiver.spans.filter((span) => span.traceId === traceId).map(({ pid }) => pid)
    expect(new Set(pids).size).toBe(2)
    await receiver.close()
    await redis.kill()
  },
  60_000,
)

it('a receiver that hangs slows no request and no stop', async () => {
  const receiver = await TraceReceiver.open({ hangs: true })
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '50' }
  const server = await processes.start({ ...env, ROLES: 'app' })
  const person = new Person(server.url)
  // more spans than the queue keeps
  for (let batch = 0; batch < 30; batch += 1)
    await Promise.all(Array.from({ length: 20 }, () => person.data('{ characters { nodes { id } } }')))
  expect(receiver.requests).toBeGreaterThan(0)
  const before = performance.now()
  expect(await server.stop('SIGTERM')).toBe(0)
  expect(performance.now() - before).toBeLessThan(10_000)
  await receiver.close()
}, 60_000)

it('an address without a receiver is reported in the log, and nothing else fails', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_BSP_SCHEDULE_DELAY: '50' }
  const server = await processes.start({ ...env, ROLES: 'app' })
  const person = new Person(server.url)
  await person.data('{ characters { nodes { id } } }')
  const line = await server.seen(/(\{.*"name":"traces\.failed"\})/)
  expect(JSON.parse(line)).toEqual({
    level: 'warn',
    time: expect.any(String) as unknown,
    reason: expect.stringMatching(/^ECONNREFUSED: connect ECONNREFUSED/) as unknown,
    name: 'traces.failed',
  })
  await person.data('{ characters { nodes { id } } }')
  expect(await server.stop('SIGTERM')).toBe(0)
  expect(server.output().match(/"traces\.failed"/g)).toHaveLength(1)
}, 60_000)

it('the standard variables name the service, and one that cannot be used is in the log', async () => {
  const receiver = await TraceReceiver.open()
  const server = await processes.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_SERVICE_NAME: 'chat',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=staging',
    OTEL_BSP_SCHEDULE_DELAY: 'soon',
    OTEL_TRACES_SAMPLER: 'sometimes',
    ROLES: 'app',
  })
  await new Person(server.url).data('{ characters { nodes { id } } }')
  expect(await server.stop('SIGTERM')).toBe(0)
  expect(receiver.resources[0]).toMatchObject({ 'service.name': 'chat', 'deployment.environment': 'staging' })
  const reasons = [...server.output().matchAll(/"reason":"([^ ]+ [^ ]+).*"name":"traces\.setting_ignored"/g)]
  expect(reasons.map(([, begin]) => begin)).toEqual(['Unknown value', 'OTEL_TRACES_SAMPLER value'])
  expect(server.output()).not.toContain('traces.failed')
  await receiver.close()
}, 60_000)
