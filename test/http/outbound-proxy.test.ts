import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { fileOfTag, httpGet, hubSource } from '@parley/engine'
import { createLogger, outboundFetch, proxyFor, useProxies } from '@parley/runtime'
import { openHostedClient } from '../../ai-workers/backends/hosted/hosted-client.js'
import { askServer } from '../../ai-workers/backends/server/server-models.js'
import { readConfig } from '../../src/config/config.js'
import { misspeltSettings } from '../../src/config/misspelt-settings.js'
import { requestProvider } from '../../src/ports/identity-provider/request-provider.js'
import { HttpWebSearch } from '../../src/ports/web-search/http-web-search.js'
import { searxngEngine } from '../../src/ports/web-search/json-engines.js'
import { faultsIn } from '../support/app/config-faults.js'
import { createTestApp } from '../support/app/app.js'
import { openidSettings, clients, redirectUri } from '../support/accounts/social-settings.js'
import { ForwardProxy } from '../support/http/forward-proxy.js'

const noProxies = { http: undefined, https: undefined, exempt: [] }
const log = createLogger('silent')
const signal = AbortSignal.timeout(180_000)

/** Answers each service in the least that its client reads. */
const answers: Readonly<Record<string, object>> = {
  '/v1/chat/completions': {
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  },
  '/who/what/resolve/main/what.gguf': {},
  '/v1/models': { object: 'list', data: [{ id: 'm' }] },
  '/search': { results: [{ url: 'https://found.example/', title: 'Found', content: 'words' }] },
  '/userinfo': { sub: 'one' },
  '/v2/who/what/manifests/Q4': { ggufFile: { rfilename: 'what.gguf' } },
}

let server: Server
let proxy: ForwardProxy
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const body = answers[url.split('?', 1)[0] ?? '']
    response.writeHead(body ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(body ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = await ForwardProxy.open(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`)
})
afterEach(() => {
  useProxies(noProxies)
  proxy.asked.length = 0
  proxy.authorizations.length = 0
})
afterAll(async () => {
  await proxy.close()
  server.closeAllConnections()
  server.close()
})

const through = (settings: Partial<Parameters<typeof useProxies>[0]> = {}) =>
  useProxies({ http: proxy.url, https: proxy.url, exempt: [], ...settings })

/** What reaches each service of an operator, by address. */
const services: Readonly<Record<string, (base: string) => Promise<unknown>>> = {
  'hosted models': async (base) => {
    const client = await openHostedClient({ baseUrl: `${base}/v1`, apiKey: 'k' }, () => undefined)
    const messages = [{ role: 'user' as const, content: 'Hello' }]
    for await (const chunk of await client.chat.completions.create({ model: 'm', messages, stream: true }))
      expect(chunk).toMatchObject({ choices: [{ index: 0 }] })
  },
  'inference servers': (base) => askServer({ baseUrl: `${base}/v1`, model: 'm' }),
  'web search': (base) => new HttpWebSearch({ engine: searxngEngine({ url: base }), log }).search('words', signal),
  'sign-in with another service': (base) => requestProvider(`${base}/userinfo`, { signal }),
  'the model hub': async (base) => {
    await hubSource({ user: 'who', repo: 'what', revision: 'main', path: 'what.gguf' }, { endpoint: base })
    return fileOfTag({ user: 'who', repo: 'what', tag: 'Q4' }, { endpoint: base })
  },
  'downloads of models': async (base) => {
    const { status, body } = await httpGet(`${base}/v1/models`, {}, signal)
    for await (const bytes of body) expect([status, String(bytes)]).toEqual([200, expect.stringContaining('"m"')])
  },
}

describe('HTTP_PROXY and HTTPS_PROXY', () => {
  it.each(Object.keys(services))('lead to %s', async (name) => {
    through()
    const ask = services[name]
    await ask?.('http://service.example')
    expect(new Set(proxy.asked)).toEqual(new Set(['service.example']))
    proxy.asked.length = 0
    await ask?.('https://secure.example').catch(() => undefined)
    expect(new Set(proxy.asked)).toEqual(new Set(['CONNECT secure.example:443']))
  })

  it('send the user of their address to the proxy alone', async () => {
    const url = new URL(proxy.url)
    url.username = 'ada'
    url.password = 'p%40ss'
    through({ http: url.href, https: url.href })
    await httpGet('http://service.example/v1/models', {}, signal).then(({ body }) => text(body))
    await services['web search']?.('http://service.example')
    await httpGet('https://secure.example/', {}, signal).catch(() => undefined)
    const sent = `Basic ${Buffer.from('ada:p@ss').toString('base64')}`
    expect(proxy.authorizations).toEqual([sent, sent, sent])
  })

  it('are obeyed by the application, for the provider of a sign-in', async () => {
    const env = { ...openidSettings('A', clients.basic, { issuer: 'https://id.example' }), HTTPS_PROXY: proxy.url }
    const app = await createTestApp({ env })
    const login = `mutation ($input: SocialLoginInput!) { socialLogin(input: $input) { token } }`
    const input = { provider: 'SOCIAL_A', code: 'c', redirectUri }
    await app.stranger().codes(login, { input })
    expect(new Set(proxy.asked)).toEqual(new Set(['CONNECT id.example:443']))
    await app.close()
  })

  it.each([
    '127.0.0.1',
    'localhost',
    'a.localhost',
    '[::1]',
    '10.1.2.3',
    '192.168.0.7',
    '172.16.0.1',
    '[fd00::1]',
    'vllm',
  ])('never lead to %s, this machine or its network', (host) => {
    through()
    expect(proxyFor(new URL(`http://${host}:8000/v1`))).toBeUndefined()
  })

  it('change nothing for http when only the one for https is set', async () => {
    through({ http: undefined })
    expect(proxyFor(new URL('http://service.example'))).toBeUndefined()
    expect(proxyFor(new URL('https://service.example'))?.href).toBe(`${proxy.url}/`)
    useProxies(noProxies)
    const local = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
    expect((await outboundFetch(`${local}/v1/models`)).status).toBe(200)
    expect(proxy.asked).toEqual([])
  })
})

