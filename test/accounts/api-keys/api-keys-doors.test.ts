import { readAdminCommand } from '../../../tools/operator/admin-command.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../../support/app/app.js'
import { idempotent } from '../../support/rest/keyed-rows.js'
import { at, Person, type RestAnswer } from '../../support/app/person.js'

const path = '/api/auth/api-keys'
const mostKeys = 50

const lines: { event: string; fields: object }[] = []
const write = (fields: object, event: string) => void lines.push({ event, fields })

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ log: { debug: write, info: write, warn: write, error: write } })
})
beforeEach(async () => {
  ada = await app.person('ada')
})
afterAll(() => app.close())

const create = (body: object, by = ada, headers = {}) => by.rest('POST', path, body, headers)
const idOf = (body: unknown) => String((body as { id: number }).id)
const opens = async ({ url }: Pick<TestApp, 'url'>, text: unknown) =>
  (await new Person(url, '', '', String(text)).rest('GET', '/v1/models')).status

async function fill(): Promise<RestAnswer> {
  for (let made = 0; made < mostKeys; made += 1) expect((await create({ name: 'one of many' })).status).toBe(200)
  return create({ name: 'one too many' })
}

describe('an API key over REST', () => {
  it('is created with its text, listed without it, and revoked', async () => {
    const expires = '2099-01-31T12:00:00Z'
    const created = await create({ name: 'my script', expires_at: expires })
    const { text, replayed, ...kept } = created.body as Record<string, unknown>
    expect(kept).toMatchObject({ name: 'my script', last_used_at: null, expires_at: '2099-01-31T12:00:00.000Z' })
    expect(text).toMatch(/^pk-parley-/)
    expect(String(text).startsWith(String(kept['prefix']))).toBe(true)
    expect(replayed).toBe(false)
    expect(await opens(app, text)).toBe(200)
    const listed = (await ada.rest('GET', path)).body as object[]
    expect(listed).toEqual([{ ...kept, last_used_at: expect.any(String) }])
    expect((await ada.rest('DELETE', `${path}/${String(kept['id'])}`)).status).toBe(204)
    expect(await opens(app, text)).toBe(401)
    expect((await ada.rest('GET', path)).body).toEqual([])
  })

  it('is the same key in a retry, without its text', async () => {
    const first = (await create({ name: 'a' }, ada, idempotent('k'))).body as Record<string, unknown>
    const again = await create({ name: 'a' }, ada, idempotent('k'))
    expect(again.body).toEqual({ ...first, text: null, replayed: true })
    expect(await create({ name: 'b' }, ada, idempotent('k'))).toMatchObject({ status: 409 })
    expect((await ada.rest('GET', path)).body).toHaveLength(1)
  })

  it('is only for its owner, signed in with a token', async () => {
    const eve = await app.person('eve')
    const { body } = await create({ name: 'a' })
    expect((await eve.rest('GET', path)).body).toEqual([])
    expect((await eve.rest('DELETE', `${path}/${idOf(body)}`)).status).toBe(404)
    expect((await (await app.admin()).rest('DELETE', `${path}/${idOf(body)}`)).status).toBe(404)
    const program = new Person(app.url, '', '', at(body, 'text'))
    for (const by of [app.stranger(), program]) {
      expect((await create({ name: 'a' }, by)).status).toBe(401)
      expect((await by.rest('GET', path)).status).toBe(401)
      expect((await by.rest('DELETE', `${path}/${idOf(body)}`)).status).toBe(401)
    }
    expect(await opens(app, at(body, 'text'))).toBe(200)
  })

  it.each<[what: string, body: object, location: string]>([
    ['without a name', {}, 'name'],
    ['of too long a name', { name: 'x'.repeat(101) }, 'name'],
    ['with an end that is no instant', { name: 'a', expires_at: 'soon' }, 'expires_at'],
    ['with an end that is past', { name: 'a', expires_at: '2001-01-01T00:00:00Z' }, 'expires_at'],
  ])('%s is 422', async (_what, body, location) => {
    expect(await create(body)).toMatchObject({ status: 422, body: { detail: [{ location: ['body', location] }] } })
  })

  it('is one of at most 50', async () => {
    expect(await fill()).toMatchObject({
      status: 409,
      body: { message: 'An account has at most 50 API keys' },
    })
  })

  it('is logged with its account when it is created and revoked, and never with its text', async () => {
    const { body } = await create({ name: 'a' })
    const keyId = Number(idOf(body))
    await ada.rest('DELETE', `${path}/${String(keyId)}`)
    for (const event of ['api_key.created', 'api_key.revoked'])
      expect(lines).toContainEqual({ event, fields: { userId: Number(ada.id), keyId } })
    expect(JSON.stringify(lines)).not.toContain(at(body, 'text').slice(16))
  })
})

describe('npm run admin -- key create', () => {
  const read = (...args: string[]) => readAdminCommand(args, () => Promise.resolve(''))

  it.each([
    [['key'], 'key create EMAIL [--name NAME]'],
    [['key', 'create'], 'key create EMAIL [--name NAME]'],
    [['key', 'revoke', 'a@b.example'], 'key revoke EMAIL ID'],
    [['key', 'create', 'a@b.example', 'c@d.example'], 'key create EMAIL [--name NAME]'],
    [['key', 'create', 'a@b.example', '--username', 'a'], 'key create EMAIL [--name NAME]'],
    [['key', 'create', 'a@b.example', '--reason', 'a'], 'key create EMAIL [--name NAME]'],
    [['grant', 'a@b.example', '--name', 'a'], 'grant EMAIL'],
  ])('is not %j, which is answered with the usage of the command', async (args, usage) => {
    await expect(read(...args)).rejects.toMatchObject({
      exitCode: 64,
      message: expect.stringContaining(usage),
    })
  })
})
