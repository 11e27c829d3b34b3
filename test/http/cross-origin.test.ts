import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import WebSocket from 'ws'
import type { Logger } from '@parley/runtime'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { internalRoles, InternalServices } from '../support/http/internal-services.js'
import { ToyFacade } from '../support/http/toy-facade.js'

/** The preflight request of a browser for a page of `origin`. */
const preflight = (url: string, origin: string, headers = 'authorization,content-type') =>
  fetch(url, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': headers },
  })

/** What usual clients add to requests: Apollo Client, OpenAI's clients, tracing libraries, frameworks. */
const usualHeaders = [
  ...['authorization', 'content-type', 'idempotency-key', 'last-event-id', 'x-request-id', 'x-api-key'],
  ...['x-requested-with', 'cache-control', 'pragma', 'traceparent', 'tracestate', 'baggage', 'sentry-trace'],
  ...['apollo-require-preflight', 'graphql-require-preflight', 'x-apollo-operation-name', 'x-apollo-operation-id'],
  ...['apollographql-client-name', 'apollographql-client-version'],
  ...['openai-organization', 'openai-project', 'openai-beta', 'x-stainless-lang', 'x-stainless-retry-count'],
]

const allowedHeaders = (headers: Headers) =>
  headers.get('access-control-allow-headers')?.toLowerCase().split(', ') ?? []

const readableBy = async (url: string, origin: string, headers: Record<string, string> = {}) =>
  (await fetch(url, { headers: { origin, ...headers } })).headers.get('access-control-allow-origin')

const socketFrom = (url: string, origin: string) =>
  new Promise<string>((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { origin })
    socket.once('open', () => resolve('open'))
    socket.once('open', () => socket.terminate())
    socket.once('error', ({ message }) => resolve(message))
  })

/** An app, with its log lines of refused origins. */
async function logged(env: Readonly<Record<string, string>>) {
  const lines: { readonly event: string; readonly fields: object }[] = []
  const take = (fields: object, event: string) => void lines.push({ fields, event })
  const log: Logger = { debug: take, info: take, warn: take, error: take }
  const app = await createTestApp({ roles: 'app,chatlog', env, log })
  const refused = () => lines.filter(({ event }) => event === 'origin.refused').map(({ fields }) => fields)
  return { app, refused }
}

const local = [
  'http://localhost:5173',
  'http://localhost',
  'http://127.0.0.1:3000',
  'http://[::1]:65535',
  'https://localhost:8443',
]
const foreign = [
  'https://evil.example',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example:5173',
  'http://192.168.0.7:5173',
  'http://0.0.0.0:5173',
  'null',
  'file://',
  'chrome-extension://localhost',
]

describe('without CORS_ORIGINS, in development', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  it.each(local)('a page of %s may read answers, send preflights, and open sockets', async (origin) => {
    expect(await readableBy(`${app.url}/api/characters`, origin)).toBe(origin)
    const { status, headers } = await preflight(`${app.url}/graphql`, origin)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, origin])
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('vary')).toContain('Origin')
    expect(await socketFrom(app.url, origin)).toBe('open')
  })

  it.each(foreign)('a page of %s may not', async (origin) => {
    expect(await readableBy(`${app.url}/api/characters`, origin)).toBeNull()
    const { headers } = await preflight(`${app.url}/graphql`, origin)
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('access-control-allow-headers')).toBeNull()
    expect(await socketFrom(app.url, origin)).toBe('Unexpected server response: 403')
  })

  it.each(['/graphql', '/graphql/stream', '/api/characters', '/v1/chat/completions'])(
    'the headers of usual clients are allowed at %s, and every other one',
    async (path) => {
      const { headers } = await preflight(app.url + path, 'http://localhost:5173')
      expect(allowedHeaders(headers)).toEqual(expect.arrayContaining([...usualHeaders, '*']))
    },
  )

  it('no answer sets a cookie, and a token in a cookie is ignored', async () => {
    const ada = await app.person('ada')
    const me = { query: '{ me { id } }' }
    const cookie = `token=${ada.token ?? ''}; authorization=Bearer ${ada.token ?? ''}`
    const answer = await app.stranger().rest('POST', '/graphql', me, { cookie })
    expect(answer.body).toEqual({ data: { me: null } })
    const credentials = { email: `${ada.username}@example.com`, password: 'correct horse battery' }
    const login = await app.stranger().rest('POST', '/api/users/login', credentials)
    expect([login.status, login.headers.getSetCookie(), answer.headers.getSetCookie()]).toEqual([200, [], []])
  })
})

