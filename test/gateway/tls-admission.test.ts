import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AddressSet } from '../../src/http/addresses/address-set.js'
import { TestFront } from '../support/gateway/front.js'
import { protocols } from '../support/gateway/tls-caller.js'

let front: TestFront
beforeAll(async () => {
  front = await TestFront.open()
})
afterAll(() => front.close())
beforeEach(() => front.reset())

const path = '/office_stream'

describe.each(protocols)('over %s', (protocol) => {
  const spellings = ['/office_stream', '/character_stream', '/docs', '/redoc', '/openapi.json', '/docs/assets/page.js']
    .concat([
      '/OFFICE_Stream',
      '/office_stream/',
      '//docs',
      '/office_stream?a=/health/live',
      '/%64ocs',
      '/%2564ocs',
      '/%252564ocs',
      '/docs%2F',
    ])
    .concat([
      '/./docs',
      '/x/../redoc',
      '/x/%2e%2e/redoc',
      '/docs;a=b',
      '/\\docs',
      '/health/live/../../docs',
      '/docs%20',
      '/redoc/%00',
    ])
  it.each(spellings)('%s is not for every address', async (spelling) => {
    const headers = { 'x-forwarded-for': '192.0.2.7' }
    const answer = await front.ask(protocol, { path: spelling, headers })
    expect(answer).toMatchObject({ status: 403, body: { detail: 'Unauthorized IP address: 192.0.2.7' } })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    expect(front.service.seen).toEqual([])
  })

  it.each(['/', '/docsx', '/office', '/.well-known/acme-challenge/', '/.well-known/acme-challenge/a.b', '/health'])(
    '%s is 404 for clients that are not allowed, whatever the service has there',
    async (other) => {
      const answer = await front.ask(protocol, { path: other, headers: { 'x-forwarded-for': '192.0.2.7' } })
      expect(answer).toMatchObject({ status: 404, body: { detail: 'Not found' } })
      expect(front.service.seen).toEqual([])
    },
  )

  const encodings = [3, 8, 2_000].map((depth) => [depth, `/%${'25'.repeat(depth)}64ocs`] as const)
  it.each(encodings)('a path that is encoded %i times is not decoded completely', async (_depth, deep) => {
    const answer = await front.ask(protocol, { path: deep, headers: { 'x-forwarded-for': '192.0.2.7' } })
    expect(answer).toMatchObject({ status: 404, body: { detail: 'Not found' } })
    expect(front.service.seen).toEqual([])
  })

  it.each(['/health/live', '/health/ready?x', '/.well-known/acme-challenge/a_B-9', '/.well-known/acme-challenge/x?y'])(
    '%s is for every address',
    async (open) => {
      expect((await front.ask(protocol, { path: open, headers: { 'x-forwarded-for': '192.0.2.7' } })).status).toBe(200)
      expect(front.service.last.url).toBe(open)
      expect(front.service.last.headers['x-forwarded-for']).toBe('192.0.2.7')
    },
  )

  it.each(['Googlebot/2.1', 'x SPIDER y'])(
    '%s is refused as an agent on any path, the address first',
    async (agent) => {
      const headers = { 'user-agent': agent }
      for (const any of [path, '/health/live', '/.well-known/acme-challenge/a', '/nothing'])
        expect(await front.ask(protocol, { path: any, headers })).toMatchObject({
          status: 403,
          body: { detail: 'Bot access is not allowed' },
        })
      const both = { ...headers, 'x-forwarded-for': '192.0.2.7' }
      expect((await front.ask(protocol, { path, headers: both })).text).toContain('Unauthorized IP address')
      expect(front.service.seen).toEqual([])
    },
  )

  it('pages of other sites are refused, unlike those of this site and of allowed origins', async () => {
    const post = (origin: string) => front.ask(protocol, { path, method: 'POST', headers: { origin }, body: '{}' })
    expect((await post('https://evil.example')).status).toBe(403)
    expect((await post('null')).status).toBe(403)
    expect((await post('https://friend.example')).status).toBe(200)
    expect((await post(`https://127.0.0.1:${String(front.port)}`)).status).toBe(200)
    expect((await front.ask(protocol, { path: '/docs', headers: { origin: 'https://evil.example' } })).status).toBe(200)
  })
})

