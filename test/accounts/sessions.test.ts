import { createSecretKey } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import jsonwebtoken from 'jsonwebtoken'
import { until } from '@parley/testing'
import { limits } from '../../src/limits.js'
import { SessionTable } from '../../src/database/tables/sessions.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, Person } from '../support/app/person.js'
import { graphqlApi as api, sessionApis, type SignedIn } from '../support/accounts/session-apis.js'
import { newKey } from '../support/replies/openai-client.js'

const operator = { kind: 'service' } as const

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute
const start = Date.now()
let now = start

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock: () => now })
})
afterAll(() => app.close())
beforeEach(() => {
  now = start
})

const isIn = async (person: Person) => (await person.rest('GET', '/api/users/profile')).status === 200
const rows = (userId: string, of = app) =>
  of.app.database.read((db) => db.select(SessionTable, { userId: Number(userId) }))

/** A token with the minimum of claims. */
function bareToken(person: Person, claims: object = {}): Person {
  const key = createSecretKey(Buffer.from(readFileSync(join(app.dataDir, 'jwt-secret'), 'utf8').trim()))
  const iat = Math.floor(now / 1000)
  const token = jsonwebtoken.sign({ sub: person.id, iat, exp: iat + 3_600, ...claims }, key, { algorithm: 'HS512' })
  return new Person(person.url, person.id, person.username, token)
}

describe.each(sessionApis)('a session, by $name', ({ signIn, refresh, signOut, signOutEverywhere, list, revoke }) => {
  let phone: SignedIn
  let laptop: SignedIn
  beforeEach(async () => {
    const person = await app.person('ada')
    phone = await signIn(person)
    laptop = await signIn(person)
  })

  it("is listed with the others, and marked when it is the caller's", async () => {
    const sessions = await list(laptop.person)
    expect(sessions).toHaveLength(3)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(sessions[0]?.userAgent).toBe('node')
    const [mine] = (await list(phone.person)).filter(({ current }) => current)
    expect(sessions.find(({ id }) => id === mine?.id)).toMatchObject({ current: false })
  })

  it('continues with a new token for its refresh token, and stays the same session', async () => {
    const [before] = (await list(phone.person)).filter(({ current }) => current)
    now += 23 * 60 * minute
    const renewed = await refresh(phone.person, phone.refreshToken)
    expect(renewed.refreshToken).not.toBe(phone.refreshToken)
    now += 2 * 60 * minute
    expect([await isIn(phone.person), await isIn(renewed.person)]).toEqual([false, true])
    const [after] = (await list(renewed.person)).filter(({ current }) => current)
    expect(after?.id).toBe(before?.id)
  })

  it('ends, without other sessions, when a refresh token is sent that was replaced twice', async () => {
    const once = await refresh(phone.person, phone.refreshToken)
    const twice = await refresh(phone.person, once.refreshToken)
    await expect(refresh(phone.person, phone.refreshToken)).rejects.toThrow('UNAUTHENTICATED')
    expect([await isIn(phone.person), await isIn(twice.person), await isIn(laptop.person)]).toEqual([
      false,
      false,
      true,
    ])
    await expect(refresh(phone.person, twice.refreshToken)).rejects.toThrow('UNAUTHENTICATED')
    await refresh(laptop.person, laptop.refreshToken)
  })

  it('returns the same successor to a retry for 30 seconds, and ends when the replaced token is sent later', async () => {
    const first = await refresh(phone.person, phone.refreshToken)
    now += 30 * second
    expect((await refresh(phone.person, phone.refreshToken)).refreshToken).toBe(first.refreshToken)
    now += 1
    await expect(refresh(phone.person, phone.refreshToken)).rejects.toThrow('UNAUTHENTICATED')
    expect(await isIn(first.person)).toBe(false)
  })

  it('has one successor for ten simultaneous refreshes', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => refresh(phone.person, phone.refreshToken)))
    const [successor, ...others] = new Set(all.map(({ refreshToken }) => refreshToken))
    expect(others).toEqual([])
    await refresh(phone.person, successor ?? '')
  })

  it('ends when it is not refreshed for 30 days', async () => {
    now += 30 * day - 1
    const renewed = await refresh(phone.person, phone.refreshToken)
    now += 1
    await expect(refresh(laptop.person, laptop.refreshToken)).rejects.toThrow('UNAUTHENTICATED')
    await refresh(renewed.person, renewed.refreshToken)
  })

  it('accepts no other text as a refresh token', async () => {
    const forged = `${phone.refreshToken.slice(0, -43)}${'A'.repeat(43)}`
    for (const text of ['', 'none', phone.person.token ?? '', `rt-parley-${'A'.repeat(22)}.${'A'.repeat(43)}`, '\0'])
      await expect(refresh(phone.person, text)).rejects.toThrow('UNAUTHENTICATED')
    expect(await isIn(phone.person)).toBe(true)
    // only a client that has had one of the session's tokens knows the part that they share
    await expect(refresh(phone.person, forged)).rejects.toThrow('UNAUTHENTICATED')
    expect(await isIn(phone.person)).toBe(false)
  })

  it('ends at a sign-out, with its refresh token, without other sessions', async () => {
    await signOut(phone.person)
    expect([await isIn(phone.person), await isIn(laptop.person)]).toEqual([false, true])
    await expect(refresh(phone.person, phone.refreshToken)).rejects.toThrow('UNAUTHENTICATED')
    await expect(signOut(phone.person)).rejects.toThrow('UNAUTHENTICATED')
  })

  it('ends with all others at a sign-out everywhere; a token issued in the same second is valid', async () => {
    const bare = bareToken(phone.person)
    const key = at(
      await phone.person.data('mutation { createApiKey(input: { name: "script" }) { text } }'),
      'createApiKey',
      'text',
    )
    expect(await isIn(bare)).toBe(true)
    await signOutEverywhere(phone.person)
    for (const { person, refreshToken } of [phone, laptop]) {
      expect(await isIn(person)).toBe(false)
      await expect(refresh(person, refreshToken)).rejects.toThrow('UNAUTHENTICATED')
    }
    expect(await isIn(bare)).toBe(false)
    const again = await signIn(phone.person)
    expect(await isIn(again.person)).toBe(true)
    await refresh(again.person, again.refreshToken)
    // API keys are revoked separately
    const models = await app.stranger().rest('GET', '/v1/models', undefined, { authorization: `Bearer ${key}` })
    expect(models.status).toBe(200)
  })

  it('ends when another session of the account revokes it; other accounts cannot', async () => {
    const [mine] = (await list(phone.person)).filter(({ current }) => current)
    const eve = await app.person('eve')
    for (const id of [mine?.id ?? '', 'nonsense', '00000000-0000-4000-8000-000000000000'])
      await expect(revoke(eve, id)).rejects.toThrow('NOT_FOUND')
    expect(await isIn(phone.person)).toBe(true)
    await revoke(laptop.person, mine?.id ?? '')
    expect([await isIn(phone.person), await isIn(laptop.person)]).toEqual([false, true])
  })

  it('requires a token', async () => {
    const stranger = app.stranger()
    for (const act of [signOut, signOutEverywhere, list]) await expect(act(stranger)).rejects.toThrow('UNAUTHENTICATED')
    await expect(revoke(stranger, 'any')).rejects.toThrow('UNAUTHENTICATED')
  })
})

