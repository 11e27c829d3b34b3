import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase } from '@parley/testing'
import { PasswordLinkTable } from '../../src/database/tables/password-links.js'
import { UserTable } from '../../src/database/tables/users.js'
import type { User } from '../../src/users/user.js'
import { graphqlApi as sessions } from '../support/accounts/session-apis.js'
import { mailsOf } from '../support/accounts/mailbox.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { noLimits } from '../support/app/many-people.js'
import { at, password, Person } from '../support/app/person.js'
import { newKey } from '../support/replies/openai-client.js'

const minute = 60_000
const day = 24 * 60 * minute
const env = { RATE_LIMITS: noLimits, JWT_SECRET: 's'.repeat(64), PUBLIC_URL: 'https://chat.example/parley' }
const lines: string[] = []
const write = (fields: object, event: string) => void lines.push(JSON.stringify({ event, ...fields }))
const log = { debug: write, info: write, warn: write, error: write }

let now = Date.now()
let app: TestApp
let admin: Person
// only PostgreSQL can be shared by two instances
const database = await createTestDatabase()
let other: TestApp | undefined
beforeAll(async () => {
  const options = { env, log, clock: () => now, databaseUrl: database?.url }
  app = await createTestApp(options)
  if (database) other = await createTestApp(options)
  admin = await app.admin()
})
afterAll(async () => {
  await other?.close()
  await app.close()
  await database?.drop()
})
beforeEach(() => {
  now = Date.now()
})

const fresh = 'a wholly new password'
const create = 'mutation ($id: ID!) { createPasswordLink(input: { accountId: $id }) { account { id } url expiresAt } }'
const use = 'mutation ($input: UsePasswordLinkInput!) { usePasswordLink(input: $input) { account { id } } }'

async function linkFor({ id }: Pick<Person, 'id'>, by = admin): Promise<string> {
  const url = at(await by.data(create, { id }), 'createPasswordLink', 'url')
  const [start, token = ''] = url.split('?token=')
  expect(start).toBe('https://chat.example/parley/#/password-link')
  return token
}
/** `used`, or the rule and the sentence of the refusal. */
async function outcomeOf(token: string, newPassword = fresh, at = app): Promise<string> {
  const { errors } = await at.stranger().graphql(use, { input: { token, newPassword } })
  const fields = (errors[0]?.extensions.fields ?? []) as { rule: string; message: string }[]
  return errors.length === 0 ? 'used' : fields.map(({ rule, message }) => `${rule}: ${message}`).join()
}
const dead = 'unknown_reset_token: This link is wrong, expired or used'
const isIn = async (person: Person) => (await person.rest('GET', '/api/users/profile')).status === 200
const addressOf = ({ username }: Person) => `${username}@example.com`
const login = async (person: Person, given: string) =>
  (await app.stranger().rest('POST', '/api/users/login', { email: addressOf(person), password: given })).status
const change = ({ id }: Person, values: Partial<User>) =>
  app.app.database.write((db) => db.update(UserTable, { id: Number(id) }, values))
const rowOf = ({ id }: Person) => app.app.database.read((db) => db.selectOneOrThrow(UserTable, { id: Number(id) }))

