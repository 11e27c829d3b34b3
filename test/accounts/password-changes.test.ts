import { createSecretKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import jsonwebtoken from 'jsonwebtoken'
import { UserTable } from '../../src/database/tables/users.js'
import { mailsOf } from '../support/accounts/mailbox.js'
import { graphqlApi as sessions } from '../support/accounts/session-apis.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { noLimits } from '../support/app/many-people.js'
import { at, password, Person } from '../support/app/person.js'
import { newKey } from '../support/replies/openai-client.js'

let app: TestApp
beforeAll(async () => {
  const limits = JSON.parse(noLimits) as object
  const login = { perAddress: false, perAccount: 3 }
  app = await createTestApp({ env: { RATE_LIMITS: JSON.stringify({ ...limits, login }) } })
})
afterAll(() => app.close())

const fresh = 'a wholly new password'
const change =
  'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { account { id hasPassword } } }'
const changing = (person: Person, currentPassword = password, newPassword = fresh) =>
  person.graphql(change, { input: { currentPassword, newPassword } })
/** `changed`, or the code and the rules of the refusal. */
async function outcomeOf(...args: Parameters<typeof changing>): Promise<string> {
  const { errors } = await changing(...args)
  const { code = 'changed', fields = [] } = errors[0]?.extensions ?? {}
  return [
    code,
    ...(fields as { path: string[]; rule: string }[]).map(({ path, rule }) => `${path.join('.')} ${rule}`),
  ].join()
}
const isIn = async (person: Person) => (await person.rest('GET', '/api/users/profile')).status === 200
const login = async ({ username }: Person, given: string) =>
  (await app.stranger().rest('POST', '/api/users/login', { email: `${username}@example.com`, password: given })).status
const setHash = (person: Person, passwordHash: string | null) =>
  app.app.database.write((db) => db.update(UserTable, { id: Number(person.id) }, { passwordHash }))

/** A token of this account without a session. */
function bareToken(person: Person): Person {
  const key = createSecretKey(Buffer.from(readFileSync(join(app.dataDir, 'jwt-secret'), 'utf8').trim()))
  const iat = Math.floor(Date.now() / 1_000)
  const token = jsonwebtoken.sign({ sub: person.id, iat, exp: iat + 3_600 }, key, { algorithm: 'HS512' })
  return new Person(person.url, person.id, person.username, token)
}

it('a change needs no mail, keeps the calling session and its socket, and ends all others', async () => {
  const ada = await app.person('ada')
  const phone = await sessions.signIn(ada)
  const laptop = await sessions.signIn(ada)
  const bare = bareToken(ada)
  expect(await isIn(bare)).toBe(true)
  const key = new Person(app.url, '', '', await newKey(ada))
  const socket = phone.person.socket()
  const me = async () => (await socket.iterate({ query: '{ me { id } }' }).next()).value as object
  expect(await me()).toEqual({ data: { me: { id: ada.id } } })

  const account = { id: ada.id, hasPassword: true }
  expect((await changing(phone.person)).data).toEqual({ changePassword: { account } })
  expect(await Promise.all([phone.person, laptop.person, ada, bare].map(isIn))).toEqual([true, false, false, false])
  expect(await me()).toEqual({ data: { me: { id: ada.id } } })
  expect(await sessions.list(phone.person)).toHaveLength(1)
  expect(await isIn((await sessions.refresh(phone.person, phone.refreshToken)).person)).toBe(true)
  expect((await key.rest('GET', '/v1/models')).status).toBe(200)
  expect([await login(ada, password), await login(ada, fresh)]).toEqual([401, 200])
  const mails = await mailsOf(app, `${ada.username}@example.com`)
  expect(mails.map(({ text }) => text).join()).toContain('The password of your account was changed')
  await socket.dispose()
})

it('a change ends an open reset and the link of an administrator', async () => {
  const ada = await app.person('ada')
  const admin = await app.admin()
  const create = 'mutation ($id: ID!) { createPasswordLink(input: { accountId: $id }) { url } }'
  const url = at(await admin.data(create, { id: ada.id }), 'createPasswordLink', 'url')
  const { person } = await sessions.signIn(ada)
  expect(await outcomeOf(person)).toBe('changed')
  const use = 'mutation ($input: UsePasswordLinkInput!) { usePasswordLink(input: $input) { account { id } } }'
  const input = { token: url.split('token=')[1], newPassword: 'another password of mine' }
  expect(await app.stranger().codes(use, { input })).toEqual(['BAD_USER_INPUT'])
})

it('of concurrent changes with the same password one succeeds, and no other session stays', async () => {
  const ada = await app.person('ada')
  const others = [ada, ...(await Promise.all([1, 2, 3].map(() => sessions.signIn(ada)))).map(({ person }) => person)]
  const outcomes = await Promise.all(others.map((person, number) => outcomeOf(person, password, `${fresh} ${number}`)))
  expect(outcomes.filter((one) => one === 'changed')).toHaveLength(1)
  const won = outcomes.indexOf('changed')
  expect(await Promise.all(others.map(isIn))).toEqual(others.map((_, number) => number === won))
  expect(await login(ada, `${fresh} ${won}`)).toBe(200)
})

it.each([
  ['a wrong current password', 'not the password', fresh, 'BAD_USER_INPUT,input.currentPassword wrong_password'],
  ['a short new one', password, 'short', 'BAD_USER_INPUT,input.newPassword min_length'],
  ['a common new one', password, 'Password123', 'BAD_USER_INPUT,input.newPassword common'],
])('%s changes nothing', async (_what, current, next, outcome) => {
  const ada = await app.person('ada')
  const { person } = await sessions.signIn(ada)
  expect(await outcomeOf(person, current, next)).toBe(outcome)
  expect([await isIn(ada), await isIn(person), await login(ada, password)]).toEqual([true, true, 200])
})

it('failures count as failed sign-ins', async () => {
  const ada = await app.person('ada')
  for (let count = 0; count < 3; count += 1) expect(await outcomeOf(ada, 'guess')).toMatch(/wrong_password$/)
  expect(await outcomeOf(ada)).toBe('RATE_LIMITED')
  expect(await login(ada, password)).toBe(429)
})

it('an account without a password gets a clear error, and a caller without an account another one', async () => {
  const ada = await app.person('ada')
  await setHash(ada, null)
  expect(await ada.data('{ me { hasPassword } }')).toEqual({ me: { hasPassword: false } })
  const { errors } = await changing(ada)
  expect(errors).toMatchObject([
    { message: 'This account has no password: it signs in with a provider', extensions: { code: 'CONFLICT' } },
  ])
  expect(await outcomeOf(app.stranger())).toBe('UNAUTHENTICATED')
})