describe('a token without a session', () => {
  it('is valid while its version is the account’s, and its sign-out ends all sessions', async () => {
    const ida = await app.person('ida')
    const bare = bareToken(ida)
    const { mySessions } = await bare.data('{ mySessions { current } }')
    expect(mySessions).toEqual([{ current: false }])
    await api.signOut(bare)
    expect([await isIn(bare), await isIn(ida)]).toEqual([false, false])
    expect(await isIn(bareToken(ida))).toBe(false)
    expect(await isIn(bareToken(ida, { ver: 1 }))).toBe(true)
  })

  it('is refused when it names a session of another account, or no session', async () => {
    const [jon, kim] = [await app.person('jon'), await app.person('kim')]
    const [session] = await rows(kim.id)
    expect(await isIn(bareToken(kim, { sid: session?.id }))).toBe(true)
    for (const sid of [session?.id, 'x', 7, null]) expect(await isIn(bareToken(jon, { sid }))).toBe(false)
  })
})

describe('the stored data of sessions', () => {
  it('contains no tokens, and is deleted with the account', async () => {
    const { person, refreshToken } = await api.signIn(await app.person('lea'))
    const kept = await rows(person.id)
    expect(kept).toHaveLength(2)
    const [family = '', secret = ''] = refreshToken.replace('rt-parley-', '').split('.')
    expect(JSON.stringify(kept)).not.toContain(family)
    expect(JSON.stringify(kept)).not.toContain(secret)
    await person.data('mutation { deleteAccount { deletedAccountId } }')
    expect(await rows(person.id)).toEqual([])
    await expect(api.refresh(person, refreshToken)).rejects.toThrow('UNAUTHENTICATED')
  })

  it('is swept when they have ended', async () => {
    const mia = await app.person('mia')
    now += 30 * day
    await app.app.sweeper.sweep()
    expect(await rows(mia.id)).toHaveLength(1)
    now += 1
    await app.app.sweeper.sweep()
    expect(await rows(mia.id)).toEqual([])
  })

  it('has the time of their last use, to five minutes', async () => {
    const noa = await app.person('noa')
    now += 5 * minute - 1
    await isIn(noa)
    expect((await rows(noa.id))[0]?.lastUsedAt).toBe(start)
    now += 1
    await isIn(noa)
    expect((await rows(noa.id))[0]?.lastUsedAt).toBe(now)
  })

  it('is limited to the thousand most recently used', async () => {
    const ole = await app.person('ole')
    const userId = Number(ole.id)
    const times = { createdAt: start, expiresAt: start + day }
    const others = Array.from({ length: limits.sessions }, (_, n) => ({
      id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      familyHash: `family ${n}`,
      ...{ secretHash: '', previousHash: null, rotatedAt: null, userAgent: null, userId, ...times },
      lastUsedAt: start + 1 + n,
    }))
    await app.app.database.write((db) => db.insert(SessionTable, others.slice(1)))
    await api.signIn(ole)
    expect(await rows(ole.id)).toHaveLength(limits.sessions)
    expect(await isIn(ole)).toBe(false)
    expect(await app.app.product.sessions.list({ kind: 'user', id: userId, role: 'USER' })).toHaveLength(100)
  })
})

