import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase } from '@parley/testing'
import { RateCountTable } from '../../src/database/tables/rate-limits.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { password, type Person } from '../support/app/person.js'

const minute = 60_000

let now = Date.now()
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ roles: 'app,chatlog', clock: () => now })
})
afterAll(() => app.close())

const emailOf = ({ username }: Person) => `${username}@example.com`
const signIn = (email: string, secret = 'wrong', site = app) =>
  site.stranger().rest('POST', '/api/users/login', { email, password: secret })

async function failTenTimes(email: string, site = app): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) expect(await signIn(email, 'wrong', site)).toMatchObject({ status: 401 })
}

describe('failed logins', () => {
  it('are refused from the eleventh on, even with the right password, until ten minutes after the first', async () => {
    const ada = await app.person('ada')
    await failTenTimes(emailOf(ada))
    now += 9.5 * minute + 1
    const refused = await signIn(emailOf(ada), password)
    expect(refused).toMatchObject({ status: 429, body: { detail: 'Too many requests' } })
    expect(refused.headers.get('retry-after')).toBe('30')
    now += minute / 2
    expect(await signIn(emailOf(ada), password)).toMatchObject({ status: 200 })
  })

  it('are the same for an address without an account', async () => {
    await failTenTimes('nobody@example.com')
    const [refused, again] = [await signIn('nobody@example.com'), await signIn('NOBODY@example.com')]
    expect([refused.status, again.status]).toEqual([429, 429])
  })

  it('are forgotten by a login that succeeds', async () => {
    const ada = await app.person('ada')
    for (let rounds = 0; rounds < 2; rounds += 1) {
      for (let tries = 0; tries < 9; tries += 1) await signIn(emailOf(ada))
      expect(await signIn(emailOf(ada), password)).toMatchObject({ status: 200 })
    }
  })

  it('are counted one by one when a hundred come at once, and ten passwords are checked', async () => {
    const { username } = await app.person('ada')
    const tries = Array.from({ length: 100 }, () => signIn(`${username}@example.com`))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(90)
  })

  it('do not include thirty simultaneous correct ones', async () => {
    const ada = await app.person('ada')
    const tries = await Promise.all(Array.from({ length: 30 }, () => signIn(emailOf(ada), password)))
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

const ofThem = { login: { perAddress: 3 }, register: { perAddress: 5, windowMs: minute } }
const register = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'

describe('the limit of an address', () => {
  let proxied: TestApp
  beforeAll(async () => {
    const env = { RATE_LIMITS: JSON.stringify(ofThem), TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' }
    proxied = await createTestApp({ clock: () => now, env })
  })
  afterAll(() => proxied.close())

  let names = 0
  const account = () => {
    names += 1
    const username = `person${String(names)}`
    return { username, email: `${username}@example.com`, password, eulaAgreed: true, privacyAgreed: true }
  }
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const signInFrom = async (address: string, email = account().email) => {
    const credentials = { email, password: 'wrong' }
    const { status } = await proxied.stranger().rest('POST', '/api/users/login', credentials, from(address))
    return status
  }
  const signInsFrom = async (addresses: string[]) => {
    const statuses: number[] = []
    for (const address of addresses) statuses.push(await signInFrom(address))
    return statuses
  }

  it('counts executed fields, not requests', async () => {
    const inputs = Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`i${String(n)}`, account()]))
    const variables = Object.keys(inputs).map((name) => `$${name}: RegisterInput!`)
    const fields = Object.keys(inputs).map((name) => `a${name}: register(input: $${name}) { account { id } }`)
    const query = `mutation (${variables.join(', ')}) { ${fields.join(' ')} }`
    const send = (body: object) => proxied.stranger().rest('POST', '/graphql', body, from('192.0.2.1'))
    expect((await send({ query, variables: inputs })).text).not.toContain('errors')
    expect((await send({ query: register, variables: { input: account() } })).text).not.toContain('errors')
    const { body } = await send({ query: register, variables: { input: account() } })
    const extensions = { code: 'RATE_LIMITED', retryAfterMs: minute }
    expect(body).toMatchObject({ errors: [{ message: 'Too many requests', extensions }] })
  })

  it('counts all APIs together, and resets with its window', async () => {
    const origin = from('192.0.2.2')
    const overRest = () => proxied.stranger().rest('POST', '/api/users/register', account(), origin)
    const overHttp = () =>
      proxied.stranger().rest('POST', '/graphql', { query: register, variables: { input: account() } }, origin)
    const overSocket = async () => {
      const client = proxied.stranger().socket(origin)
      try {
        return await client.iterate({ query: register, variables: { input: account() } }).next()
      } finally {
        await client.dispose()
      }
    }
    for (const door of [overRest, overHttp, overSocket, overHttp, overSocket]) await door()
    expect(JSON.stringify(await overSocket())).toContain('RATE_LIMITED')
    const refused = await overRest()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    now += minute - 1
    expect((await overRest()).headers.get('retry-after')).toBe('1')
    now += 1
    expect(await overRest()).toMatchObject({ status: 200 })
  })

  it('counts every address of one IPv6 network as one', async () => {
    const near = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2:3:4:5:6']
    expect(await signInsFrom(near)).toEqual([401, 401, 401, 429])
    expect(await signInFrom('2001:db8:1:3::1')).toBe(401)
  })

  it('counts an IPv6 network of /56 as eight addresses, and one of /48 as 32', async () => {
    const limit = 3
    const hex = (number: number) => number.toString(16).padStart(2, '0')
    const site = (network: number) =>
      Array.from({ length: 8 * limit }, (_, host) => `2001:db8:9:${hex(network)}${hex(host)}::1`)
    const all401 = Array.from({ length: 8 * limit }, () => 401)
    for (const network of [1, 2, 3]) expect(await signInsFrom(site(network))).toEqual(all401)
    // the ninth part of a /56 that has used its share, from a new /64
    expect(await signInFrom('2001:db8:9:01ff::1')).toBe(429)
    expect(await signInsFrom(site(4).slice(1))).toEqual(all401.slice(1))
    // the refused one has counted for its /56 alone
    expect(await signInFrom('2001:db8:9:0500::1')).toBe(401)
    expect(await signInFrom('2001:db8:9:0600::1')).toBe(429)
    expect(await signInFrom('2001:db8:a:0600::1')).toBe(401)
  })

  it('reads an IPv4 address that is written as IPv6 as IPv4', async () => {
    const same = ['198.51.100.7', '::ffff:198.51.100.7', '[::ffff:c633:6407]:4711', '198.51.100.7:80']
    expect(await signInsFrom(same)).toEqual([401, 401, 401, 429])
  })

  it('trusts only the forwarded addresses that trusted proxies wrote', async () => {
    const made = ['1.1.1.1, 203.0.113.5', '2.2.2.2,203.0.113.5, 10.1.2.3', 'nonsense, 203.0.113.5', '203.0.113.5']
    expect(await signInsFrom(made)).toEqual([401, 401, 401, 429])
  })

  it('reads the address that a proxy has added as the last of hundreds of headers', async () => {
    const signIn = async (address: string) => {
      const others = Array.from({ length: 245 }, () => ['a', '1']).flat()
      const forwarded = ['x-forwarded-for', address, ...others, 'x-forwarded-for', '203.0.113.77']
      const headers = ['host', new URL(proxied.url).host, 'content-type', 'application/json', ...forwarded]
      const sent = request(`${proxied.url}/api/users/login`, { method: 'POST', agent: false, headers })
      sent.end(JSON.stringify({ email: account().email, password: 'wrong' }))
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
    const statuses: (number | undefined)[] = []
    for (const address of ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4']) statuses.push(await signIn(address))
    expect(statuses).toEqual([401, 401, 401, 429])
  })

  it('ignores the header when no proxy is trusted', async () => {
    const plain = await createTestApp({ env: { RATE_LIMITS: JSON.stringify(ofThem) } })
    try {
      const statuses: number[] = []
      for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) {
        const { email } = account()
        const credentials = { email, password: 'wrong' }
        statuses.push((await plain.stranger().rest('POST', '/api/users/login', credentials, from(address))).status)
      }
      expect(statuses).toEqual([401, 401, 401, 429])
    } finally {
      await plain.close()
    }
  })

  it('counts each request on one connection of a proxy for the client of that request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const sockets = new Set<unknown>()
    const signIn = async (address: string) => {
      const headers = { 'content-type': 'application/json', ...from(address) }
      const sent = request(`${proxied.url}/api/users/login`, { method: 'POST', agent, headers })
      sent.once('socket', (socket) => sockets.add(socket))
      sent.end(JSON.stringify({ email: account().email, password: 'wrong' }))
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      await once(response.resume(), 'end')
      return response.statusCode
    }
    const statuses: unknown[] = []
    for (const last of [31, 31, 31, 31, 32, 31]) statuses.push(await signIn(`192.0.2.${String(last)}`))
    agent.destroy()
    expect(statuses).toEqual([401, 401, 401, 429, 401, 429])
    expect(sockets.size).toBe(1)
  })

  it('does not let a refused address use up an account', async () => {
    const { email } = account()
    const fromOne = await Promise.all(Array.from({ length: 20 }, () => signInFrom('192.0.2.20', email)))
    expect(fromOne.filter((status) => status === 401)).toHaveLength(3)
    const others = ['192.0.2.21', '192.0.2.22', '192.0.2.23'].flatMap((address) => [address, address, address])
    const statuses: number[] = []
    for (const address of others) statuses.push(await signInFrom(address, email))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 429, 429])
  })
})