describe('a link for a new password', () => {
  it('is shown once to the administrator, ends every session, and leaves the password until it is used', async () => {
    const ada = await app.person('ada')
    const { person, refreshToken } = await sessions.signIn(ada)
    const { data } = await admin.graphql(create, { id: ada.id })
    expect(data).toEqual({
      createPasswordLink: {
        account: { id: ada.id },
        url: expect.stringMatching(/^https:\/\/chat\.example\/parley\/#\/password-link\?token=[\w-]{43}$/),
        expiresAt: new Date(now + day).toISOString(),
      },
    })
    expect([await isIn(ada), await isIn(person)]).toEqual([false, false])
    await expect(sessions.refresh(person, refreshToken)).rejects.toThrow('UNAUTHENTICATED')
    expect(await login(ada, password)).toBe(200)
  })

  it('sets the password once, ends sessions and API keys, and proves no address', async () => {
    const ada = await app.person('ada')
    const key = new Person(app.url, '', '', await newKey(ada))
    const token = await linkFor(ada)
    const { person } = await sessions.signIn(ada)
    expect(await outcomeOf(token)).toBe('used')
    expect([await isIn(person), (await key.rest('GET', '/v1/models')).status]).toEqual([false, 401])
    expect([await login(ada, password), await login(ada, fresh)]).toEqual([401, 200])
    expect(await rowOf(ada)).toMatchObject({ emailVerified: false, mailboxProved: false })
    const mails = await mailsOf(app, addressOf(ada))
    expect(mails.map(({ text }) => text).join()).toContain('The password of your account was changed')
    expect(await outcomeOf(token, 'one more password')).toBe(dead)
    expect(await login(ada, fresh)).toBe(200)
  })

  it('is used by one of 30 requests at once, on every instance, and the others get the sentence of a used link', async () => {
    const ada = await app.person('ada')
    const token = await linkFor(ada)
    const doors = Array.from({ length: 30 }, (_, number) => (number % 2 === 0 ? app : (other ?? app)))
    const outcomes = await Promise.all(doors.map((door, number) => outcomeOf(token, `${fresh} ${number}`, door)))
    expect(outcomes.filter((one) => one === 'used')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['used', dead]))
    expect(await login(ada, `${fresh} ${outcomes.indexOf('used')}`)).toBe(200)
  })

  it('is replaced by a newer one, of 30 that are created at once by the last', async () => {
    const ada = await app.person('ada')
    const tokens = await Promise.all(Array.from({ length: 30 }, () => linkFor(ada)))
    const rows = await app.app.database.read((db) => db.select(PasswordLinkTable, { userId: Number(ada.id) }))
    expect(rows).toHaveLength(1)
    const outcomes = []
    for (const token of tokens) outcomes.push(await outcomeOf(token))
    expect(outcomes.filter((one) => one === 'used')).toHaveLength(1)
  })

  it.each([
    [
      'expired',
      () => {
        now += day
      },
    ],
    ['replaced', (person: Person) => linkFor(person)],
    [
      'of an account that is deleted',
      (person: Person) => app.app.database.write((db) => db.delete(UserTable, { id: Number(person.id) })),
    ],
  ])('gives the same sentence when it is %s', async (_what, end) => {
    const ada = await app.person('ada')
    const token = await linkFor(ada)
    await end(ada)
    expect(await outcomeOf(token)).toBe(dead)
  })

  it.each(['', 'x', 'x'.repeat(43), 'x'.repeat(100_000)])('gives the same sentence when it is wrong', async (token) => {
    expect(await outcomeOf(token)).toBe(dead)
  })

  it('stays after a refused password', async () => {
    const ada = await app.person('ada')
    const token = await linkFor(ada)
    expect(await outcomeOf(token, 'short')).toMatch(/^min_length/)
    expect(await outcomeOf(token, 'Password123')).toMatch(/^common/)
    expect(await outcomeOf(token)).toBe('used')
  })

  it('is not used up by programs that open its address', async () => {
    const ada = await app.person('ada')
    const token = await linkFor(ada)
    for (const method of ['HEAD', 'GET'])
      expect((await fetch(`${app.url}/#/password-link?token=${token}`, { method })).status).toBeLessThan(500)
    expect(await outcomeOf(token)).toBe('used')
  })

  it('says for which account it is, and that it is over, without being used up', async () => {
    const ada = await app.person('ada')
    const offered = async (token: string) => {
      const query = 'query ($token: String!) { passwordLink(token: $token) { username expiresAt } }'
      return (await app.stranger().data(query, { token }))['passwordLink']
    }
    const replaced = await linkFor(ada)
    const token = await linkFor(ada)
    const link = { username: ada.username, expiresAt: new Date(now + day).toISOString() }
    expect([await offered(token), await offered(token)]).toEqual([link, link])
    expect([await offered(replaced), await offered('wrong')]).toEqual([null, null])
    expect(await outcomeOf(token)).toBe('used')
    expect(await offered(token)).toBeNull()
    const late = await linkFor(ada)
    now += day
    expect(await offered(late)).toBeNull()
  })

  it('gives a password to an account without one, and a banned one stays banned', async () => {
    const ada = await app.person('ada')
    await change(ada, { passwordHash: null })
    expect(await outcomeOf(await linkFor(ada))).toBe('used')
    expect(await login(ada, fresh)).toBe(200)
    await change(ada, { bannedAt: now })
    expect(await outcomeOf(await linkFor(ada), 'a second password')).toBe('used')
    expect(await login(ada, 'a second password')).toBe(403)
  })

  it('of the own account of an administrator keeps the calling session', async () => {
    const chief = await app.admin()
    const { person } = await sessions.signIn(chief)
    await linkFor(chief, chief)
    expect([await isIn(chief), await isIn(person)]).toEqual([true, false])
  })

  it('is made by administrators alone, of accounts that exist', async () => {
    const ada = await app.person('ada')
    expect(await ada.codes(create, { id: ada.id })).toEqual(['FORBIDDEN'])
    expect(await app.stranger().codes(create, { id: ada.id })).toEqual(['UNAUTHENTICATED'])
    for (const id of ['0', '999999', 'x']) expect(await admin.codes(create, { id })).toEqual(['NOT_FOUND'])
  })

  it('needs a recent proof of identity, and is in the audit log', async () => {
    const ada = await app.person('ada')
    now += 15 * minute
    expect(await admin.codes(create, { id: ada.id })).toEqual(['REAUTHENTICATION_REQUIRED'])
    expect(await isIn(ada)).toBe(true)
    const { person } = await sessions.signIn(admin)
    await linkFor(ada, person)
    const query = '{ auditLog(first: 1) { nodes { action actorId targetId targetLabel details { name } } } }'
    const entry = { action: 'PASSWORD_LINK_CREATED', actorId: admin.id, targetId: ada.id, targetLabel: ada.username }
    expect(await admin.data(query)).toEqual({ auditLog: { nodes: [{ ...entry, details: [] }] } })
  })

  it('has no secret in the log or the database', async () => {
    const ada = await app.person('ada')
    const token = await linkFor(ada)
    const [row] = await app.app.database.read((db) => db.select(PasswordLinkTable, { userId: Number(ada.id) }))
    expect(JSON.stringify(row)).not.toContain(token)
    await outcomeOf(token, 's3cr3t-marker')
    const all = lines.join('\n')
    expect(all).toContain('password_link.created')
    expect(all).toContain('password_link.used')
    expect(all).not.toContain(token)
    expect(all).not.toContain('s3cr3t-marker')
  })
})

it('the query installation says whether mails are sent', async () => {
  expect(await app.stranger().data('{ installation { sendsMail } }')).toEqual({ installation: { sendsMail: false } })
})
