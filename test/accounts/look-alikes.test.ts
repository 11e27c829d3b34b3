import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '@parley/runtime'
import { rules } from '../../schema/rules.js'
import { InstallationTable } from '../../src/database/tables/installation.js'
import { UserTable } from '../../src/database/tables/users.js'
import { VerificationCodeTable } from '../../src/database/tables/verification.js'
import { canonicalAddress, canonicalName, isSameMailbox, keyForm, sharedKey } from '../../src/users/canonical.js'
import { recomputeKeys } from '../../src/users/recompute-keys.js'
import { proved } from '../support/accounts/proved.js'
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app/app.js'
import { password, type Person } from '../support/app/person.js'

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u
const codePoints = Array.from({ length: 0x11_0000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff)
const unseen = codePoints.map((code) => String.fromCodePoint(code)).filter((sign) => invisible.test(sign))

const register = (app: TestApp, username: string, email: string) =>
  app.stranger().rest('POST', '/api/users/register', {
    username,
    email,
    password,
    eulaAgreed: true,
    privacyAgreed: true,
  })
const login = (app: TestApp, email: string, secret = password) =>
  app.stranger().rest('POST', '/api/users/login', { email, password: secret })

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('a username', () => {
  it('is compared without invisible characters', () => {
    expect(unseen.length).toBeGreaterThan(4_000)
    const others = unseen.filter((sign) => canonicalName(`a${sign}d${sign}a`) !== 'ada')
    expect(others).toEqual([])
    expect(canonicalName(canonicalName('\ufe0fＡ\u2800d\u{e0061}ſ'))).toBe(canonicalName('ads'))
  })

  it.each([
    ['a blank of Braille', 'mi\u2800ra'],
    ['a variation selector', 'mira\ufe0f'],
    ['another one', 'm\u{e0100}ira'],
    ['a tag', 'mira\u{e0061}'],
    ['a sign of Arabic numbers', 'mi\u06ddra'],
    ['several, and another case', 'MI\ufe0e\u2800RA'],
  ])('is taken where it differs in %s alone', async (_what, username) => {
    await register(app, 'mira', 'mira@example.com')
    expect(await register(app, username, 'other@example.com')).toMatchObject({
      status: 400,
      body: { detail: 'Bad request', message: 'This username is taken' },
    })
    const ada = await app.person('ada')
    const change = 'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { account { id } } }'
    expect(await ada.codes(change, { input: { username } })).toEqual(['BAD_USER_INPUT'])
  })

  it('may have such characters, and is returned as it was sent', async () => {
    expect(await register(app, 'nora ❤\ufe0f', 'nora@example.com')).toMatchObject({
      status: 200,
      body: { username: 'nora ❤\ufe0f' },
    })
  })

  it('has at least one visible character', async () => {
    const names = ['\u2800', '\ufe0f', '\u2800\u{e0061}\u06dd']
    for (const username of names) expect((await register(app, username, 'blank@example.com')).status).toBe(422)
  })
})

describe('a mailbox', () => {
  const spellings = [
    'ada@b\ufe0fücher.example',
    'ada@bücher。example',
    'ada@bücher．example',
    'ada@bücher｡example',
    'ada@BÜCHER.Example',
    'ada@xn--bcher-kva.example',
    'ada@XN--BCHER-KVA.example',
    'ＡＤＡ@bu\u0308cher.example',
  ]

  it.each(spellings)('is the same when it is spelt %j', async (email) => {
    await register(app, 'bookish', 'ada@bücher.example')
    expect(await register(app, 'somebody else', email)).toMatchObject({
      status: rules.ownEmail.safeParse(email).success ? 400 : 422,
    })
    expect(await login(app, email)).toMatchObject({ status: 200, body: { username: 'bookish' } })
  })

  it.each(['ｖic@corp.example', 'viſ@corp.example', 'vi²@corp.example', 'vıa@corp.example', 'vÉ@corp.example'])(
    'is refused for an account when its letters are compared as others: %j',
    async (email) => {
      const field = { path: ['input', 'email'], rule: 'format' }
      expect(await register(app, 'squatter', email)).toMatchObject({
        status: 422,
        body: { detail: [{ location: ['body', 'email'], type: 'value_error' }] },
      })
      const input = { username: 'squatter', email, password: 'correct horse', eulaAgreed: true, privacyAgreed: true }
      const query = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
      const { errors } = await app.stranger().graphql(query, { input })
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: [field] } }])
      expect(await register(app, `owner of ${canonicalAddress(email)}`, canonicalAddress(email))).toMatchObject({
        status: 200,
      })
    },
  )

  it('is a different one when DNS has a different domain, or the local part differs', () => {
    expect(canonicalAddress('a@straße.example')).not.toBe(canonicalAddress('a@strasse.example'))
    expect(canonicalAddress('a@maıl.example')).not.toBe(canonicalAddress('a@mail.example'))
    expect(isSameMailbox('ı@mail.example', 'i@mail.example')).toBe(false)
    expect(isSameMailbox('A@b\ufe0fücher。example', 'a@XN--bcher-kva.example')).toBe(true)
  })

  it.each(['a@ex/ample.com', 'a@ex?ample', 'a@[::1]', 'a@b:1', 'a@%61.example', 'a@', '@', 'a', ''])(
    'keeps its form when it was accepted by an older rule: %j',
    (address) => {
      expect(canonicalAddress(address)).toBe(address)
    },
  )

  it('has one limit of failed logins, however its domain is spelt', async () => {
    const strict = await createTestApp({ env: { RATE_LIMITS: '{"login":{"perAccount":3}}' } })
    try {
      const statuses = []
      for (const email of spellings.slice(0, 4)) statuses.push((await login(strict, email, 'wrong')).status)
      expect(statuses).toEqual([401, 401, 401, 429])
    } finally {
      await strict.close()
    }
  })
})

