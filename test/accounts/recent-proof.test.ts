import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, password, Person } from '../support/app/person.js'

const minuteMs = 60_000
const start = Date.now()
let now = start
let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await createTestApp({ clock: () => now })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = start
  admin = await app.admin()
})

const change = 'mutation { setInstallationSetting(input: { name: REGISTRATION, value: null }) { setting { name } } }'
const confirm = 'mutation ($password: String!) { confirmIdentity(input: { password: $password }) { confirmedUntil } }'
const changed = async (person = admin) => (await person.codes(change))[0] ?? 'changed'
const confirmed = async (sent: string, person = admin) =>
  (await person.codes(confirm, { password: sent }))[0] ?? 'confirmed'

describe('an act that needs a recent proof of identity', () => {
  it('succeeds for 15 minutes after the sign-in', async () => {
    now = start + 15 * minuteMs - 1
    expect(await changed()).toBe('changed')
    now = start + 15 * minuteMs
    const [error] = (await admin.graphql(change)).errors
    expect([error?.extensions.code, error?.message]).toEqual(['REAUTHENTICATION_REQUIRED', 'Prove your identity again'])
  })

  it('succeeds again after the password, in this session only', async () => {
    const other = await again(admin)
    now = start + 20 * minuteMs
    const { confirmIdentity } = await admin.data(confirm, { password })
    expect(confirmIdentity).toEqual({ confirmedUntil: new Date(now + 15 * minuteMs).toISOString() })
    expect([await changed(), await changed(other)]).toEqual(['changed', 'REAUTHENTICATION_REQUIRED'])
    const { mySessions } = await admin.data('{ mySessions { current confirmedAt } }')
    expect(mySessions).toContainEqual({ current: true, confirmedAt: new Date(now).toISOString() })
    expect(mySessions).toContainEqual({ current: false, confirmedAt: new Date(start).toISOString() })
  })

  it('is refused after a wrong password, and the session goes on', async () => {
    now = start + 20 * minuteMs
    expect(await confirmed('wrong')).toBe('BAD_USER_INPUT')
    expect(await changed()).toBe('REAUTHENTICATION_REQUIRED')
    expect((await admin.data('{ me { id } }'))['me']).toEqual({ id: admin.id })
  })

  it('needs another sign-in by the provider for an account without a password, which the server says before it is sent one', async () => {
    await app.app.database.write((db) => db.update(UserTable, { id: Number(admin.id) }, { passwordHash: null }))
    now = start + 20 * minuteMs
    expect(await admin.codes('mutation { confirmIdentity(input: {}) { confirmedUntil } }')).toEqual(['CONFLICT'])
    expect(await confirmed(password)).toBe('CONFLICT')
  })

  it('does not begin anew with a renewed token', async () => {
    const signedIn = await app
      .stranger()
      .data(
        'mutation ($email: String!, $password: String!) { login(input: { email: $email, password: $password }) { refreshToken } }',
        { email: `${admin.username}@example.com`, password },
      )
    now = start + 20 * minuteMs
    const renewed = await app
      .stranger()
      .data('mutation ($token: String!) { refreshSession(refreshToken: $token) { token } }', {
        token: at(signedIn, 'login', 'refreshToken'),
      })
    const person = app.stranger()
    const { status, body } = await person.rest(
      'POST',
      '/graphql',
      { query: change },
      {
        authorization: `Bearer ${at(renewed, 'refreshSession', 'token')}`,
      },
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'REAUTHENTICATION_REQUIRED' } }] })
  })

  it('is refused to accounts without the role, and to a session that has ended, for that reason', async () => {
    now = start + 20 * minuteMs
    expect(await changed(await app.person())).toBe('FORBIDDEN')
    await admin.data('mutation { signOut }')
    expect([await changed(), await confirmed(password)]).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED'])
  })

  it('is not needed by the documented acts of administrators', async () => {
    const eve = await app.person('eve')
    now = start + 20 * minuteMs
    await admin.data(`mutation { setUserMembership(id: ${eve.id}, membership: VIP) { account { id } } }`)
    await admin.data(`mutation { banUser(id: ${eve.id}) { account { id } } }`)
  })
})

it('an account without a password is refused with the advice to sign in by its provider', async () => {
  await app.app.database.write((db) => db.update(UserTable, { id: Number(admin.id) }, { passwordHash: null }))
  const [error] = (await admin.graphql(confirm, { password })).errors
  expect([error?.extensions.code, error?.message]).toEqual([
    'CONFLICT',
    'This account has no password: sign in again by its provider',
  ])
})

it('wrong passwords use up the limit of sign-ins of the account', async () => {
  const answers: string[] = []
  for (let count = 0; count < 11; count += 1) answers.push(await confirmed('wrong'))
  expect(answers.slice(0, 10)).toEqual(Array<string>(10).fill('BAD_USER_INPUT'))
  expect(answers[10]).toBe('RATE_LIMITED')
  expect(await confirmed(password)).toBe('RATE_LIMITED')
})

async function again({ id, username }: Person): Promise<Person> {
  const signedIn = await app
    .stranger()
    .data(
      'mutation ($email: String!, $password: String!) { login(input: { email: $email, password: $password }) { token } }',
      { email: `${username}@example.com`, password },
    )
  return new Person(app.url, id, username, at(signedIn, 'login', 'token'))
}
