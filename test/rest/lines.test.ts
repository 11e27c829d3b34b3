import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { lineFacts, type LineFactName } from '../../rest-facade/contract/lines.js'
import { apiLines } from '../../src/limits.js'
import { TermsAgreementTable, UserTable } from '../../src/database/tables/users.js'
import { createTestApp } from '../support/app/app.js'
import { documentedFacts } from '../support/rest/line-documents.js'
import { LineSites } from '../support/rest/line-sites.js'
import { lineProbes } from '../support/rest/line-probes.js'
import { LogRoom } from '../support/rooms/log-room.js'
import { at, ChatLogCaller, password, Person } from '../support/app/person.js'

let sites: LineSites
beforeAll(async () => {
  sites = await LineSites.open()
})
afterAll(() => sites.close())
beforeEach(() => {
  sites.images.asked.length = 0
})

const facts = Object.entries(lineProbes) as [LineFactName, (typeof lineProbes)[LineFactName]][]
const unauthorized = { status: 401, body: { detail: 'Unauthorized', message: 'Invalid or expired token' } }
const forbidden = { status: 403, body: { detail: 'Forbidden' } }
const notFound = { status: 404, text: '{"detail":"Not found"}' }
const account = (name: string) => ({ username: name, email: `${name}@example.com`, password })

describe.each(facts)('%s', (fact, { lines, holds }) => {
  it.each(apiLines)('in line %s', async (line) => {
    expect(await holds(sites.of(line), (id) => sites.images.url(id))).toBe(lines.includes(line))
  })

  it.each(apiLines)('in the documents of line %s', (line) => {
    expect(documentedFacts[fact](sites.of(line).documents)).toBe(lines.includes(line))
  })

  it('is a row of docs/reference/lines.md', () => {
    expect(readFileSync('docs/reference/lines.md', 'utf8')).toContain(lineFacts[fact].subject)
  })
})

describe.each(apiLines)('line %s', (line) => {
  it('accepts texts of the length that every line accepts', async () => {
    const { service, ada } = sites.of(line)
    for (const folder of ['/doclog/office', '/doclog/chatbot']) {
      const room = await LogRoom.create(service, folder, '🚀'.repeat(50))
      const image = { img_url: sites.images.url('there') }
      expect((await room.save({ output_data: '🚀'.repeat(500), ...image })).status).toBe(200)
      expect((await room.load()).status).toBe(200)
    }
    expect((await LogRoom.create(service, '/doclog/office', 'sixsix')).id).toBeTruthy()
    expect((await ada.rest('POST', '/api/characters', { name: '🚀'.repeat(30) })).status).toBe(200)
  })

  it('reads the same schema over GraphQL', async () => {
    const { ada } = sites.of(line)
    const create = 'mutation ($name: String!) { createCharacter(input: { name: $name }) { character { name } } }'
    const name = 'x'.repeat(100)
    expect(await ada.data(create, { name })).toEqual({ createCharacter: { character: { name } } })
  })
})