describe('accounts of a release that compared less', () => {
  /** Names and addresses with the keys of that release. */
  const accounts = [
    { username: 'zo\u2800e', usernameKey: 'zo\u2800e', email: 'zoe@b\ufe0fücher.example' },
    { username: 'Zoe', usernameKey: 'zoe', email: 'zoe@xn--bcher-kva.example' },
    { username: 'zoe\ufe0f', usernameKey: 'zoe\ufe0f', email: 'zoe@BÜCHER.example' },
    { username: 'ki\ufe0fm', usernameKey: 'ki\ufe0fm', email: 'kim@example。com' },
    { username: 'k\u2800im', usernameKey: 'k\u2800im', email: 'kim2@straße.example' },
    { username: 'lee', usernameKey: 'lee', email: 'lee@strasse.example' },
    { username: 'max', usernameKey: 'max', email: 'kim2@stra\ufe0fsse.example' },
  ]
  const emailKeys = [
    'zoe@b\ufe0fücher.example',
    'zoe@xn--bcher-kva.example',
    'zoe@bücher.example',
    'kim@example。com',
    'kim2@strasse.example',
    'lee@strasse.example',
    'kim2@stra\ufe0fsse.example',
  ]

  interface Line {
    readonly fields: object
    readonly event: string
  }
  const linesOf = (lines: Line[]) => {
    const take = (fields: object, event: string) => void lines.push({ fields, event })
    return { ...createLogger('silent'), warn: take }
  }

  /** A stopped app with these accounts and their old keys. */
  async function before() {
    const old = await createTestApp({ embedded: true })
    const people: Person[] = []
    while (people.length < accounts.length) people.push(await old.person('old'))
    const { database } = old.app
    await database.write(async (db) => {
      for (const [index, account] of accounts.entries()) {
        const id = Number(people[index]?.id)
        await db.update(UserTable, { id }, { ...account, emailKey: emailKeys[index] ?? '' })
      }
      await db.update(InstallationTable, { keyForm }, { keyForm: 0 })
    })
    return { old, people, database, ids: people.map(({ id }) => Number(id)) }
  }

  const keysOf = async (database: TestApp['app']['database'], ids: number[]) => {
    const rows = await database.read((db) => db.select(UserTable, {}, { orderBy: { id: 'asc' } }))
    return rows.filter(({ id }) => ids.includes(id)).map(({ usernameKey, emailKey }) => [usernameKey, emailKey])
  }

  const expected = [
    [sharedKey('zo\u2800e'), sharedKey('zoe@b\ufe0fücher.example')],
    ['zoe', 'zoe@xn--bcher-kva.example'],
    [sharedKey('zoe\ufe0f'), sharedKey('zoe@BÜCHER.example')],
    ['kim', 'kim@example.com'],
    [sharedKey('k\u2800im'), 'kim2@xn--strae-oqa.example'],
    ['lee', 'lee@strasse.example'],
    ['max', 'kim2@strasse.example'],
  ]

  let started: { app: TestApp; people: Person[]; ids: number[]; lines: Line[] }
  beforeAll(async () => {
    const { old, people, ids } = await before()
    await old.stop()
    const lines: Line[] = []
    const options: TestAppOptions = { dataDir: old.dataDir, databaseUrl: old.databaseUrl, embedded: true }
    const now = await createTestApp({ ...options, log: linesOf(lines) })
    started = { app: now, people: people.map((person) => person.movedTo(now.url)), ids, lines }
  })
  afterAll(() => started.app.close())

  it('have new keys: of several with the same key the plain spelling has it, otherwise the oldest account', async () => {
    expect(await keysOf(started.app.app.database, started.ids)).toEqual(expected)
  })

  it('are reported by number when they share a key', () => {
    const [zoe, plain, second, kim, other] = started.ids
    const shared = started.lines.filter(({ event }) => event === 'account_key.shared').map(({ fields }) => fields)
    expect(shared).toEqual([
      { userId: zoe, holderId: plain, field: 'username' },
      { userId: zoe, holderId: plain, field: 'email' },
      { userId: second, holderId: plain, field: 'username' },
      { userId: second, holderId: plain, field: 'email' },
      { userId: other, holderId: kim, field: 'username' },
    ])
  })

  it('keep their names and addresses, and sign in with them and with their old tokens', async () => {
    for (const [index, { username, email }] of accounts.entries()) {
      expect(await login(started.app, email)).toMatchObject({ status: 200, body: { username } })
      const profile = await started.people[index]?.rest('GET', '/api/users/profile')
      expect(profile).toMatchObject({ status: 200, body: { id: started.ids[index], username, email } })
    }
    expect(await login(started.app, 'ZOE@b\ufe0fücher.example')).toMatchObject({ body: { username: 'zo\u2800e' } })
    expect(await login(started.app, 'zoe@bücher。example')).toMatchObject({ body: { username: 'Zoe' } })
  })

  it('save their profile with their name, and with no other that looks like it', async () => {
    const [zoe] = started.people
    const own = { username: 'zo\u2800e', email: 'zoe@b\ufe0fücher.example' }
    const { database } = started.app.app
    await database.write((db) => db.update(UserTable, { id: Number(zoe?.id) }, { emailVerified: true }))
    expect(await zoe?.rest('PUT', '/api/users/profile', own)).toMatchObject({ status: 200, body: own })
    expect(await zoe?.rest('PUT', '/api/users/profile', { username: 'zo\ufe0fe' })).toMatchObject({ status: 400 })
    expect(await keysOf(database, started.ids)).toEqual(expected)
    const kept = await database.read((db) => db.selectOneOrThrow(UserTable, { id: Number(zoe?.id) }))
    expect(kept.emailVerified).toBe(true)
    expect((await register(started.app, 'z\u2800oe', 'new@example.com')).status).toBe(400)
    expect((await register(started.app, 'new', 'zoe@bücher.example')).status).toBe(400)
  })

  it('get the key when it is free and they save their profile', async () => {
    const [, , , kim, other] = started.people
    expect((await kim?.rest('PUT', '/api/users/profile', { username: 'kimberly' }))?.status).toBe(200)
    expect((await other?.rest('PUT', '/api/users/profile', { username: 'k\u2800im' }))?.status).toBe(200)
    expect((await keysOf(started.app.app.database, started.ids))[4]).toEqual(['kim', 'kim2@xn--strae-oqa.example'])
    expect((await register(started.app, 'kim', 'new@example.com')).status).toBe(400)
  })

  it('keep only their own spelling even when the key has become free', async () => {
    const moved = { username: 'zora', email: 'zora@example.com' }
    expect((await started.people[1]?.rest('PUT', '/api/users/profile', moved))?.status).toBe(200)
    expect((await register(started.app, 'ZOE\ufe0f', 'new@example.com')).status).toBe(400)
    expect((await register(started.app, 'new', 'Zoe@bücher.example')).status).toBe(400)
    expect(await login(started.app, 'zoe@BÜCHER.example')).toMatchObject({ body: { username: 'zoe\ufe0f' } })
  })

  it('leave no code of their address behind when they are deleted', async () => {
    const { database } = started.app.app
    await database.write((db) => db.update(UserTable, { id: Number(started.people[2]?.id) }, proved))
    const kept = () => database.read((db) => db.count(VerificationCodeTable))
    const send = 'mutation ($input: SendVerificationInput!) { sendVerification(input: $input) { expiresAt } }'
    const input = { email: 'zoe@BÜCHER.example', verificationType: 'REGISTER' }
    expect([await started.app.stranger().codes(send, { input }), await kept()]).toEqual([[], 1])
    const remove = 'mutation { deleteAccount { deletedAccountId } }'
    expect([await started.people[2]?.codes(remove), await kept()]).toEqual([[], 0])
  })

  it('are unchanged after a crash in between, and changed once by the next start', async () => {
    const { old, database, ids } = await before()
    try {
      const was = await keysOf(database, ids)
      const crash = {
        ...createLogger('silent'),
        warn: () => {
          throw new Error('crash')
        },
      }
      await expect(recomputeKeys(database, crash)).rejects.toThrow('crash')
      expect(await keysOf(database, ids)).toEqual(was)
      const lines: Line[] = []
      await Promise.all([1, 2, 3].map(() => recomputeKeys(database, linesOf(lines))))
      expect(await keysOf(database, ids)).toEqual(expected)
      expect(lines).toHaveLength(5)
      const kept = await database.read((db) => db.selectOneOrThrow(InstallationTable, {}))
      expect(kept.keyForm).toBe(keyForm)
    } finally {
      await old.close()
    }
  })

  it('stay administrators when ADMIN_EMAILS has their verified address, unlike an account that shares it', async () => {
    const { old, people } = await before()
    const [verified, plain] = people
    await old.app.database.write((db) => db.update(UserTable, { id: Number(verified?.id) }, proved))
    await old.stop()
    const options: TestAppOptions = { dataDir: old.dataDir, databaseUrl: old.databaseUrl, embedded: true }
    const now = await createTestApp({ ...options, env: { ADMIN_EMAILS: 'zoe@b\ufe0fücher.example' } })
    try {
      const mayList = async (person: Person | undefined) =>
        (await person?.movedTo(now.url).codes('{ users(first: 1) { nodes { id } } }'))?.length === 0
      expect([await mayList(verified), await mayList(plain)]).toEqual([true, false])
      const listed = await now.app.product.admins.list()
      expect(listed.map(({ account, isAdmin }) => [account.email, isAdmin])).toEqual([
        ['zoe@b\ufe0fücher.example', true],
        ['zoe@xn--bcher-kva.example', false],
      ])
    } finally {
      await now.close()
    }
  })
})
