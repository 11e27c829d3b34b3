import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { TestFront } from '../support/gateway/front.js'
import { protocols } from '../support/gateway/tls-caller.js'

const year = 'max-age=31536000'
const overHttps = { 'x-forwarded-proto': 'https' }

const policyOf = async (url: string, headers: Record<string, string> = {}) =>
  (await fetch(url, { headers })).headers.get('strict-transport-security')

describe('Strict-Transport-Security of the application', () => {
  let app: TestApp | undefined
  const open = async (env: Readonly<Record<string, string>>) => {
    app = await createTestApp({ roles: 'app,chatlog', env })
    return app.url
  }
  afterEach(() => app?.close())

  it('is absent over plain HTTP, whatever a client that is not a proxy sends', async () => {
    const url = await open({ PUBLIC_URL: 'http://chat.example', TRUSTED_PROXIES: '192.0.2.1' })
    for (const path of ['/api/characters', '/health/live', '/graphql?query={__typename}', '/nowhere'])
      for (const headers of [{}, overHttps]) expect(await policyOf(url + path, headers)).toBeNull()
  })

  it('is on every answer of a service whose PUBLIC_URL is HTTPS, without subdomains', async () => {
    const url = await open({ PUBLIC_URL: 'https://chat.example' })
    for (const path of ['/api/characters', '/health/live', '/graphql?query={__typename}', '/nowhere'])
      expect(await policyOf(url + path)).toBe(year)
  })

  it('follows the protocol that a trusted proxy reports', async () => {
    const url = await open({ TRUSTED_PROXIES: '127.0.0.1' })
    const path = `${url}/api/characters`
    expect(await policyOf(path)).toBeNull()
    expect(await policyOf(path, overHttps)).toBe(year)
    expect(await policyOf(path, { 'x-forwarded-proto': 'HTTPS, http' })).toBe(year)
    for (const protocol of ['http', 'http, https', '', 'wss', 'https:'])
      expect([protocol, await policyOf(path, { 'x-forwarded-proto': protocol })]).toEqual([protocol, null])
  })

  it('is absent when a trusted proxy reports plain HTTP, although PUBLIC_URL is HTTPS', async () => {
    const url = await open({ PUBLIC_URL: 'https://chat.example', TRUSTED_PROXIES: '127.0.0.1' })
    expect(await policyOf(`${url}/health/live`, { 'x-forwarded-proto': 'http' })).toBeNull()
    expect(await policyOf(`${url}/health/live`, overHttps)).toBe(year)
    expect(await policyOf(`${url}/health/live`)).toBe(year)
  })

  it('covers subdomains if HSTS_INCLUDE_SUBDOMAINS is set', async () => {
    const url = await open({ PUBLIC_URL: 'https://chat.example', HSTS_INCLUDE_SUBDOMAINS: 'true' })
    expect(await policyOf(`${url}/health/live`)).toBe(`${year}; includeSubDomains`)
  })

  it('is on internal listeners only when a trusted proxy reports HTTPS: PUBLIC_URL is not their address', async () => {
    await open({ PUBLIC_URL: 'https://chat.example', TRUSTED_PROXIES: '127.0.0.1' })
    const health = `http://127.0.0.1:${String(app?.portOf('chatlog'))}/health/live`
    expect(await policyOf(health)).toBeNull()
    expect(await policyOf(health, overHttps)).toBe(year)
  })
})

describe.each(protocols)('Strict-Transport-Security of the TLS listener, over %s', (protocol) => {
  let front: TestFront
  beforeAll(async () => {
    front = await TestFront.open({ transport: { publicUrl: 'http://chat.example:8080', includeSubDomains: false } })
  })
  afterAll(() => front.close())
  const policyFor = async (host: string, headers = {}) => {
    const name = protocol === 'h2' ? ':authority' : 'host'
    const answer = await front.ask(protocol, { path: '/office_stream', headers: { [name]: host, ...headers } })
    return [answer.status, answer.headers['strict-transport-security']]
  }

  it('is on answers and on refusals', async () => {
    expect(await policyFor('ai.example:8443')).toEqual([200, year])
    expect(await policyFor('ai.example:8443', { 'user-agent': 'bot' })).toEqual([403, year])
  })

  it('is absent for the host whose application is served over plain HTTP: it would apply to that port too', async () => {
    for (const host of ['chat.example', 'chat.example:8443', 'CHAT.example:8443', 'chat.example.'])
      expect([host, ...(await policyFor(host))]).toEqual([host, 200, undefined])
    expect(await policyFor('chat.example', { 'user-agent': 'bot' })).toEqual([403, undefined])
  })

  it('is absent while PUBLIC_URL is the default, which does not have the name of the application', async () => {
    const other = await TestFront.open({ transport: { publicUrl: 'http://localhost:8080', includeSubDomains: false } })
    const headers = { [protocol === 'h2' ? ':authority' : 'host']: 'chat.example:8443' }
    const answer = await other.ask(protocol, { path: '/office_stream', headers })
    expect([answer.status, answer.headers['strict-transport-security']]).toEqual([200, undefined])
    await other.close()
  })

  it('is on every answer if the application uses HTTPS too, with subdomains if they are set', async () => {
    const transport = { publicUrl: 'https://chat.example', includeSubDomains: true }
    const other = await TestFront.open({ transport })
    const answer = await other.ask(protocol, {
      path: '/office_stream',
      headers: { [protocol === 'h2' ? ':authority' : 'host']: 'chat.example:8443' },
    })
    expect(answer.headers['strict-transport-security']).toBe(`${year}; includeSubDomains`)
    await other.close()
  })
})