describe('the allowed addresses', () => {
  const rows: [entries: string[], address: string, isIn: boolean][] = [
    [['10.0.0.0/8'], '10.255.0.1', true],
    [['10.0.0.0/8'], '11.0.0.1', false],
    [['10.0.0.5/8'], '10.1.1.1', true],
    [['10.0.0.0/8'], '::ffff:10.0.0.1', true],
    [['10.0.0.0/8'], '::ffff:a00:1', true],
    [['10.0.0.0/8'], '::FFFF:0A00:0001', true],
    [['10.0.0.0/8'], '::10.0.0.1', false],
    [['::ffff:10.0.0.0/104'], '10.9.9.9', true],
    [['::ffff:a00:0/104'], '10.9.9.9', true],
    [['::ffff:10.0.0.0/104'], '11.9.9.9', false],
    [['::ffff:192.0.2.1'], '192.0.2.1', true],
    [['192.0.2.1'], '::ffff:192.0.2.1', true],
    [['::ffff:0:0/96'], '203.0.113.9', true],
    [['::ffff:0:0/96'], '::1', false],
    [['::/0'], '203.0.113.9', false],
    [['::/0'], '::ffff:203.0.113.9', false],
    [['::ffff:10.0.0.0/60'], '10.0.0.1', false],
    [['::/0'], '2001:db8::1', true],
    [['0.0.0.0/0'], '203.0.113.9', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['2001:db8::/33'], '2001:db8:7fff::1', true],
    [['2001:db8::/33'], '2001:db8:8000::1', false],
    [['2001:DB8:0:0::1'], '2001:db8::1', true],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['fe80::1'], 'fe80::1%2', true],
    [['fe80::1'], 'fe80::2%1', false],
    [['10.0.0.1/32', '::1/128'], '::1', true],
    [['10.0.0.1/32', '::1/128'], '10.0.0.1', true],
    [['10.0.0.1/32', '::1/128'], '10.0.0.2', false],
    [[], '127.0.0.1', false],
    [['0.0.0.0/0', '::/0'], 'nonsense', false],
    [['0.0.0.0/0', '::/0'], '', false],
  ]
  it.each(rows)('of %j: %s, %p', (entries, address, isIn) => {
    expect(new AddressSet(entries).has(address)).toBe(isIn)
  })

  it("are compared with the socket's address, unless the peer is a trusted proxy", async () => {
    const strict = await TestFront.open({
      trustedProxies: new AddressSet(['127.0.0.9']),
      allowed: new AddressSet(['127.0.0.1']),
    })
    const ask = (from: string, forwarded: string) =>
      strict
        .ask('h2', { path, from, headers: { 'x-forwarded-for': forwarded } })
        .then(({ status, text }) => `${status} ${text}`)
    expect(await ask('127.0.0.2', '127.0.0.1')).toBe('403 {"detail":"Unauthorized IP address: 127.0.0.2"}')
    expect(await ask('127.0.0.1', '192.0.2.7')).toMatch(/^200/)
    expect(strict.service.last.headers['x-forwarded-for']).toBe('127.0.0.1')
    expect(await ask('127.0.0.9', '127.0.0.1')).toMatch(/^200/)
    expect(await ask('127.0.0.9', '127.0.0.1, ::ffff:192.0.2.7')).toContain('Unauthorized IP address: 192.0.2.7"')
    expect(await ask('127.0.0.9', '127.0.0.1, [2001:db8::1%eth0]:99')).toContain('address: 2001:db8::1"')
    expect(await ask('127.0.0.9', 'nonsense')).toContain('address: 127.0.0.9"')
    await strict.close()
  })

  it('are compared as IPv4 even on an IPv6 socket', async () => {
    const dual = await TestFront.open({
      host: '::',
      trustedProxies: new AddressSet([]),
      allowed: new AddressSet(['127.0.0.1']),
    })
    expect((await dual.ask('h2', { path })).status).toBe(200)
    expect((await dual.ask('http/1.1', { path, from: '127.0.0.3' })).text).toContain('address: 127.0.0.3"')
    const over6 = { path, to: '::1' }
    expect((await dual.ask('h2', over6)).text).toContain('address: ::1"')
    await dual.close()
  })
})
