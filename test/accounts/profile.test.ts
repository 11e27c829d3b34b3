import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { UserTable } from '../../src/database/tables/users.js'
import type { User } from '../../src/users/user.js'
import { proved } from '../support/accounts/proved.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { password, type Person } from '../support/app/person.js'
import { profileApis } from '../support/accounts/profile-apis.js'

let now = Date.now()
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock: () => now })
})
afterAll(() => app.close())

const rowOf = ({ id }: Person): Promise<User> =>
  app.app.database.read((db) => db.selectOneOrThrow(UserTable, { id: Number(id) }))
const verify = ({ id }: Person) => app.app.database.write((db) => db.update(UserTable, { id: Number(id) }, proved))

describe.each(profileApis)('a profile over $name', (api) => {
  it('accepts a new name and address, and keeps fields that are not sent', async () => {
    const person = await app.person()
    const before = await rowOf(person)
    now += 1_000
    const username = `renamed-${person.username}`
    const renamed = { id: person.id, username, email: `${person.username}@example.com`, membership: 'BASIC' }
    expect(await api.update(person, { username })).toEqual(renamed)
    const email = `${username}@example.org`
    expect(await api.update(person, { email, username: null })).toEqual({ ...renamed, email })
    expect(await api.update(person, {})).toEqual({ ...renamed, email })
    const after = await rowOf(person)
    expect(after).toMatchObject({ createdAt: before.createdAt, updatedAt: now, passwordHash: before.passwordHash })
    const login = { email: email.toUpperCase(), password }
    expect((await app.stranger().rest('POST', '/api/users/login', login)).status).toBe(200)
  })

  it('is for signed-in callers', async () => {
    expect(await api.update(app.stranger(), { username: 'nobody' })).toBe('UNAUTHENTICATED')
    const gone = await app.person()
    await app.app.database.write((db) => db.delete(UserTable, { id: Number(gone.id) }))
    expect(await api.update(gone, { username: 'gone' })).toBe('UNAUTHENTICATED')
  })

  it('refuses a name or an address that another account has, in any case or encoding', async () => {
    const [owner, other] = [await app.person('owner'), await app.person()]
    for (const change of [
      { username: owner.username.toUpperCase() },
      { username: owner.username.replace('owner', 'ｏｗｎｅｒ') },
      { email: `${owner.username.toUpperCase()}@Example.com` },
      { username: 'quite-new', email: `${owner.username}@example.com` },
    ])
      expect([change, await api.update(other, change)]).toEqual([change, 'BAD_USER_INPUT'])
    expect(await rowOf(other)).toMatchObject({ username: other.username, email: `${other.username}@example.com` })
  })

  it('refuses values that no account may have, even from an admin', async () => {
    const admin = await app.admin()
    for (const change of [{ username: '' }, { username: 'a\u200bb' }, { email: 'nobody' }, { email: 'x'.repeat(101) }])
      expect([change, await api.update(admin, change)]).toEqual([change, 'BAD_USER_INPUT'])
  })

  it('accepts the own name in another case, and keeps the address verified', async () => {
    const person = await app.person()
    await verify(person)
    const username = person.username.toUpperCase()
    const email = `${username}@EXAMPLE.com`
    expect(await api.update(person, { username, email })).toMatchObject({ username, email })
    expect(await rowOf(person)).toMatchObject({ ...proved, usernameKey: person.username })
  })

  it('has an address that is not verified after a change', async () => {
    const person = await app.person()
    await verify(person)
    await api.update(person, { username: `${person.username}x` })
    expect(await rowOf(person)).toMatchObject(proved)
    await api.update(person, { email: `${person.username}@example.net` })
    expect(await rowOf(person)).toMatchObject({ emailVerified: false, mailboxProved: false })
  })

  it('keeps its proof when the address is spelt differently, and cannot have another mailbox that is compared as the same', async () => {
    const person = await app.person('mine')
    await api.update(person, { email: `${person.username}@bücher.example` })
    await verify(person)
    await api.update(person, { email: `${person.username}@XN--BCHER-KVA.example` })
    expect(await rowOf(person)).toMatchObject(proved)
    const before = await rowOf(person)
    // a letter without a dot, which is compared as one with it
    const twin = `${person.username.replace('i', 'ı')}@bücher.example`
    expect(await api.update(person, { email: twin })).toBe('BAD_USER_INPUT')
    expect(await rowOf(person)).toEqual(before)
  })

  it('gives a name to one of two simultaneous requests, and other values to both', async () => {
    const people = await Promise.all([app.person(), app.person(), app.person()])
    const username = `wanted-${api.name}`
    const wanted = await Promise.all(people.map((person) => api.update(person, { username })))
    expect(wanted.filter((outcome) => outcome === 'BAD_USER_INPUT')).toHaveLength(2)
    const [person] = people
    const email = `${person.username}@example.net`
    await Promise.all([api.update(person, { email }), api.update(person, { username: `${person.username}-free` })])
    expect(await rowOf(person)).toMatchObject({ email, username: `${person.username}-free` })
  })

  it('sets the membership level', async () => {
    const person = await app.person()
    expect(await api.setMembership(person, 'VIP')).toBe('VIP')
    expect(await api.setMembership(person, 'BASIC')).toBe('BASIC')
    expect(await api.setMembership(person, 'GOLD')).toBe('BAD_USER_INPUT')
    expect(await api.setMembership(app.stranger(), 'VIP')).toBe('UNAUTHENTICATED')
  })
})

