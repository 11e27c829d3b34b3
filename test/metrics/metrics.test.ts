import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ClockWatch, registry } from '@parley/runtime'
import { until } from '@parley/testing'
import { answerMs, checkMs, watchStores } from '../../src/instances/watch-stores.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { eventLog } from '../support/app/event-log.js'
import { valueIn } from '../support/app/value-in.js'
import { rowsOf } from '../support/documents/pages.js'
import { parse } from 'yaml'
import { collectDefaultMetrics, Registry } from 'prom-client'

const token = 'open-sesame-open-sesame-open-sesame'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ roles: 'app,chatlog,admin' })
})
afterAll(() => app.close())

const read = async (role: 'admin' | 'chatlog' | 'app' = 'admin', headers = {}) =>
  fetch(`http://127.0.0.1:${String(app.portOf(role))}/metrics`, { headers })
const metrics = async () => (await read()).text()

describe('the listeners', () => {
  it('serve metrics on internal ports, and never on the public one', async () => {
    const answer = await read()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect((await read('chatlog')).status).toBe(200)
    expect((await read('app')).status).toBe(404)
  })

  it('refuse pages of other sites on the loopback', async () => {
    expect((await read('admin', { origin: 'https://evil.example' })).status).toBe(403)
  })

  it('require the service token where one is set, and METRICS_PORT opens one that has nothing else', async () => {
    const env = { SERVICE_TOKEN: token, METRICS_PORT: '0' }
    const other = await createTestApp({ roles: 'app,admin', env })
    try {
      for (const role of ['admin', 'metrics'] as const) {
        const url = `http://127.0.0.1:${String(other.portOf(role))}`
        const statusOf = async (path: string, headers = {}) => (await fetch(`${url}${path}`, { headers })).status
        expect(await statusOf('/metrics')).toBe(401)
        expect(await statusOf('/metrics', { authorization: 'Bearer wrong' })).toBe(401)
        expect(await statusOf('/metrics', { authorization: `Bearer ${token}` })).toBe(200)
        expect(await statusOf('/health/ready')).toBe(200)
      }
      const admin = await other.admin()
      const asAdmin = { authorization: `Bearer ${admin.token ?? ''}` }
      for (const [role, status] of [
        ['admin', 200],
        ['metrics', 401],
      ] as const)
        expect(
          (await fetch(`http://127.0.0.1:${String(other.portOf(role))}/metrics`, { headers: asAdmin })).status,
        ).toBe(status)
      const url = `http://127.0.0.1:${String(other.portOf('metrics'))}`
      const headers = { authorization: `Bearer ${token}` }
      expect((await fetch(`${url}/api/admin/users/stats`, { headers })).status).toBe(404)
    } finally {
      await other.close()
    }
  })
})

