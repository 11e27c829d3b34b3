import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Logger } from '@parley/runtime'
import { createKeyContext } from '../../../resolvers/context/request-context.js'
import { ApiKeyTable } from '../../../src/database/tables/api-keys.js'
import { createTestApp, type TestApp } from '../../support/app/app.js'
import { newKey } from '../../support/replies/openai-client.js'
import { at, Person } from '../../support/app/person.js'
import { allRows } from '../../support/app/rows.js'
import { runSql } from '../../support/app/raw-sql.js'

const minute = 60_000
const wrongKeys = 5

let now = Date.now()
const lines: string[] = []
let app: TestApp
let ada: Person
beforeAll(async () => {
  const write = (fields: object, event: string) => void lines.push(JSON.stringify({ event, ...fields }))
  const log: Logger = { debug: write, info: write, warn: write, error: write }
  app = await createTestApp({
    clock: () => now,
    log,
    env: {
      RATE_LIMITS: JSON.stringify({ apiKey: { perAddress: wrongKeys }, register: { perAddress: false } }),
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.person('ada')
})

const create = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { text replayed apiKey { id name prefix createdAt lastUsedAt expiresAt } }
}`
const list = '{ me { apiKeys { id name prefix createdAt lastUsedAt expiresAt } } }'
const revoke = 'mutation ($id: ID!) { revokeApiKey(id: $id) { revokedApiKeyId } }'

interface Made {
  readonly text: string | null
  readonly replayed: boolean
  readonly apiKey: Readonly<Record<string, string | null>> & { readonly id: string }
}

const make = async (input: object = {}, by = ada) => {
  const { createApiKey } = await by.data(create, { input: { name: 'a program', ...input } })
  return createApiKey as Made
}
const keysOf = async (person: Person) => ((await person.data(list)) as { me: { apiKeys: Made['apiKey'][] } }).me.apiKeys
let addresses = 0
/** From a separate address, so that no test is limited by another test's wrong keys. */
const use = async (key: string, address = `198.51.100.${String((addresses += 1))}`) => {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': address }
  return (await app.stranger().rest('GET', '/v1/models', undefined, headers)).status
}

describe('an API key', () => {
  it('is returned once, is accepted at /v1, and is recognised by its prefix', async () => {
    const { text, replayed, apiKey } = await make()
    expect(text).toMatch(/^pk-parley-[A-Za-z0-9_-]{43}$/)
    expect(apiKey).toMatchObject({ name: 'a program', prefix: text?.slice(0, 16), lastUsedAt: null, expiresAt: null })
    expect(replayed).toBe(false)
    expect(await keysOf(ada)).toEqual([apiKey])
    expect(await use(text ?? '')).toBe(200)
  })

  it('is stored as a digest, and is in no log', async () => {
    const text = await newKey(ada)
    await use(text)
    await use(`${text}x`)
    expect(JSON.stringify(await allRows(app))).not.toContain(text.slice(16))
    expect(lines.join()).not.toContain(text.slice(16))
  })

  it('is not a token, and a token is not a key', async () => {
    const text = await newKey(ada)
    const impostor = new Person(app.url, '', '', text)
    expect(await impostor.codes('{ me { id } }')).toEqual(['UNAUTHENTICATED'])
    expect((await impostor.rest('GET', '/api/users/profile')).status).toBe(401)
    expect(await impostor.codes(create, { input: { name: 'more' } })).toEqual(['UNAUTHENTICATED'])
    expect(await use(ada.token ?? '')).toBe(401)
  })

  it.each(['', 'pk-parley-', `pk-parley-${'A'.repeat(43)}`, 'é', 'x'.repeat(10_000)])(
    'is refused when it is wrong: %#',
    async (text) => {
      expect(await use(text)).toBe(401)
    },
  )

  it('ends with its revocation, which only its owner may request', async () => {
    const { text, apiKey } = await make()
    const eve = await app.person('eve')
    for (const id of [apiKey.id, 'x', '999999']) expect(await eve.codes(revoke, { id })).toEqual(['NOT_FOUND'])
    expect(await use(text ?? '')).toBe(200)
    expect(await ada.data(revoke, { id: apiKey.id })).toEqual({ revokeApiKey: { revokedApiKeyId: apiKey.id } })
    expect(await use(text ?? '')).toBe(401)
    expect(await keysOf(ada)).toEqual([])
    expect(await ada.codes(revoke, { id: apiKey.id })).toEqual(['NOT_FOUND'])
  })

  it('ends when it expires, and is listed until it is revoked', async () => {
    const expiresAt = new Date(now + minute).toISOString()
    const { text, apiKey } = await make({ expiresAt })
    expect(apiKey['expiresAt']).toBe(expiresAt)
    now += minute - 1
    expect(await use(text ?? '')).toBe(200)
    now += 1
    expect(await use(text ?? '')).toBe(401)
    expect(await keysOf(ada)).toHaveLength(1)
  })

  it('needs an expiry in the future and a name', async () => {
    const refused = await ada.graphql(create, { input: { name: 'x', expiresAt: new Date(now).toISOString() } })
    expect(refused.errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: ['input', 'expiresAt'], rule: 'format' }],
    })
    for (const name of ['', 'x'.repeat(101), 'a\nb'])
      expect(await ada.codes(create, { input: { name } })).toEqual(['BAD_USER_INPUT'])
  })

  it('records the time of its last use to the minute', async () => {
    const { text } = await make()
    const lastUse = async () => (await keysOf(ada))[0]?.['lastUsedAt']
    const first = new Date(now).toISOString()
    await Promise.all([use(text ?? ''), use(text ?? ''), use(text ?? '')])
    expect(await lastUse()).toBe(first)
    now += minute - 1
    await use(text ?? '')
    expect(await lastUse()).toBe(first)
    now += 1
    await use(text ?? '')
    expect(await lastUse()).toBe(new Date(now).toISOString())
  })

  it('is accepted even when its use cannot be recorded', async () => {
    const text = await newKey(ada)
    const { database } = app.app
    const [refuse, allow] =
      database.driver === 'postgres'
        ? [
            'ALTER TABLE api_keys ADD CONSTRAINT unused CHECK (last_used_at IS NULL) NOT VALID',
            'ALTER TABLE api_keys DROP CONSTRAINT unused',
          ]
        : [
            "CREATE TRIGGER unused BEFORE UPDATE ON api_keys BEGIN SELECT RAISE(ABORT, 'no'); END",
            'DROP TRIGGER unused',
          ]
    await database.write((db) => runSql(db, refuse))
    try {
      expect(await use(text)).toBe(200)
      expect((await keysOf(ada))[0]?.['lastUsedAt']).toBeNull()
    } finally {
      await database.write((db) => runSql(db, allow))
    }
  })

  it('acts as its user, also for data that is loaded in batches', async () => {
    const { createCharacter } = await ada.data(
      'mutation { createCharacter(input: { name: "Grace" }) { character { id } } }',
    )
    const id = at(createCharacter, 'character', 'id')
    await ada.data('mutation ($id: ID!) { setLike(characterId: $id, liked: true) { changed } }', { id })
    const origin = { authorization: `Bearer ${await newKey(ada)}`, requestId: 'r', ipAddress: null }
    const { caller, loaders } = await createKeyContext(app.app.product, origin, 'v1')
    expect(caller).toMatchObject({ kind: 'user', id: Number(ada.id) })
    expect(await loaders.likedByMe.load(Number(id))).toBe(true)
  })

  it('is deleted with its account', async () => {
    const { text, apiKey } = await make()
    await ada.data('mutation { deleteAccount { deletedAccountId } }')
    expect(await use(text ?? '')).toBe(401)
    const id = Number(apiKey.id)
    expect(await app.app.database.read((db) => db.count(ApiKeyTable, { id }))).toBe(0)
  })

  it('is shown only to its owner', async () => {
    await make()
    const admin = await app.admin()
    const { users } = await admin.data('{ users(first: 50) { nodes { id apiKeys { id } } } }')
    const { nodes } = users as { nodes: { id: string; apiKeys: unknown }[] }
    expect(nodes.find(({ id }) => id === ada.id)?.apiKeys).toBeNull()
    expect(nodes.find(({ id }) => id === admin.id)?.apiKeys).toEqual([])
  })
})

describe('a retry', () => {
  const retry = { idempotencyKey: 'once' }

  it('returns the same key without its text', async () => {
    const [first, second] = [await make(retry), await make(retry)]
    expect(second).toEqual({ text: null, replayed: true, apiKey: first.apiKey })
    expect(await keysOf(ada)).toHaveLength(1)
  })

  it('at the same time creates one key, whose text is in one of the two answers', async () => {
    const both = await Promise.all([make(retry), make(retry)])
    expect(both.map(({ text }) => text !== null).toSorted()).toEqual([false, true])
    expect(await keysOf(ada)).toHaveLength(1)
  })

  it('with different input is CONFLICT, and after the revocation NOT_FOUND', async () => {
    const { apiKey } = await make(retry)
    expect(await ada.codes(create, { input: { name: 'another', ...retry } })).toEqual(['CONFLICT'])
    await ada.data(revoke, { id: apiKey.id })
    expect(await ada.codes(create, { input: { name: 'a program', ...retry } })).toEqual(['NOT_FOUND'])
  })
})

describe('an account', () => {
  it('has at most 50 keys, even when two are requested at once', async () => {
    for (let count = 0; count < 49; count += 1) await make()
    const both = await Promise.all([1, 2].map(() => ada.graphql(create, { input: { name: 'last' } })))
    expect(both.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code))).toEqual(['CONFLICT'])
    const keys = await keysOf(ada)
    expect(keys).toHaveLength(50)
    await ada.data(revoke, { id: at(keys[0], 'id') })
    await make()
  })
})

describe('wrong keys', () => {
  it('are 429 for an address after a number of them, while valid ones are accepted', async () => {
    const text = await newKey(ada)
    const address = '203.0.113.77'
    for (let count = 0; count < wrongKeys; count += 1) expect(await use('wrong', address)).toBe(401)
    const headers = { authorization: 'Bearer wrong', 'x-forwarded-for': address }
    const refused = await app.stranger().rest('GET', '/v1/models', undefined, headers)
    expect([refused.status, at(refused.body, 'error', 'code')]).toEqual([429, 'rate_limit_exceeded'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await use(text, address)).toBe(200)
    expect(await use('wrong', '203.0.113.78')).toBe(401)
  })
})
