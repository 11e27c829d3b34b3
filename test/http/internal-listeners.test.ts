import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { internalRoles, InternalServices, openUnchecked, type InternalRole } from '../support/http/internal-services.js'
import { Processes } from '../support/app/processes.js'
import { RawHttp } from '../support/http/raw-http.js'
import { watch } from '../support/app/watch.js'

const token = 'open-sesame-open-sesame-open-sesame'

interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: string
}

/** A request of a local program to each service, with the expected status. */
const questions: Readonly<Record<InternalRole, Asked & { readonly status: number }>> = {
  chatlog: { method: 'POST', path: '/doclog/office/create', body: '{"user_id":"guest1"}', status: 200 },
  admin: { method: 'GET', path: '/api/admin/users/stats', status: 200 },
  gateway: { method: 'POST', path: '/office/Local', body: '{"input_data":"Hello"}', status: 200 },
  legacy: {
    method: 'POST',
    path: '/Roleplay_stream',
    body: '{"input_data":"Hello","character_name":"Bo","greeting":"","context":"","image":"http://localhost:0/thumbnail?id=1"}',
    status: 200,
  },
  office: { method: 'POST', path: '/Local', body: '{"input_data":"Hello"}', status: 200 },
  character: {
    method: 'POST',
    path: '/Local',
    body: '{"input_data":"Hello","character_name":"Bo","greeting":"","context":""}',
    status: 200,
  },
}

async function ask(url: string, { method, path, body = '' }: Asked, headers: Readonly<Record<string, string>> = {}) {
  const connection = new RawHttp(url)
  const json = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
  await connection.head(method, path, {
    Host: 'localhost',
    Connection: 'close',
    ...(body === '' ? {} : json),
    ...headers,
  })
  await connection.send(body)
  return (await connection.answer()).status
}

const codingRefused = '{"detail":"Bad request","message":"The only transfer coding is chunked"}'