describe('the series', () => {
  it('of failures exist from the start, since a rate does not see the first value of a new one', async () => {
    const series = (await metrics()).split('\n').map((line) => line.replace(/ [\d.e+]+$/, ''))
    for (const known of [
      'parley_errors_total{code="INTERNAL_SERVER_ERROR"}',
      'parley_errors_total{code="UNAVAILABLE"}',
      'parley_errors_total{code="DOCUMENT_NOT_TRUSTED"}',
      'parley_mails_total{outcome="failed"}',
      'parley_refused_requests_total{reason="overload"}',
      'parley_refused_requests_total{reason="address"}',
      'parley_refused_requests_total{reason="sockets"}',
      'parley_purges_total{kind="image",outcome="deferred"}',
      'parley_purges_total{kind="log_user",outcome="done"}',
    ])
      expect(series).toContain(known)
  })

  it('name routes and root fields, and nothing that a client made up', async () => {
    const made = 'madeUpByAClient'
    const person = app.stranger()
    const before = await metrics()
    await person.rest('GET', `/api/characters/${made}`)
    await person.rest('GET', `/${made}`)
    await person.graphql(`query ${made} { ${made}: characters(first: 1) { nodes { ${made}: id } } }`)
    await person.graphql(`{ ${made} }`)
    await person.graphql(`query ($${made}: Int!) { characters(first: $${made}) { nodes { id } } }`, { [made]: 1 })
    const after = await metrics()
    expect(after).not.toContain(made)
    const series = 'parley_graphql_operations_total{type="query",field="characters"}'
    expect(valueIn(after, series) - valueIn(before, series)).toBeGreaterThanOrEqual(2)
    const faults = 'parley_errors_total{code="GRAPHQL_VALIDATION_FAILED"}'
    expect(valueIn(after, faults) - valueIn(before, faults)).toBe(1)
    const none = 'parley_http_requests_total{route="none",method="GET",status="404"}'
    expect(valueIn(after, none) - valueIn(before, none)).toBe(1)
  })

  it('count a stream and do not measure it: it lasts as long as its client', async () => {
    const streams = async () =>
      valueIn(await metrics(), 'parley_http_requests_total{route="/graphql/stream",method="POST",status="200"}')
    const measured = async () =>
      valueIn(await metrics(), 'parley_http_request_duration_seconds_count{route="/graphql/stream"}')
    const [before, measuredBefore] = [await streams(), await measured()]
    await (
      await fetch(`${app.url}/graphql/stream`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: '{"query":"{ __typename }"}',
      })
    ).text()
    await until('the stream is counted', async () => (await streams()) === before + 1)
    expect(await measured()).toBe(measuredBefore)
    expect(await metrics()).toContain('parley_http_request_duration_seconds_count{route="/metrics"}')
  })

  it('follow a reply from its message to its end', async () => {
    const ada = await app.person('ada')
    const before = await metrics()
    const room = await ada.room()
    await ada.say(room)
    await app.idle()
    const after = await metrics()
    const grown = [
      'parley_generations_total{model="Local",state="COMPLETED"}',
      'parley_first_token_seconds_count{model="Local"}',
      'parley_queue_wait_seconds_count{kind="office"}',
      'parley_database_duration_seconds_count{access="write"}',
      'parley_chat_log_duration_seconds_count{method="append"}',
    ].map((series) => [series, valueIn(after, series) - valueIn(before, series) > 0])
    expect(grown.filter(([, hasGrown]) => hasGrown !== true)).toEqual([])
    for (const state of ['QUEUED', 'RUNNING'])
      expect(valueIn(after, `parley_open_generations{state="${state}"}`)).toBe(0)
  })
})

describe('parley_store_up', () => {
  const up = async (store: string) => valueIn(await metrics(), `parley_store_up{store="${store}"}`)

  it('is 1 for the stores that the process uses, without any request', async () => {
    const stores = ['database', 'images', ...(app.mongodbUrl === undefined ? [] : ['chat_logs'])]
    for (const store of stores) await until(`${store} is checked`, async () => (await up(store)) === 1)
    expect(await metrics()).not.toContain('parley_store_up{store="redis')
  })

  it('is 0 while a store refuses or does not answer, and 1 when it is back', async () => {
    let fails = true
    const gate = new AbortController()
    const answered = once(gate.signal, 'abort')
    const stop = watchStores({
      redis_bus: () => (fails ? Promise.reject(new Error('away')) : Promise.resolve()),
      redis_queue: () => answered,
    })
    for (const store of ['redis_bus', 'redis_queue'])
      await until(`${store} is away`, async () => (await metrics()).includes(`parley_store_up{store="${store}"} 0`))
    fails = false
    gate.abort()
    for (const store of ['redis_bus', 'redis_queue'])
      await until(`${store} is back`, async () => (await up(store)) === 1)
    stop()
  })
})

const defaults = new Registry()
collectDefaultMetrics({ register: defaults })
const known = [registry, defaults].flatMap((each) => each.getMetricsAsArray().map(({ name }) => name))