describe('in production', () => {
  it('no other origin is allowed unless it is configured, and a refused page is logged once', async () => {
    const { app, refused } = await logged({ NODE_ENV: 'production' })
    const [one, other] = ['http://localhost:5173', 'https://chat.example']
    for (const origin of [one, other, one, one]) {
      const { headers } = await preflight(`${app.url}/graphql`, origin)
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
    // a read without a preflight, and the service's own page
    await readableBy(`${app.url}/graphql`, 'https://reader.example')
    await fetch(`${app.url}/graphql`, { method: 'POST', headers: { origin: app.url } })
    // a socket needs no preflight either
    for (const origin of [other, 'https://listener.example', app.url]) await socketFrom(app.url, origin)
    expect(refused()).toEqual(
      [one, other, 'https://reader.example', 'https://listener.example'].map((origin) => ({
        origin,
        setting: 'CORS_ORIGINS',
      })),
    )
    await app.close()
  })

  it('an internal listener without SERVICE_TOKEN names that setting too', async () => {
    const { app, refused } = await logged({ CORS_ORIGINS: 'https://chat.example' })
    await preflight(`http://127.0.0.1:${String(app.portOf('chatlog'))}/doclog/office/create`, 'https://chat.example')
    expect(refused()).toEqual([{ origin: 'https://chat.example', setting: 'SERVICE_TOKEN, CORS_ORIGINS' }])
    await app.close()
  })
})

describe('the log of refused origins', () => {
  it('leaves out the scripts of its own pages, which have an Origin', async () => {
    const { app, refused } = await logged({})
    const own = `http://127.0.0.1:${String(app.portOf('chatlog'))}`
    for (const origin of [own, 'http://127.0.0.1:1']) await fetch(`${own}/health/live`, { headers: { origin } })
    expect(refused()).toMatchObject([{ origin: 'http://127.0.0.1:1' }])
    await app.close()
  })

  it('remembers the hundred newest origins, cut to 200 characters', async () => {
    const toy = new ToyFacade()
    await toy.open()
    const refused = () => toy.lines.filter(({ event }) => event === 'origin.refused').length
    const send = (origin: string) => preflight(toy.url('/api/notes'), origin)
    for (let n = 0; n < 100; n += 1) await send(`https://page${String(n)}.example`)
    expect(refused()).toBe(100)
    // used again, so that it outlives the next one
    await send('https://page0.example')
    await send('https://one-more.example')
    await send('https://page0.example')
    expect(refused()).toBe(101)
    await send('https://page1.example')
    expect(refused()).toBe(102)
    await send(`https://${'x'.repeat(10_000)}`)
    expect(JSON.stringify(toy.lines.filter(({ event }) => event === 'origin.refused').at(-1)).length).toBeLessThan(300)
    await toy.close()
  })
})

describe('CORS_ORIGINS=*', () => {
  it('allows every page to read answers and open sockets, without credentials', async () => {
    const app = await createTestApp({ env: { CORS_ORIGINS: '*', NODE_ENV: 'production' } })
    for (const origin of ['https://evil.example', 'http://localhost:5173', 'null']) {
      expect(await readableBy(`${app.url}/api/characters`, origin)).toBe('*')
      const { status, headers } = await preflight(`${app.url}/graphql`, origin)
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(await socketFrom(app.url, origin)).toBe('open')
    }
    await app.close()
  })
})

/** An upgrade with these headers, as a proxy may send them. */
const socketWith = (app: TestApp, headers: Record<string, string>) =>
  new Promise<string>((resolve) => {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
    socket.once('open', () => resolve('open'))
    socket.once('open', () => socket.terminate())
    socket.once('error', ({ message }) => resolve(message))
  })

describe('a page of the service itself, behind a proxy', () => {
  const refusal = 'Unexpected server response: 403'

  it.each([
    ['https://chat.example', 'chat.example'],
    ['https://chat.example', 'chat.example:443'],
    ['https://chat.example', 'CHAT.example'],
    ['https://Chat.Example:443', 'chat.example'],
    ['http://chat.example', 'chat.example:80'],
    ['http://chat.example:8080', 'Chat.example:8080'],
    ['http://[2001:db8::7]:8080', '[2001:DB8:0:0:0:0:0:7]:8080'],
  ])('of origin %s may open sockets with the Host %s', async (origin, host) => {
    const { app, refused } = await logged({ NODE_ENV: 'production' })
    expect(await socketWith(app, { origin, host })).toBe('open')
    await app.close()
    expect(refused()).toEqual([])
  })

  it.each([
    ['https://chat.example', 'chat.example:80'],
    ['https://chat.example', 'chat.example:8443'],
    ['https://chat.example', 'chat.example.evil.example'],
    ['https://evil.example', 'chat.example'],
    ['null', 'null'],
    ['https://chat.example', '127.0.0.1:8080'],
  ])('of origin %s is another one for the Host %s', async (origin, host) => {
    const { app } = await logged({ NODE_ENV: 'production' })
    expect(await socketWith(app, { origin, host })).toBe(refusal)
    await app.close()
  })

  it('is one of PUBLIC_URL whatever Host the proxy sends, at every door and in any spelling', async () => {
    const { app, refused } = await logged({ NODE_ENV: 'production', PUBLIC_URL: 'https://Chat.example:443' })
    const own = 'https://chat.example'
    for (const origin of [own, 'https://CHAT.example:443']) {
      for (const host of ['127.0.0.1:8080', 'parley', '[::1]:8080', 'chat.example:443', 'CHAT.EXAMPLE'])
        expect([host, await socketWith(app, { origin, host })]).toEqual([host, 'open'])
      expect(await readableBy(`${app.url}/api/characters`, origin)).toBe(origin)
      expect((await preflight(`${app.url}/graphql`, origin)).status).toBe(204)
    }
    expect(refused()).toEqual([])
    for (const origin of ['http://chat.example', 'https://chat.example:8443', 'https://chat.example.evil.example'])
      expect(await socketWith(app, { origin })).toBe(refusal)
    await app.close()
  })
})

describe('CORS_ORIGINS with the origins of apps', () => {
  const id = 'abcdefghijklmnopabcdefghijklmnop'
  const apps = [
    'capacitor://localhost',
    'ionic://localhost',
    'tauri://localhost',
    'http://tauri.localhost',
    `chrome-extension://${id}`,
    'moz-extension://0f8a4c1e-5c1a-4f0e-9a55-2d2f5f3f6a11',
    'app://obsidian.md',
    'my-app+x.1://host:8100',
  ]

  it('allows answers and sockets of these and of no others', async () => {
    const app = await createTestApp({ env: { NODE_ENV: 'production', CORS_ORIGINS: apps.join(', ') } })
    for (const origin of apps) {
      expect([origin, await readableBy(`${app.url}/api/characters`, origin)]).toEqual([origin, origin])
      expect((await preflight(`${app.url}/v1/chat/completions`, origin)).status).toBe(204)
      expect([origin, await socketFrom(app.url, origin)]).toEqual([origin, 'open'])
    }
    const others = ['capacitor://evil', `chrome-extension://${id.replace('a', 'b')}`, 'tauri://localhost:1', 'null']
    for (const origin of others) {
      expect(await readableBy(`${app.url}/api/characters`, origin)).toBeNull()
      expect(await socketFrom(app.url, origin)).toBe('Unexpected server response: 403')
    }
    await app.close()
  })
})

describe('CORS_ORIGINS with origins', () => {
  it('replaces the default, and keeps it if loopback is listed', async () => {
    const page = 'http://localhost:5173'
    for (const [origins, expected] of [
      ['https://chat.example', null],
      ['https://chat.example, loopback', page],
    ] as const) {
      const app = await createTestApp({ env: { CORS_ORIGINS: origins } })
      expect(await readableBy(`${app.url}/api/characters`, page)).toBe(expected)
      expect(await readableBy(`${app.url}/api/characters`, 'https://chat.example')).toBe('https://chat.example')
      await app.close()
    }
  })
})

describe('internal listeners', () => {
  const friend = 'https://intra.example'
  const token = 'open-sesame-open-sesame-open-sesame'
  const health = (services: InternalServices, role: (typeof internalRoles)[number]) =>
    `${services.url(role)}/health/live`

  it('with SERVICE_TOKEN answer only pages of listed origins', async () => {
    const env = { SERVICE_TOKEN: token, CORS_ORIGINS: `*, loopback, ${friend}` }
    const services = await InternalServices.open(env)
    for (const role of internalRoles) {
      const [url, authorization] = [services.url(role), `Bearer ${token}`]
      const asked = await preflight(`${url}/openapi.json`, friend)
      expect([role, asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([role, 204, friend])
      expect(allowedHeaders(asked.headers)).toEqual(expect.arrayContaining(usualHeaders))
      expect(await readableBy(`${url}/docs`, friend, { authorization })).toBe(friend)
      // the refusal too: the page can read that its token is wrong
      expect(await readableBy(`${url}/docs`, friend)).toBe(friend)
      for (const origin of ['http://localhost:5173', 'https://evil.example', 'null']) {
        const { status, headers } = await preflight(`${url}/openapi.json`, origin)
        expect([role, status, headers.get('access-control-allow-origin')]).toEqual([role, 401, null])
        expect([role, await readableBy(health(services, role), origin, { authorization })]).toEqual([role, null])
      }
    }
    await services.close()
  })

  it('pass an answer of a worker through the gateway with one allowed origin', async () => {
    const services = await InternalServices.open({ SERVICE_TOKEN: token, CORS_ORIGINS: friend })
    const response = await fetch(`${services.url('gateway')}/office/Local`, {
      method: 'POST',
      headers: { origin: friend, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"input_data":"Hello"}',
    })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, friend])
    await services.close()
  })

  it('without SERVICE_TOKEN are readable by no page, whatever is listed', async () => {
    const services = await InternalServices.open({ CORS_ORIGINS: `*, loopback, ${friend}, http://localhost:5173` })
    for (const role of internalRoles)
      for (const origin of [friend, 'http://localhost:5173', 'https://evil.example']) {
        const { headers } = await preflight(`${services.url(role)}/openapi.json`, origin)
        expect([role, headers.get('access-control-allow-origin')]).toEqual([role, null])
        for (const path of ['/health/live', '/openapi.json', '/docs'])
          expect([role, await readableBy(services.url(role) + path, origin)]).toEqual([role, null])
      }
    await services.close()
  })
})
