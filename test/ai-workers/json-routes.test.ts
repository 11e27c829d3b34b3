import { afterEach, describe, expect, it } from '@jest/globals'
import { PromptTooLong } from '@parley/engine'
import { registry } from '@parley/runtime'
import type { TextBackend } from '../../ai-workers/backends/backend.js'
import { documents, modelWords } from '../support/rest/documented.js'
import { valueIn } from '../support/app/value-in.js'
import { AiService, type AiServiceOptions } from '../support/ai-workers/ai-service.js'

const character = { character_name: 'Bo', greeting: '', context: '' }
const said = { input_data: 'Hello' }
const quick = 'scripted:?reply=hello&chunks=5&delayMs=1'
const stalls = 'scripted:?reply=hello&chunks=5&delayMs=0&stallAt=2'

let service: AiService
const open = async (options: AiServiceOptions = {}) => {
  service = await AiService.open({ model: quick, ...options })
}
afterEach(() => service.close())

interface Fault {
  readonly location: readonly (string | number)[]
  readonly type: string
}
const faultsOf = (body: unknown) =>
  (body as { detail: Fault[] }).detail.map(({ location, type }) => `${location.join('.')} ${type}`)

describe('a reply over the documented route', () => {
  it.each<['office' | 'character', object]>([
    ['office', said],
    ['office', { ...said, search_access: 'true', db_id: null, user_id: null, time_zone: null }],
    ['office', { ...said, time_zone: 9 }],
    ['office', { ...said, db_id: '6f1c5e0e9d1b4f0c8a5e3d2c1b0a9f8e', user_id: '7', unknown: [] }],
    ['character', { ...said, ...character }],
    ['character', { input_data: '🙂'.repeat(500), ...character, context: 'x'.repeat(100_000) }],
  ])('is a JSON string: %s %#', async (kind, body) => {
    await open({ kind })
    const { status, text, headers } = await service.post(body)
    expect([status, text]).toEqual([200, '"hello"'])
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it.each([
    ['asia/SEOUL', 'Asia/Seoul'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Etc/UTC', 'UTC'],
    ...['Mars/Olympus', '+09:00', '', null, 9, 'x'.repeat(10_000)].map((sent) => [sent, 'Europe/Berlin'] as const),
  ])('has the date of the zone that it names, else of the worker: %j', async (sent, expected) => {
    const zones: unknown[] = []
    const model: TextBackend = {
      name: 'clock',
      async *stream(job) {
        zones.push(job.timeZone)
        yield 'hello'
      },
    }
    await open({ model, timeZone: 'Europe/Berlin' })
    expect((await service.post({ ...said, time_zone: sent })).status).toBe(200)
    expect(zones).toEqual([expected])
  })

  it.each<['office' | 'character', unknown, string[]]>([
    ['office', undefined, ['body missing']],
    ['office', [], ['body model_attributes_type']],
    ['office', {}, ['body.input_data missing']],
    ['office', { input_data: '' }, ['body.input_data string_too_short']],
    ['office', { input_data: '🙂'.repeat(501) }, ['body.input_data string_too_long']],
    ['office', { input_data: 5 }, ['body.input_data string_type']],
    [
      'office',
      { ...said, db_id: 'room', user_id: 7, search_access: 'perhaps' },
      ['body.db_id value_error', 'body.user_id string_type', 'body.search_access bool_parsing'],
    ],
    [
      'character',
      { character_name: '', greeting: null },
      [
        'body.input_data missing',
        'body.character_name string_too_short',
        'body.greeting string_type',
        'body.context missing',
      ],
    ],
  ])('is refused with every fault of its body: %s %#', async (kind, body, faults) => {
    await open({ kind })
    const refused = await service.post(body)
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ message: 'Input data validation failed' })
    expect(faultsOf(refused.body).sort()).toEqual([...faults].sort())
    expect(await service.performance()).toMatchObject({ total_requests: 0 })
  })

  it('is refused for an unknown model only when the body is valid', async () => {
    await open()
    const refusals = async () =>
      valueIn(await registry.metrics(), 'parley_http_requests_total{route="/:model",method="POST",status="422"}')
    expect(await service.post(said, '/hosted9')).toMatchObject({
      status: 400,
      body: { detail: 'Invalid model name.' },
    })
    // other tests share the process, and its registry
    const before = await refusals()
    expect((await service.post({}, '/hosted9')).status).toBe(422)
    expect((await refusals()) - before).toBe(1)
  })

  it('is the fallback when streaming fails, and the fixed sentence when that fails too', async () => {
    await open({ model: 'scripted:?reply=whole&chunks=5&delayMs=0&failAt=3' })
    expect((await service.post(said)).body).toBe('whole')
    await service.close()
    await open({ model: 'scripted:?failAt=1&completeFails=true' })
    const { status, body } = await service.post(said)
    expect([status, body]).toEqual([200, expect.stringContaining('Please try again')])
    expect(await service.performance()).toMatchObject({ total_requests: 1, success_rate: 0 })
  })

  it('ends within its time limit, queueing included', async () => {
    await open({ model: stalls, timeoutMs: 100 })
    const late = { status: 500, body: { detail: 'The model response timed out' } }
    expect(await Promise.all([service.post(said), service.post(said)])).toMatchObject([late, late])
    const report = await service.performance()
    expect(report).toMatchObject({ total_requests: 2, active_connections: 0, success_rate: 0 })
    // in seconds: the whole time of each, also of the one that only waited; a timer can fire a little early
    expect(report.avg_response_time).toBeGreaterThan(0.09)
  })

  it('is refused with 400 when its prompt cannot fit', async () => {
    const tooLong: TextBackend = {
      name: 'small',
      stream: () => {
        throw new PromptTooLong({ promptTokens: 9, contextTokens: 8, isEstimate: false })
      },
      complete: () => Promise.reject(new PromptTooLong({ promptTokens: 9, contextTokens: 8, isEstimate: false })),
    }
    await open({ model: tooLong })
    expect(await service.post(said)).toMatchObject({
      status: 400,
      body: { detail: 'The message does not fit the context of the model' },
    })
  })
})

describe('a worker that accepts no job', () => {
  const unavailable = { status: 503, body: { detail: 'Service temporarily unavailable' } }

  it('answers so while its model is loading, and is not ready', async () => {
    service = await AiService.open({})
    const refused = await service.post(said)
    expect(refused).toMatchObject(unavailable)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect((await service.client.rest('GET', '/health/ready')).status).toBe(503)
    expect((await service.client.rest('GET', '/health/live')).status).toBe(200)
    expect(await service.performance()).toEqual({
      total_requests: 0,
      avg_response_time: 0,
      success_rate: 0,
      active_connections: 0,
      max_concurrent: 1,
      running: 0,
      waiting: 0,
      queue: [],
      model_state: 'loading',
      paused: false,
      model: null,
      context_tokens: null,
      thoughts: null,
    })
  })

  it('answers so when its queue is full, and when it drains', async () => {
    await open({ model: 'scripted:?reply=hello&chunks=5&delayMs=100', queueLimit: 1 })
    const running = service.post(said)
    await service.active(1)
    const queued = service.post(said)
    await service.active(2)
    const full = await service.post(said)
    expect(full).toMatchObject(unavailable)
    expect(full.headers.get('retry-after')).toBe('5')
    const drained = service.drain()
    expect((await queued).headers.get('retry-after')).toBe('5')
    expect((await running).body).toBe('hello')
    await drained
    expect(await service.post(said)).toMatchObject(unavailable)
  })
})

describe('the queue in the performance object', () => {
  it('is reported beside the five documented fields as its document describes, without personal data', async () => {
    await open({ model: 'scripted:?reply=hello&chunks=5&delayMs=60' })
    await service.post(said)
    const answers = ['ada', 'bob', 'bob'].map((name) => service.post({ ...said, user_id: name, db_id: null }))
    await service.active(3)
    const report: unknown = await service.performance()
    expect(report).toEqual({
      total_requests: 4,
      avg_response_time: expect.any(Number),
      success_rate: 100,
      active_connections: 3,
      max_concurrent: 1,
      running: 1,
      waiting: 2,
      queue: [1, 2].map((position) => ({
        position,
        reason: 'BUSY',
        estimated_start: expect.stringMatching(/Z$/),
        priority: 'normal',
      })),
      model_state: 'ready',
      paused: false,
      model: 'scripted',
      context_tokens: null,
      thoughts: null,
    })
    await Promise.all(answers)
    expect(await service.performance()).toMatchObject({ running: 0, waiting: 0, queue: [] })
  })
})

describe('a client that disconnects', () => {
  it('cancels its own reply, running or queued, and no other job', async () => {
    await open({ model: 'scripted:?reply=hello&chunks=5&delayMs=400' })
    const gone = [new AbortController(), new AbortController()]
    const ask = ({ signal }: AbortController) =>
      fetch(`${service.url}/Local`, { method: 'POST', body: JSON.stringify(said), headers, signal }).catch(() => 'gone')
    const headers = { 'content-type': 'application/json' }
    const [first, second] = gone.map(ask)
    await service.active(2)
    const stays = service.post(said)
    await service.active(3)
    for (const caller of gone) caller.abort()
    expect(await Promise.all([first, second])).toEqual(['gone', 'gone'])
    expect((await stays).body).toBe('hello')
    expect(await service.performance()).toMatchObject({ total_requests: 3, active_connections: 0, success_rate: 100 })
  })
})

describe('the document of the service', () => {
  it.each(['office', 'character'] as const)('is served by the %s service at /openapi.json', async (kind) => {
    await open({ kind })
    const { body } = await service.client.rest('GET', '/openapi.json')
    expect(body).toEqual({ ...documents[kind], info: { ...documents[kind].info, version: '0.1.0' } })
  })
})

describe('the service', () => {
  it.each([
    ['GET', '/Local', 405],
    ['POST', '/performance', 405],
    ['GET', '/internal/generations', 405],
    ['GET', '/hosted4.1', 405],
    ['GET', '/nothing', 404],
    ['POST', '/Local/more', 404],
  ])('answers %s %s with %i in JSON', async (method, path, status) => {
    await open({ models: modelWords })
    const answer = await service.client.rest(method, path, method === 'POST' ? said : undefined)
    expect(answer.status).toBe(status)
    expect(answer.body).toHaveProperty('detail')
    if (status === 405) expect(answer.headers.get('allow')).toContain(path === '/performance' ? 'GET' : 'POST')
  })

  it('pauses its queue', async () => {
    await open()
    const set = (paused: unknown) => service.client.rest('PUT', '/internal/queue', { paused })
    expect(await set(true)).toMatchObject({ status: 200, body: { paused: true } })
    expect((await service.client.rest('GET', '/performance')).body).toMatchObject({ paused: true })
    const refused = await set('yes')
    expect([refused.status, faultsOf(refused.body)]).toEqual([
      422,
      expect.arrayContaining([expect.stringContaining('body.paused')]),
    ])
    expect(await set(false)).toMatchObject({ status: 200 })
    expect((await service.client.rest('GET', '/performance')).body).toMatchObject({ paused: false })
  })

  it('counts no tokens without a model that can', async () => {
    await open()
    const count = (texts: unknown) => service.client.rest('POST', '/internal/tokens', { texts })
    expect((await count(['Hello'])).status).toBe(404)
    expect((await count('Hello')).status).toBe(422)
  })

  it('refuses a malformed job', async () => {
    await open()
    const refused = await service.post({ kind: 'office', deadline: 'soon' }, '/internal/generations')
    expect(refused.status).toBe(422)
    expect(faultsOf(refused.body)).toContain('body.history missing')
  })
})