describe('NO_PROXY', () => {
  it.each([
    ['*', 'https://a.example', true],
    ['a.example', 'https://a.example', true],
    ['A.Example', 'https://a.example', true],
    ['a.example', 'https://b.a.example', true],
    ['.a.example', 'https://b.a.example', true],
    ['*.a.example', 'https://b.a.example', true],
    ['a.example', 'https://ba.example', false],
    ['a.example', 'https://a.example.evil.example', false],
    ['a.example:8443', 'https://a.example:8443', true],
    ['a.example:8443', 'https://a.example', false],
    ['a.example:443', 'https://a.example', true],
    ['203.0.113.7', 'http://203.0.113.7', true],
    ['203.0.113.0/24', 'http://203.0.113.7', true],
    ['203.0.113.0/24', 'http://203.0.114.7', false],
    ['2001:db8::/32', 'http://[2001:db8::7]', true],
    ['[2001:db8::7]:80', 'http://[2001:db8::7]', true],
    ['203.0.113.0/99', 'http://203.0.113.7', false],
    ['', 'https://a.example', false],
  ])('%s: %s is reached without a proxy: %s', (NO_PROXY, url, isDirect) => {
    const { proxies } = readConfig({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, ...(NO_PROXY && { NO_PROXY }) })
    useProxies(proxies)
    expect(proxyFor(new URL(url)) === undefined).toBe(isDirect)
  })
})

describe('the settings', () => {
  it('can be a host alone, and a list with commas and spaces', () => {
    const given = { HTTP_PROXY: 'small.example:3128', NO_PROXY: 'a.example, b.example c' }
    expect(readConfig(given).proxies).toEqual({
      http: 'http://small.example:3128/',
      https: undefined,
      exempt: ['a.example', 'b.example', 'c'],
    })
  })

  it('name what is wrong with one, without its password, and warn of no variable of other programs', () => {
    const said = faultsIn({ HTTPS_PROXY: 'socks5://u:hush@proxy.example:1080' })
    expect(said).toEqual([
      'HTTPS_PROXY: must be http:// or https://, a host and perhaps a port, with user:password@ before it if the proxy asks for them',
    ])
    expect(misspeltSettings({ ALL_PROXY: 'x', ftp_proxy: 'x', https_proxy: 'x', no_proxy: 'x' })).toEqual([])
  })
})
