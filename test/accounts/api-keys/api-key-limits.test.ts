import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AppError, createLogger } from '@parley/runtime'
import { createTestDatabase } from '@parley/testing'
import { OpenCompletions } from '../../../src/completions/open-completions.js'
import type { TestApp } from '../../support/app/app.js'
import { at, Person } from '../../support/app/person.js'
import { messagesOf, midnight, nextMonth, noon, tokensOf, UsageFixture } from '../../support/accounts/usage-fixture.js'
import { counted, delta, hello, started } from '../../support/replies/completion-fixture.js'
import { course, refusal, stall } from '../../support/replies/tapped-generator.js'

const limit = '{ used limit resetsAt }'
const fields = `id name expiresAt models messagesPerDay tokensPerMonth usage { messages ${limit} tokens ${limit} }`
const create = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { text apiKey { ${fields} } } }`
const update = `mutation ($id: ID!, $input: UpdateApiKeyInput!) { updateApiKey(id: $id, input: $input) { apiKey { ${fields} } } }`
const revoke = 'mutation ($id: ID!) { revokeApiKey(id: $id) { revokedApiKeyId } }'

interface Key {
  readonly id: string
  readonly usage: Readonly<Record<'messages' | 'tokens', { readonly used: number }>>
}

let fixture: UsageFixture
let app: TestApp
let ada: Person
beforeAll(async () => {
  ;({ fixture, app } = await UsageFixture.open())
})
afterAll(() => fixture.close())
beforeEach(async () => {
  fixture.reset()
  ada = await app.person('ada')
})

async function keyOf(person: Person, terms: object): Promise<{ text: string; id: string; program: Person }> {
  const made = await person.data(create, { input: { name: 'a program', ...terms } })
  const text = at(made, 'createApiKey', 'text')
  return { text, id: at(made, 'createApiKey', 'apiKey', 'id'), program: new Person(person.url, '', '', text) }
}
const ask = (program: Person, more: object = {}) =>
  program.rest('POST', '/v1/chat/completions', { model: 'local', messages: hello, ...more })
const keysOf = async (person: Person) =>
  ((await person.data(`{ me { apiKeys { ${fields} } } }`)) as { me: { apiKeys: Key[] } }).me.apiKeys
/** The changed key. */
const changedKey = (data: Record<string, unknown>) => (data['updateApiKey'] as { apiKey: Key }).apiKey
const usedBy = async (person: Person) => {
  const [key] = await keysOf(person)
  return [key?.usage.messages.used, key?.usage.tokens.used]
}

describe('the messages of a day of a key', () => {
  it('never exceed its limit, however many are requested at once, while other keys of the account work', async () => {
    const { program, text } = await keyOf(ada, { messagesPerDay: 2 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(program)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(refused).toHaveLength(4)
    const message = 'This API key has used up its 2 messages per day; counting begins anew at 2030-01-31T00:00:00.000Z'
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ error: { message, type: 'insufficient_quota', code: 'insufficient_quota' } })
      expect(headers.get('retry-after')).toBe(String((midnight - noon) / 1000))
      expect(headers.get('x-should-retry')).toBe('false')
    }
    expect((await keysOf(ada))[0]?.usage.messages).toEqual({ used: 2, limit: 2, resetsAt: '2030-01-31T00:00:00.000Z' })
    expect((await ask((await keyOf(ada, {})).program)).status).toBe(200)
    expect(await messagesOf(ada)).toBe(3)
    fixture.now = midnight
    expect(await usedBy(ada)).toEqual([0, expect.any(Number)])
    expect((await ask(new Person(app.url, '', '', text))).status).toBe(200)
    expect((await usedBy(ada))[0]).toBe(1)
  })

  it('count towards the account, whose limit still applies', async () => {
    const { program } = await keyOf(ada, { messagesPerDay: 10 })
    for (let asked = 0; asked < 3; asked += 1) expect((await ask(program)).status).toBe(200)
    const { status, body } = await ask(program)
    expect([status, at(body, 'error', 'message')]).toEqual([429, expect.stringContaining('You have used up your 3')])
    expect(await usedBy(ada)).toEqual([3, expect.any(Number)])
  })

  it('are refunded for a completion that no model accepts, but not to a later day', async () => {
    const { program, id } = await keyOf(ada, { messagesPerDay: 1 })
    fixture.tap.next = refusal(new AppError('UNAVAILABLE', { part: 'model', retryAfterMs: 1_000 }))
    expect((await ask(program)).status).toBe(503)
    expect(await usedBy(ada)).toEqual([0, 0])
    const { openCompletions: open } = app.app.product
    const [userId, keyId] = [Number(ada.id), Number(id)]
    const first = await open.begin(userId, 'Local', keyId)
    fixture.now = midnight
    await open.begin(userId, 'Local', keyId)
    await open.settle({ id: first.id, userId, keyId, model: 'Local', tokens: 0, refundOf: first.chargedAt })
    expect(await usedBy(ada)).toEqual([1, 0])
  })
})

describe('the tokens of a month of a key', () => {
  it('are those of its completions, and end with its limit until the next month', async () => {
    const vip = await fixture.vip()
    const { program } = await keyOf(vip, { tokensPerMonth: 10 })
    for (const used of [9, 18]) {
      fixture.tap.next = course(started, delta(0, 'So be it'), counted('stop'))
      expect((await ask(program)).status).toBe(200)
      expect(await usedBy(vip)).toEqual([used / 9, used])
    }
    const { status, body } = await ask(program, { stream: true })
    expect([status, at(body, 'error', 'code')]).toEqual([429, 'insufficient_quota'])
    expect(at(body, 'error', 'message')).toContain('This API key has used up its 10 tokens per month')
    fixture.now = nextMonth
    expect((await ask(program)).status).toBe(200)
  })

  it('include a completion of a crashed instance once, even if it runs on', async () => {
    const { id } = await keyOf(ada, {})
    const { allowance, openCompletions } = app.app.product
    const parts = { database: app.app.database, allowance, log: createLogger('silent') }
    const other = new OpenCompletions({ ...parts, clock: () => fixture.now, leaseMs: 30_000 })
    const charged = { userId: Number(ada.id), keyId: Number(id) }
    const begun = await other.begin(charged.userId, 'Local', charged.keyId)
    await other.renew(begun.id, 7)
    fixture.now += 30_001
    await openCompletions.settleLost()
    await openCompletions.settleLost()
    expect(await usedBy(ada)).toEqual([1, 7])
    await other.settle({ id: begun.id, ...charged, model: 'Local', tokens: 9 })
    expect([await usedBy(ada), await tokensOf(ada)]).toEqual([[1, 9], 9])
  })

  it('are all counted when completions end at the same time', async () => {
    const { id } = await keyOf(ada, {})
    const { openCompletions: open } = app.app.product
    const charged = { userId: Number(ada.id), keyId: Number(id) }
    const begun = await Promise.all([1, 2, 3].map(() => open.begin(charged.userId, 'Local', charged.keyId)))
    await Promise.all(begun.map((each) => open.settle({ id: each.id, ...charged, model: 'Local', tokens: 5 })))
    expect([await usedBy(ada), await tokensOf(ada)]).toEqual([[3, 15], 15])
  })

  it('of a key that is revoked meanwhile are charged to the account, and the key begins no other', async () => {
    const { id } = await keyOf(ada, {})
    const { openCompletions: open } = app.app.product
    const charged = { userId: Number(ada.id), keyId: Number(id) }
    const begun = await open.begin(charged.userId, 'Local', charged.keyId)
    await ada.data(revoke, { id })
    await open.settle({ id: begun.id, ...charged, model: 'Local', tokens: 5 })
    expect([await tokensOf(ada), await keysOf(ada)]).toEqual([5, []])
    await expect(open.begin(charged.userId, 'Local', charged.keyId)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await messagesOf(ada)).toBe(1)
  })
})

describe('the models of a key', () => {
  const characterOf = async (person: Person, visibility: 'PUBLIC' | 'PRIVATE') => {
    const input = { name: 'Grace', visibility }
    const make = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
    return `character/${at(await person.data(make, { input }), 'createCharacter', 'character', 'id')}`
  }
  const listed = async ({ program }: { program: Person }) =>
    ((await program.rest('GET', '/v1/models')).body as { data: { id: string }[] }).data.map(({ id }) => id)
  const read = async ({ program }: { program: Person }, name: string) =>
    (await program.rest('GET', `/v1/models/${encodeURIComponent(name)}`)).status

  it('are the only ones that it lists and may use', async () => {
    const eve = await app.person('eve')
    const [own, foreign] = [await characterOf(ada, 'PRIVATE'), await characterOf(eve, 'PUBLIC')]
    const hidden = await characterOf(eve, 'PRIVATE')
    const names = ['local', own, foreign, hidden]
    const expected: [models: string[] | null, list: string[], allowed: string[]][] = [
      [null, ['local', own], ['local', own, foreign]],
      [['local'], ['local'], ['local']],
      [['character/*'], [own], [own, foreign]],
      [[foreign, hidden], [foreign], [foreign]],
    ]
    for (const [models, list, allowed] of expected) {
      const key = await keyOf(ada, { models })
      expect(await listed(key)).toEqual(list)
      for (const name of names) expect(await read(key, name)).toBe(allowed.includes(name) ? 200 : 404)
      for (const name of names.filter((each) => !allowed.includes(each)))
        expect(await ask(key.program, { model: name })).toMatchObject({
          status: 404,
          body: { error: { code: 'model_not_found', param: 'model' } },
        })
    }
    expect((await ask((await keyOf(ada, { models: [foreign] })).program, { model: foreign })).status).toBe(200)
    expect(await messagesOf(ada)).toBe(1)
  })

  it.each([[['nothing']], [['local', 'Local']], [['character/']], [['character/x']], [['character/0']]])(
    'must be known: %j',
    async (models) => {
      const { errors } = await ada.graphql(create, { input: { name: 'x', models } })
      const path = ['input', 'models', models.length - 1]
      expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path, rule: 'format' }] })
      const { status, body } = await ada.rest('POST', '/api/auth/api-keys', { name: 'x', models })
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { detail: [{ location: ['body', 'models', models.length - 1] }] },
      })
    },
  )

  it('are 1 to 100, and limits whole numbers of at least 1', async () => {
    const refused = [{ models: [] }, { models: Array.from({ length: 101 }, () => 'local') }]
    const limits = [0, -1, 1.5].flatMap((max) => [{ messagesPerDay: max }, { tokensPerMonth: max }])
    for (const terms of [...refused, ...limits])
      expect(await ada.codes(create, { input: { name: 'x', ...terms } })).toEqual(['BAD_USER_INPUT'])
    await keyOf(ada, { models: Array.from({ length: 100 }, () => 'local'), tokensPerMonth: 1e12 })
  })
})

describe('a change of a key', () => {
  const expiresAt = '2031-01-01T00:00:00.000Z'
  const terms = { models: ['local'], messagesPerDay: 1, tokensPerMonth: 5, expiresAt }

  it('concerns what is given; null removes a limit', async () => {
    const { id, program } = await keyOf(ada, terms)
    const change = async (input: object) => changedKey(await ada.data(update, { id, input }))
    const kept = { id, name: 'a program', ...terms }
    expect(await change({})).toMatchObject(kept)
    expect(await change({ name: 'another', messagesPerDay: 2 })).toMatchObject({
      ...{ ...kept, name: 'another', messagesPerDay: 2 },
      usage: { messages: { used: 0, limit: 2 } },
    })
    expect((await ask(program, { model: 'character/1' })).status).toBe(404)
    const none = { models: null, messagesPerDay: null, tokensPerMonth: null, expiresAt: null }
    expect(await change(none)).toMatchObject({ name: 'another', ...none, usage: { tokens: { used: 0, limit: null } } })
  })

  it('keeps the counts, so a lower limit can be used up at once', async () => {
    const { id, program } = await keyOf(ada, {})
    expect((await ask(program)).status).toBe(200)
    await ada.data(update, { id, input: { messagesPerDay: 1 } })
    expect((await ask(program)).status).toBe(429)
  })

  it('is refused for an end in the past, an unknown model and no name', async () => {
    const { id } = await keyOf(ada, {})
    const past = new Date(noon).toISOString()
    for (const input of [{ expiresAt: past }, { models: ['nothing'] }, { name: null }, { name: '' }])
      expect(await ada.codes(update, { id, input })).toEqual(['BAD_USER_INPUT'])
  })

  it('is only for its owner', async () => {
    const { id } = await keyOf(ada, {})
    for (const by of [await app.person('eve'), await app.admin()])
      for (const each of [id, 'x', '999999'])
        expect(await by.codes(update, { id: each, input: { name: 'mine' } })).toEqual(['NOT_FOUND'])
    expect(await app.stranger().codes(update, { id, input: {} })).toEqual(['UNAUTHENTICATED'])
    expect((await keysOf(ada))[0]).toMatchObject({ name: 'a program' })
  })

  it('over REST is a PUT with the names of the answer', async () => {
    const path = '/api/auth/api-keys'
    const sent = { models: ['local'], messages_per_day: 1, tokens_per_month: '5', expires_at: expiresAt }
    const { body } = await ada.rest('POST', path, { name: 'a', ...sent })
    expect(body).toMatchObject({
      ...{ ...sent, tokens_per_month: 5 },
      usage: { messages: { used: 0, limit: 1, resets_at: '2030-01-31T00:00:00.000Z' }, tokens: { used: 0, limit: 5 } },
    })
    const { id } = body as { id: number }
    const changed = await ada.rest('PUT', `${path}/${String(id)}`, { models: null, messagesPerDay: 7 })
    expect(changed).toMatchObject({ status: 200, body: { name: 'a', models: null, messages_per_day: 7 } })
    expect((await ada.rest('GET', path)).body).toEqual([changed.body])
    expect(await ada.rest('PUT', `${path}/${String(id)}`, { messages_per_day: 0 })).toMatchObject({
      status: 422,
      body: { detail: [{ location: ['body', 'messages_per_day'] }] },
    })
    expect((await (await app.person('eve')).rest('PUT', `${path}/${String(id)}`, {})).status).toBe(404)
  })

  it('to an earlier end stops its running completions then', async () => {
    const { id, text } = await keyOf(ada, {})
    fixture.tap.next = stall(started, delta(0, 'half'))
    const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ model: 'local', messages: hello, stream: true })
    const answer = await fetch(`${app.url}/v1/chat/completions`, { method: 'POST', headers, body })
    await ada.data(update, { id, input: { expiresAt: new Date(fixture.now + 1_000).toISOString() } })
    fixture.now += 1_001
    app.app.product.sessionWatch.checkNow(Number(ada.id))
    expect(await answer.text()).toContain('"error"')
  })
})

const database = await createTestDatabase()
const onPostgres = database ? it : it.skip
afterAll(() => database?.drop())

onPostgres('two instances together accept no more of a key than its limit', async () => {
  const shared = { env: { JWT_SECRET: 'x'.repeat(64) }, databaseUrl: database?.url }
  const [one, other] = [await fixture.start(shared), await fixture.start(shared)]
  try {
    const person = await one.person()
    const { text } = await keyOf(person, { messagesPerDay: 2 })
    const programs = [one, other].map(({ url }) => new Person(url, '', '', text))
    const answers = await Promise.all(programs.flatMap((each) => [1, 2, 3].map(() => ask(each))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect((await usedBy(person))[0]).toBe(2)
  } finally {
    await Promise.all([one.close(), other.close()])
  }
})