describe('verification codes', () => {
  let service: Person
  beforeAll(() => {
    service = app.chatLog()
  })
  const send = 'mutation ($input: SendVerificationInput!) { sendVerification(input: $input) { expiresAt } }'

  it('are sent five times to one address in ten minutes, over both APIs', async () => {
    const email = 'frida@example.com'
    const overRest = () =>
      service.rest('POST', '/smtp/send-verification', { email, verification_type: 'password_reset' })
    const overGraphql = () =>
      app.stranger().graphql(send, { input: { email: 'FRIDA@example.com', verificationType: 'PASSWORD_RESET' } })
    for (let sends = 0; sends < 5; sends += 1) {
      if (sends % 2 === 0) expect(await overRest()).toMatchObject({ status: 200 })
      else expect((await overGraphql()).errors).toEqual([])
      now += minute
    }
    const refused = await overRest()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '300'])
    const { errors } = await overGraphql()
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryAfterMs: 5 * minute } }])
  })

  it('are checked ten times for one address in ten minutes', async () => {
    const tries = Array.from({ length: 40 }, () =>
      service.rest('POST', '/smtp/verify-code', { email: 'gerd@example.com', code: '123456' }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })
})

describe('counts', () => {
  it('survive a restart, contain no name, and are swept after their window', async () => {
    const first = await createTestApp({ clock: () => now })
    await failTenTimes('carl@example.com', first)
    await first.stop()
    const { dataDir, databaseUrl } = first
    const second = await createTestApp({ dataDir, databaseUrl, clock: () => now })
    try {
      expect(await signIn('carl@example.com', password, second)).toMatchObject({ status: 429 })
      const { database, sweeper } = second.app
      const rows = () => database.read((db) => db.select(RateCountTable))
      expect(await rows()).toEqual([
        { key: expect.stringMatching(/^login\.perAccount:[\w-]{43}$/), points: 11, expiresAt: now + 10 * minute },
      ])
      now += 10 * minute + 1
      await sweeper.sweep()
      expect(await rows()).toEqual([])
    } finally {
      await second.close()
      await first.close()
    }
  })
})

const database = await createTestDatabase()

;(database ? describe : describe.skip)('two instances on one database', () => {
  it('evaluate ten wrong passwords of a hundred that come at once', async () => {
    const [here, there] = [
      await createTestApp({ databaseUrl: database?.url }),
      await createTestApp({ databaseUrl: database?.url }),
    ]
    try {
      const tries = Array.from({ length: 100 }, (_, n) =>
        signIn('dora@example.com', 'wrong', n % 2 === 0 ? here : there),
      )
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    } finally {
      await there.close()
      await here.close()
      await database?.drop()
    }
  })
})