describe('the REST rows', () => {
  it('answer the profile object, from JSON and from a form', async () => {
    const person = await app.person()
    const form = new FormData()
    form.append('username', `${person.username}-formed`)
    const headers = { authorization: `Bearer ${person.token ?? ''}` }
    const response = await fetch(`${app.url}/api/users/profile`, { method: 'PUT', headers, body: form })
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        id: Number(person.id),
        username: `${person.username}-formed`,
        email: `${person.username}@example.com`,
        profileImageUrl: null,
        timeZone: null,
        membershipType: 'BASIC',
        createdAt: expect.stringMatching(/Z$/),
      },
    ])
  })

  it('report a value in use with 400 and a malformed one with 422', async () => {
    const [owner, other] = [await app.person(), await app.person()]
    const { status, body } = await other.rest('PUT', '/api/users/profile', { email: `${owner.username}@example.com` })
    expect([status, body]).toEqual([400, { detail: 'Bad request', message: 'This e-mail address is taken' }])
    const malformed = await other.rest('PUT', '/api/users/profile', { email: 'x', username: 5 })
    expect([malformed.status, malformed.body]).toMatchObject([
      422,
      { detail: [{ location: ['body', 'username'] }, { location: ['body', 'email'] }] },
    ])
  })

  it('answer the membership under both names, and confirm a change as text', async () => {
    const person = await app.person()
    const basic = { membership: 'BASIC', membershipType: 'BASIC' }
    expect((await person.rest('GET', '/api/users/membership')).body).toEqual(basic)
    const changed = await person.rest('PUT', '/api/users/membership', { membershipType: 'VIP' })
    expect([changed.status, changed.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect((await person.rest('GET', '/api/users/profile')).body).toMatchObject({ membershipType: 'VIP' })
    const unknown = await person.rest('PUT', '/api/users/membership', { membershipType: 'vip' })
    expect([unknown.status, unknown.body]).toMatchObject([400, { detail: 'Bad request' }])
    for (const body of [{}, { membershipType: 5 }])
      expect((await person.rest('PUT', '/api/users/membership', body)).status).toBe(422)
    expect((await app.stranger().rest('GET', '/api/users/membership')).status).toBe(401)
  })
})

describe('without self-service', () => {
  let closed: TestApp
  beforeAll(async () => {
    closed = await createTestApp({ env: { MEMBERSHIP_SELF_SERVICE: 'false' } })
  })
  afterAll(() => closed.close())

  it.each(profileApis)('only admins change a level over $name', async (api) => {
    const [person, admin] = [await closed.person(), await closed.admin()]
    expect(await api.setMembership(person, 'VIP')).toBe('FORBIDDEN')
    expect(await api.setMembership(closed.stranger(), 'VIP')).toBe('UNAUTHENTICATED')
    expect(await api.setMembership(admin, 'VIP')).toBe('VIP')
  })

  it('applies a removed role from the next operation of an open socket', async () => {
    const [owner, admin] = [await closed.person(), await closed.admin()]
    const roomId = await owner.room()
    const generationId = await owner.say(roomId)
    const socket = admin.socket()
    const codes = async (query: string) => {
      try {
        const first: { value: unknown } = await socket.iterate({ query }).next()
        const { data, errors = [] } = first.value as {
          data: object | null
          errors?: { extensions: { code: string } }[]
        }
        return errors[0]?.extensions.code ?? (Object.values(data ?? {})[0] === null ? 'null' : 'data')
      } catch (errors) {
        // a subscription that did not start
        return (errors as { extensions: { code: string } }[])[0]?.extensions.code
      }
    }
    const look = `{ room(id: "${roomId}") { id } }`
    const follow = `subscription { generation(id: "${generationId}") { status } }`
    const raise = 'mutation { updateMembership(membership: VIP) { account { membership } } }'
    const met = async () => [await codes(look), await codes(follow), await codes(raise)]
    const setRole = (role: 'USER' | 'ADMIN') =>
      closed.app.database.write((db) => db.update(UserTable, { id: Number(admin.id) }, { role }))
    expect(await met()).toEqual(['data', 'data', 'data'])
    await setRole('USER')
    expect(await met()).toEqual(['null', 'NOT_FOUND', 'FORBIDDEN'])
    await setRole('ADMIN')
    expect(await met()).toEqual(['data', 'data', 'data'])
    await socket.dispose()
    await closed.idle()
  })
})