describe('the users of the 0.1 line', () => {
  it('are listed for administrators, without passwords', async () => {
    const { app, ada, admin } = sites.of('0.1')
    expect(await app.stranger().rest('GET', '/api/users')).toMatchObject(unauthorized)
    expect(await ada.rest('GET', '/api/users')).toMatchObject(forbidden)
    const { status, body, text } = await admin.rest('GET', '/api/users')
    expect(status).toBe(200)
    expect(body).toContainEqual({
      id: Number(ada.id),
      username: ada.username,
      email: `${ada.username}@example.com`,
      profileImageUrl: null,
      membershipType: 'BASIC',
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(text).not.toMatch(/password|argon2/)
  })

  it('are returned in pages when a limit is sent', async () => {
    const { admin } = sites.of('0.1')
    const first = await admin.rest('GET', '/api/users?limit=1')
    expect(first.body).toHaveLength(1)
    const [, next = ''] = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
    const second = await admin.rest('GET', next)
    expect(second.body).toHaveLength(1)
    expect(second.body).not.toEqual(first.body)
  })

  it('are created by POST with the rules of register', async () => {
    const { app } = sites.of('0.1')
    const create = (body: object) => app.stranger().rest('POST', '/api/users', body)
    const { status, body } = await create(account('maria'))
    expect([status, Object.keys(body as object)]).toEqual([200, ['id', 'username', 'email', 'created_at']])
    expect((await create(account('MARIA'))).status).toBe(400)
    expect((await create({ ...account('short'), password: 'short' })).status).toBe(422)
    expect((await app.stranger().rest('DELETE', '/api/users')).status).toBe(405)
  })
})

describe('the tables of the 0.4 line', () => {
  const paths = ['/sqldb/tables', '/sqldb/users']

  it.each(paths)('%s requires a credential, even on the loopback', async (path) => {
    const { service, ada } = sites.of('0.4')
    expect(await service.rest('GET', path)).toMatchObject(unauthorized)
    expect(await new ChatLogCaller(service.url, '', '', ada.token).rest('GET', path)).toMatchObject(forbidden)
    expect((await service.rest('POST', path)).status).toBe(405)
  })

  it('are shown to administrators, without passwords', async () => {
    const { ada, adminThere } = sites.of('0.4')
    const tables = await adminThere.rest('GET', '/sqldb/tables')
    expect(tables.body).toEqual({ Tables: expect.arrayContaining(['characters', 'rooms', 'users']) })
    const { body, text } = await adminThere.rest('GET', '/sqldb/users')
    const { Users: users } = body as { Users: unknown[] }
    expect(users).toContainEqual({
      id: Number(ada.id),
      username: ada.username,
      email: `${ada.username}@example.com`,
      membership_type: 'BASIC',
      email_verified: false,
      profile_image_url: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    expect(text).not.toMatch(/password|argon2/)
  })

  it('are shown to clients with the service token, if one is set, and still to administrators', async () => {
    const env = { API_LINE: '0.4', SERVICE_TOKEN: 'open-sesame'.repeat(3) }
    const closed = await createTestApp({ roles: 'app,chatlog', env })
    try {
      const [ada, admin] = [await closed.person('ada'), await closed.admin()]
      const { url } = closed.chatLog()
      const callers = { guest: undefined, ada: ada.token, admin: admin.token, service: env.SERVICE_TOKEN }
      const answers = Object.entries(callers).map(async ([name, token]) => {
        const { status } = await new ChatLogCaller(url, '', '', token).rest('GET', '/sqldb/users')
        return [name, status] as const
      })
      expect(Object.fromEntries(await Promise.all(answers))).toEqual({
        guest: 401,
        ada: 403,
        admin: 200,
        service: 200,
      })
      // an administrator's token is accepted for nothing else on this listener
      const create = await new ChatLogCaller(url, '', '', admin.token).rest('POST', '/doclog/office/create', {
        user_id: 'guest',
      })
      expect(create.status).toBe(401)
    } finally {
      await closed.close()
    }
  })

  it('are 404 like any unknown path in another line, for every caller', async () => {
    const { service, adminThere } = sites.of('0.5')
    for (const path of paths)
      for (const caller of [service, adminThere]) expect(await caller.rest('GET', path)).toMatchObject(notFound)
  })
})

describe('an account without terms', () => {
  const termsOf = async (line: '0.2' | '1.1', body: object) => {
    const { app } = sites.of(line)
    const { status, body: made } = await app.stranger().rest('POST', '/api/users/register', body)
    if (status !== 200) return status
    const { id } = made as { id: number }
    return app.app.database.read((db) => db.select(TermsAgreementTable, { userId: id }))
  }

  it('has no terms record', async () => {
    expect(await termsOf('0.2', account('terms1'))).toEqual([])
  })

  it('differs from one that agrees or refuses, in every line', async () => {
    const agreed = { eulaAgreed: true, privacyAgreed: true }
    const record = [{ ...agreed, marketingAgreed: false }]
    expect(await termsOf('0.2', { ...account('terms2'), ...agreed })).toMatchObject(record)
    expect(await termsOf('1.1', { ...account('terms3'), ...agreed })).toMatchObject(record)
    expect(await termsOf('0.2', { ...account('terms4'), ...agreed, eulaAgreed: false })).toBe(400)
    expect(await termsOf('0.2', { ...account('terms5'), eulaAgreed: true })).toBe(422)
  })

  it('reports missing terms where they are required, over GraphQL too', async () => {
    const document = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
    const input = { ...account('terms6'), eulaAgreed: false }
    const { errors } = await sites.of('1.1').app.stranger().graphql(document, { input })
    expect(errors[0]?.extensions.fields).toMatchObject([
      { path: ['input', 'eulaAgreed'], rule: 'must_agree' },
      { path: ['input', 'privacyAgreed'], rule: 'required' },
    ])
  })
})

describe('a userid of the 0.3 line', () => {
  const register = (body: object) => sites.of('0.3').app.stranger().rest('POST', '/api/users/register', body)
  const found = async (userid: string) => {
    const { body } = await sites.of('0.3').app.stranger().rest('GET', `/api/characters?userid=${userid}`)
    return (body as { name: string }[]).map(({ name }) => name)
  }

  it('finds the characters of its account, in any case, like the username', async () => {
    const { app } = sites.of('0.3')
    expect((await register({ ...account('olga'), userid: 'Olga_1' })).status).toBe(200)
    const { body } = await app.stranger().rest('POST', '/api/users/login', account('olga'))
    const olga = new Person(app.url, '', '', at(body, 'token'))
    await olga.rest('POST', '/api/characters', { character_name: 'Sailor', accesslevel: true })
    await olga.rest('POST', '/api/characters', { character_name: 'Secret', accesslevel: false })
    for (const name of ['Olga_1', 'olga_1', 'OLGA']) expect(await found(name)).toEqual(['Sailor'])
    expect(await olga.data('{ me { username handle } }')).toEqual({ me: { username: 'olga', handle: 'Olga_1' } })
    expect(await found('nobody_1')).toEqual([])
  })

  it('is optional, and differs from all names of other accounts', async () => {
    expect((await register({ ...account('pia'), userid: 'pia' })).status).toBe(200)
    expect((await register(account('quin'))).status).toBe(200)
    for (const twin of [
      { ...account('x1'), userid: 'PIA' },
      { ...account('x2'), userid: 'Quin' },
      { ...account('x3'), userid: 'pia' },
    ])
      expect(await register(twin)).toMatchObject({ status: 400, body: { message: 'This name is taken' } })
    await register({ ...account('rosa'), userid: 'rose' })
    expect(await register(account('Rose'))).toMatchObject({ status: 400, body: { message: 'This username is taken' } })
  })

  it('is refused under its own name', async () => {
    for (const userid of ['', 'a\u200bb', 'x'.repeat(51), 5])
      expect(await register({ ...account('sara'), userid })).toMatchObject({
        status: 422,
        body: { detail: [{ location: ['body', 'userid'] }] },
      })
  })

  it('is given to one of two concurrent callers', async () => {
    const answers = await Promise.all(['t1', 't2'].map((name) => register({ ...account(name), userid: 'wanted' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('is not a key of the body in another line', async () => {
    const { app } = sites.of('1.1')
    const body = { ...account('tom'), eulaAgreed: true, privacyAgreed: true, userid: 5 }
    expect((await app.stranger().rest('POST', '/api/users/register', body)).status).toBe(200)
    const row = await app.app.database.read((db) => db.selectOneOrThrow(UserTable, { username: 'tom' }))
    expect(row.handle).toBeNull()
  })
})

describe('an image that must be served', () => {
  const room = (folder = '/doclog/chatbot') => LogRoom.create(sites.of('0.4').service, folder, 'guest-1')

  it('is refused with the place and the reason when it is not', async () => {
    const chatbot = await room()
    expect((await chatbot.save({ img_url: sites.images.url('gone') })).body).toEqual({
      detail: [
        {
          location: ['body', 'img_url'],
          message: 'Value error, the image must answer a HEAD request with 200',
          type: 'value_error',
        },
      ],
      message: 'Input data validation failed',
    })
    expect(await chatbot.indexes()).toEqual([])
  })

  it('is checked when the body is well-formed, only in chatbot rooms', async () => {
    const there = { img_url: sites.images.url('there') }
    const chatbot = await room()
    await chatbot.save({ ...there, input_data: '' })
    await chatbot.save({ img_url: 'http://img.example/thumbnail?id=there' })
    await chatbot.save({ img_url: `http://${sites.images.host}/secret` })
    await (await room('/doclog/office')).save(there)
    expect(sites.images.asked).toEqual([])
    await (await room('/doclog/chat')).save(there)
    expect(sites.images.asked).toEqual(['HEAD /thumbnail?id=there'])
  })

  it('may be missing at a retry, which gets the first answer', async () => {
    const chatbot = await room()
    const there = { img_url: sites.images.url('there') }
    const key = { 'Idempotency-Key': 'k' }
    const first = await chatbot.save(there, key)
    sites.images.asked.length = 0
    const retry = await chatbot.save(there, key)
    expect([retry.status, retry.text]).toEqual([200, first.text])
    expect(sites.images.asked).toEqual([])
    expect((await chatbot.save({ img_url: sites.images.url('gone') }, key)).status).toBe(409)
  })

  it('is not checked in lines that do not require it', async () => {
    const chatbot = await LogRoom.create(sites.of('0.5').service, '/doclog/chatbot', 'guest-1')
    expect((await chatbot.save({ img_url: sites.images.url('gone') })).status).toBe(200)
    expect(sites.images.asked).toEqual([])
  })
})