it('parley_clock_difference_seconds and the log say when a clock deviates and when it agrees again', async () => {
  const { log, events } = eventLog()
  const clock = new ClockWatch('redis', log)
  const difference = async () => valueIn(await metrics(), 'parley_clock_difference_seconds{source="redis"}')
  for (const seconds of [0, 4.9, -4.9]) clock.see(seconds * 1_000)
  expect([await difference(), clock.warnings(), events]).toEqual([-4.9, [], []])
  for (const seconds of [-5, -3_600, -4.5]) clock.see(seconds * 1_000)
  expect([await difference(), events]).toEqual([-4.5, ['clock.deviated']])
  expect(clock.warnings()).toEqual(['The clock of this machine is 5 seconds behind that of Redis'])
  clock.see(3_900)
  expect([await difference(), clock.warnings(), events]).toEqual([3.9, [], ['clock.deviated', 'clock.agreed']])
})

describe('ops/', () => {
  const files = ['ops/grafana', 'ops/prometheus'].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  )

  it.each(files)('%s names metrics that exist', (path) => {
    const named = readFileSync(path, 'utf8').match(/\b(?:parley|nodejs|process)_[a-z0-9_]+/g) ?? []
    const unknown = named.filter((name) => !known.includes(name.replace(/_(?:bucket|sum|count)$/, '')))
    expect(unknown.filter((name) => !known.includes(name))).toEqual([])
    if (!path.endsWith('prometheus.yaml')) expect(named.length).toBeGreaterThan(10)
  })

  it.each(files)('%s selects the job of Parley for metrics that other programs have too', (path) => {
    const foreign = readFileSync(path, 'utf8').match(/\b(?:up|(?:nodejs|process)_[a-z0-9_]+)(?=[{[" ]).{0,16}/g) ?? []
    expect(foreign.filter((each) => !/^\w+\{job=\\?"parley/.test(each))).toEqual([])
  })

  it('has a summary and a description for every alert, and one alert for an instance', () => {
    const { groups } = parse(readFileSync('ops/prometheus/alerts.yaml', 'utf8')) as {
      groups: { rules: { alert: string; expr: string; annotations: object }[] }[]
    }
    const rules = groups.flatMap((group) => group.rules)
    for (const { annotations } of rules) expect(Object.keys(annotations)).toEqual(['summary', 'description'])
    expect(rules.find(({ alert }) => alert === 'ParleyStoreDown')?.expr).toContain('min by (instance, store)')
  })

  it.each(['ParleyStoreDown', 'ParleyClockWrong'])('fires %s within two minutes', (name) => {
    const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1])
    const { groups } = parse(readFileSync('ops/prometheus/alerts.yaml', 'utf8')) as {
      groups: { interval: string; rules: { alert: string; for: string }[] }[]
    }
    const { scrape_configs: scraped } = parse(readFileSync('ops/prometheus/prometheus.yaml', 'utf8')) as {
      scrape_configs: { scrape_interval: string }[]
    }
    const [group] = groups
    const rule = group?.rules.find(({ alert }) => alert === name)
    // the worst case: each look comes just before the state changes
    const evaluation = seconds(group?.interval ?? '')
    const looks = [checkMs / 1_000, answerMs / 1_000, seconds(scraped[0]?.scrape_interval ?? ''), evaluation]
    const worst = [...looks, seconds(rule?.for ?? ''), evaluation].reduce((sum, each) => sum + each)
    expect(worst).toBeLessThan(120)
  })

  it('shows or watches every metric of Parley', () => {
    const text = files.map((path) => readFileSync(path, 'utf8')).join()
    expect(known.filter((name) => name.startsWith('parley_') && !text.includes(name))).toEqual([])
  })
})

it('docs/reference/metrics.md lists every metric with its type and help', async () => {
  const rows = rowsOf(readFileSync('docs/reference/metrics.md', 'utf8')).filter(([name]) => name !== 'metric')
  const listed = rows.map(([name = '', type, , help]) => [name.replaceAll('`', ''), type, help])
  const registered = (await registry.getMetricsAsJSON()).map(({ name, type, help }) => [name, type, help])
  expect(listed.sort()).toEqual(registered.map((row) => row.map(String)).sort())
})