describe('an internal listener on the loopback', () => {
  let services: InternalServices
  beforeAll(async () => {
    services = await InternalServices.open({})
  })
  afterAll(() => services.close())

  describe.each(internalRoles)('of the role %s', (role) => {
    const { status, ...question } = questions[role]
    const statusWith = (headers: Readonly<Record<string, string>>) => ask(services.url(role), question, headers)

    it.each([
      ['nothing', {}],
      ['a credential that nobody asked for', { Authorization: 'Bearer nonsense' }],
      ['an IPv4 name', { Host: '127.0.0.1:8000' }],
      ['an IPv6 name', { Host: '[::1]:8000' }],
      ['an IPv4 name in IPv6', { Host: '[::ffff:7f00:1]:8000' }],
      ['a name under localhost', { Host: 'parley.localhost:8000' }],
      ['a page of this machine', { Origin: 'http://localhost:3000' }],
    ])('answers a request that brings %s', async (_, headers) => {
      expect(await statusWith(headers)).toBe(status)
    })

    it.each(['gzip, chunked', 'gzip,chunked'])('does not read a body of the transfer coding %s', async (coding) => {
      const connection = new RawHttp(services.url(role))
      const { method, path, body = '' } = question
      const headers = { Host: 'localhost', 'Content-Type': 'application/json', 'Transfer-Encoding': coding }
      await connection.head(method, path, headers)
      // plain text, as a server would see it that decodes only the chunks
      await connection.send(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
      const answer = await connection.answer()
      expect([answer.status, answer.text]).toEqual([400, codingRefused])
      expect(answer.headers).toMatch(/^connection: close$/im)
    })

    it.each([
      ['the name of a foreign site', { Host: 'evil.example' }],
      ['a name that begins like a local one', { Host: '127.0.0.1.evil.example' }],
      ['an empty name', { Host: '' }],
      ['a page of a foreign site', { Origin: 'https://evil.example' }],
      ['a page without an origin of its own', { Origin: 'null' }],
      ['an origin that begins like a local one', { Origin: 'http://localhost.evil.example' }],
    ])('refuses a request that brings %s', async (_, headers) => {
      expect(await statusWith(headers)).toBe(403)
      const url = services.url(role)
      const [unknown, health] = ['/nothing', '/health/live'].map((path) => ask(url, { method: 'GET', path }, headers))
      expect([await unknown, await health]).toEqual([403, 200])
    })
  })

  it('is reached by the application, which generates its replies there', async () => {
    const ada = await services.app.person('ada')
    expect((await watch(ada, await ada.say(await ada.room('chat')))).at(-1)).toMatchObject({ status: 'COMPLETED' })
  })
})

describe('an internal listener on another address', () => {
  let services: InternalServices
  beforeAll(async () => {
    const env = { INTERNAL_HOST: '0.0.0.0', SERVICE_TOKEN: token, API_LINE: '0.4' }
    services = await InternalServices.open(env)
  })
  afterAll(() => services.close())

  describe.each(internalRoles)('of the role %s', (role) => {
    const { status, ...question } = questions[role]

    it('answers every client with the service token, by any name', async () => {
      const headers = {
        Authorization: `Bearer ${token}`,
        Host: 'parley-internal:8000',
        Origin: 'https://intra.example',
      }
      expect(await ask(services.url(role), question, headers)).toBe(status)
    })

    it.each<[name: string, asked: Asked, headers?: Readonly<Record<string, string>>]>([
      ['what it answers', question],
      ['what it answers, with another token', question, { Authorization: 'Bearer nonsense' }],
      ['what it answers, with the bare token', question, { Authorization: token }],
      ['its document', { method: 'GET', path: '/openapi.json' }],
      ['its documents page', { method: 'GET', path: '/docs' }],
      ['an unknown path', { method: 'GET', path: '/nothing' }],
      ['a path that begins like health', { method: 'GET', path: '/healthy' }],
      ['its options', { method: 'OPTIONS', path: question.path }],
      [
        'its options for a page',
        { method: 'OPTIONS', path: question.path },
        { 'Access-Control-Request-Method': 'POST' },
      ],
      ['a whole URL', { method: 'GET', path: `http://localhost${question.path}` }],
      ['an offer to upgrade', { ...question, body: '' }, { Connection: 'Upgrade, close', Upgrade: 'websocket' }],
      ['what takes other tokens too, its options', { method: 'OPTIONS', path: '/sqldb/tables' }],
      ['a body that is no JSON', { ...question, method: 'POST', body: '{' }],
    ])('refuses %s without it', async (_, asked, headers = {}) => {
      expect(await ask(services.url(role), asked, headers)).toBe(401)
    })

    it('keeps health open', async () => {
      const paths = ['/health/live', '/health/ready']
      expect(await Promise.all(paths.map((path) => ask(services.url(role), { method: 'GET', path })))).toEqual([
        200, 200,
      ])
    })
  })

  it('accepts an administrator’s token only at the admin service', async () => {
    const [administrator, ada] = [await services.app.admin(), await services.app.person('ada')]
    for (const role of internalRoles) {
      const { status, ...question } = questions[role]
      const statusOf = (sent = '') => ask(services.url(role), question, { Authorization: `Bearer ${sent}` })
      const expected = role === 'admin' ? [status, 403] : [401, 401]
      expect([role, await statusOf(administrator.token), await statusOf(ada.token)]).toEqual([role, ...expected])
    }
  })

  it('is reached by the application, which generates its replies there', async () => {
    const ada = await services.app.person('ada')
    expect((await watch(ada, await ada.say(await ada.room('office')))).at(-1)).toMatchObject({ status: 'COMPLETED' })
  })

  it('is not opened without a service token: exit code 78, one sentence', async () => {
    const processes = await Processes.create()
    try {
      const ends = await Promise.all(
        ['app,chatlog,admin,gateway', 'office'].map((ROLES) =>
          processes.run('main/main.ts', { env: { ROLES, INTERNAL_HOST: '0.0.0.0' } }),
        ),
      )
      for (const { code, output } of ends) {
        expect(code).toBe(78)
        const { faults } = JSON.parse(output) as { faults: string[] }
        expect(faults).toEqual(['INTERNAL_HOST: is not a loopback address, which needs SERVICE_TOKEN to be set'])
      }
    } finally {
      await processes.close()
    }
  })

  it('is closed again when its name resolves to other machines too', async () => {
    await expect(openUnchecked('0.0.0.0')).rejects.toThrow('INTERNAL_HOST')
    const local = await openUnchecked('localhost')
    await local.close()
  })
})