it('a sign-in that is overtaken by a sign-out everywhere opens no session', async () => {
  const { sessions } = app.app.product
  const pia = await app.person('pia')
  const before = { id: Number(pia.id), sessionVersion: 0 }
  const noOrigin = { ipAddress: null, userAgent: null }
  expect(await sessions.open(before, noOrigin)).toBeDefined()
  await api.signOutEverywhere(pia)
  expect(await sessions.open(before, noOrigin)).toBeUndefined()
  expect(await sessions.open({ ...before, sessionVersion: 1 }, noOrigin)).toBeDefined()
})

// one document authenticates once, so its second field is a request that is on its way while the session ends
it.each([
  ['createApiKey(input: { name: "kept" }) { text }'],
  ['updateProfile(input: { email: "thief@example.com" }) { account { email } }'],
  ['exportMyData { dataExport { status } }'],
  ['createDataExportLink { url }'],
  ['deleteAccount { deletedAccountId }'],
  ['setUserRole(id: "1", role: ADMIN) { account { id } }'],
  ['banUser(id: "1") { account { id } }'],
])('a request that a sign-out overtakes gives, moves and removes no access: %s', async (field) => {
  const person = await app.person('thief')
  await app.app.product.admins.setRole(operator, `${person.username}@example.com`, 'ADMIN')
  for (const end of ['signOutEverywhere', 'signOut']) {
    const { person: thief } = await api.signIn(person)
    expect([end, await thief.codes(`mutation { ${end} made: ${field} }`)]).toEqual([end, ['UNAUTHENTICATED']])
  }
  const { person: back } = await api.signIn(person)
  expect(await back.data('{ me { id email apiKeys { id } } myDataExport { status } }')).toEqual({
    me: { id: person.id, email: `${person.username}@example.com`, apiKeys: [] },
    myDataExport: null,
  })
})

/** Sends a request without the end of its body; the returned function sends that, and resolves to the status. */
function begin({ url, token = '' }: Person, path: string, body: object): () => Promise<number | undefined> {
  const text = JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': text.length,
  }
  const sending = request(url + path, { method: 'POST', headers, agent: false })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  sending.write(text.slice(0, 1))
  return async () => {
    sending.end(text.slice(1))
    const [answer] = await answered
    answer.resume()
    return answer.statusCode
  }
}

it.each([
  ['/api/characters', { name: 'Late', context: 'a body that arrives after the end of the session' }],
  ['/api/chatrooms', { room_name: 'Late' }],
  ['/api/officerooms', {}],
])('a body that arrives after the end of its session is refused, at %s', async (path, body) => {
  const { person } = await api.signIn(await app.person('slow'))
  const isIdentified = async () => (await rows(person.id)).some(({ lastUsedAt }) => lastUsedAt === now)
  now += 10 * minute
  const finish = begin(person, path, body)
  await until('the caller is identified', isIdentified)
  await app.app.product.sessions.signOutEverywhere(Number(person.id))
  expect(await finish()).toBe(401)
})

it('a completion whose body arrives after its key was revoked is refused', async () => {
  const person = await app.person('slow')
  const key = await newKey(person)
  const list = () =>
    app.app.product.apiKeys.list({ kind: 'user', id: Number(person.id), role: 'USER' }, Number(person.id))
  const body = { model: 'local', messages: [{ role: 'user', content: 'hello' }] }
  const finish = begin(new Person(person.url, '', '', key), '/v1/chat/completions', body)
  const isIdentified = async () => (await list())?.some(({ lastUsedAt }) => lastUsedAt !== null) ?? false
  await until('the caller is identified', isIdentified)
  for (const { id } of (await list()) ?? [])
    await app.app.product.apiKeys.revokeOf(operator, { accountId: person.id, id: String(id) })
  expect(await finish()).toBe(401)
})
