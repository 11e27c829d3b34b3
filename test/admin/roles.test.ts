import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { UserTable } from '../../src/database/tables/users.js'
import { proved } from '../support/accounts/proved.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { Person } from '../support/app/person.js'

const setRole = `mutation ($id: ID!, $role: Role!) {
  setUserRole(id: $id, role: $role) { account { id role isListedAdmin } }
}`

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await createTestApp({ env: { ADMIN_EMAILS: 'listed@example.com' } })
  admin = await app.admin()
})
afterAll(() => app.close())

const roleBy = async (person: Person, id: string, role: 'USER' | 'ADMIN') => {
  const { data, errors } = await person.graphql(setRole, { id, role })
  return data ? data['setUserRole'] : errors.map(({ message, extensions }) => [extensions.code, message])
}
const verify = (person: Person) =>
  app.app.database.write((db) => db.update(UserTable, { id: Number(person.id) }, proved))

describe('setUserRole', () => {
  it('grants and revokes the role from the next operation on', async () => {
    const ada = await app.person('ada')
    expect(await roleBy(ada, ada.id, 'ADMIN')).toEqual([['FORBIDDEN', 'Not allowed for this account']])
    const granted = { account: { id: ada.id, role: 'ADMIN', isListedAdmin: false } }
    expect(await roleBy(admin, ada.id, 'ADMIN')).toEqual(granted)
    expect(await roleBy(admin, ada.id, 'ADMIN')).toEqual(granted)
    expect(await ada.codes('{ userStats { totalUsers } }')).toEqual([])
    expect(await roleBy(admin, ada.id, 'USER')).toMatchObject({ account: { role: 'USER' } })
    expect(await ada.codes('{ userStats { totalUsers } }')).toEqual(['FORBIDDEN'])
  })

  it('knows no other ids than those of accounts', async () => {
    for (const id of ['999999', '0', 'x', ''])
      expect(await roleBy(admin, id, 'ADMIN')).toEqual([['NOT_FOUND', 'Not found']])
  })

  it('names an administrator of ADMIN_EMAILS as such, and refuses to revoke the role', async () => {
    const listed = await Person.register(app.url, 'listed')
    expect(await roleBy(admin, listed.id, 'USER')).toMatchObject({ account: { role: 'USER', isListedAdmin: false } })
    await verify(listed)
    const refusal = [['CONFLICT', 'ADMIN_EMAILS makes this account an administrator']]
    expect(await roleBy(admin, listed.id, 'USER')).toEqual(refusal)
    expect(await roleBy(admin, listed.id, 'ADMIN')).toMatchObject({ account: { role: 'ADMIN', isListedAdmin: true } })
    expect(await roleBy(admin, listed.id, 'USER')).toEqual(refusal)
    // the listed one counts, so the other may leave
    const own = await app.admin()
    expect(await roleBy(own, own.id, 'USER')).toMatchObject({ account: { role: 'USER' } })
  })
})

describe('setUserMembership', () => {
  const set = `mutation ($id: ID!, $membership: Membership!) {
    setUserMembership(id: $id, membership: $membership) { account { id membership } }
  }`
  const logged: object[] = []
  const note = (fields: object, event: string) => {
    if (event === 'membership.changed') logged.push(fields)
  }
  const log = { debug: note, info: note, warn: note, error: note }
  let closed: TestApp
  let chief: Person
  beforeAll(async () => {
    closed = await createTestApp({ roles: 'app,admin', log, env: { MEMBERSHIP_SELF_SERVICE: 'false' } })
    chief = await closed.admin()
  })
  afterAll(() => closed.close())
  const levelOf = async (person: Person) => (await person.data('{ me { membership } }'))['me']

  it('lets an administrator set the level of any account where accounts cannot, with a line of the log', async () => {
    const [ada, eve] = [await closed.person('ada'), await closed.person('eve')]
    expect(await ada.codes('mutation { updateMembership(membership: VIP) { account { id } } }')).toEqual(['FORBIDDEN'])
    expect(await ada.codes(set, { id: eve.id, membership: 'VIP' })).toEqual(['FORBIDDEN'])
    expect(await closed.stranger().codes(set, { id: eve.id, membership: 'VIP' })).toEqual(['UNAUTHENTICATED'])
    expect(await levelOf(eve)).toEqual({ membership: 'BASIC' })
    logged.length = 0
    const made = { setUserMembership: { account: { id: ada.id, membership: 'VIP' } } }
    expect(await chief.data(set, { id: ada.id, membership: 'VIP' })).toEqual(made)
    expect(await levelOf(ada)).toEqual({ membership: 'VIP' })
    expect(logged).toEqual([{ userId: Number(ada.id), membership: 'VIP' }])
    for (const id of ['999999', '0', 'x'])
      expect(await chief.codes(set, { id, membership: 'VIP' })).toEqual(['NOT_FOUND'])
  })

  it('is a PUT at the admin service too', async () => {
    const ada = await closed.person('ada')
    const put = (id: string, membershipType: unknown) =>
      closed.adminService().rest('PUT', `/api/admin/users/${id}/membership`, { membershipType })
    expect(await put(ada.id, 'VIP')).toMatchObject({ status: 200, text: 'The membership is VIP' })
    expect(await levelOf(ada)).toEqual({ membership: 'VIP' })
    expect(await put('999999', 'VIP')).toMatchObject({ status: 404, body: { detail: 'Not found' } })
    expect(await put(ada.id, 'GOLD')).toMatchObject({ status: 400, body: { detail: 'Bad request' } })
    expect((await put('x', 1)).status).toBe(422)
    expect(await levelOf(ada)).toEqual({ membership: 'VIP' })
  })
})

describe('users(search:)', () => {
  const query =
    'query ($search: String, $after: String, $orderBy: AccountOrder) { users(first: 2, search: $search, after: $after, orderBy: $orderBy) { nodes { username } pageInfo { hasNextPage endCursor } } }'
  const found = async (search: string | null, orderBy: string | null = null) => {
    const names: string[] = []
    for (let after: unknown = null, more = true; more;) {
      const { users } = (await admin.data(query, { search, after, orderBy })) as {
        users: { nodes: { username: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } }
      }
      names.push(...users.nodes.map(({ username }) => username))
      more = users.pageInfo.hasNextPage
      after = users.pageInfo.endCursor
    }
    return names
  }

  beforeAll(async () => {
    for (const [username, handle, email] of [
      ['Zoë', 'zz', 'first@bücher.example'],
      ['under_score', null, 'per%cent@example.org'],
      ['underXscore', null, 'percent@example.org'],
      ['back\\slash', null, 'Mixed.Case@Example.org'],
      ['하늘이', null, 'sky@example.org'],
    ] as const) {
      const input = { username, handle, email, password: 'long enough', eulaAgreed: true, privacyAgreed: true }
      await admin.data('mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }', { input })
    }
  })

  it('lists the newest account first on request, page by page', async () => {
    const oldest = await found('example.org')
    expect(oldest.slice(-4)).toEqual(['under_score', 'underXscore', 'back\\slash', '하늘이'])
    expect(await found('example.org', 'NEWEST')).toEqual(oldest.toReversed())
  })

  it.each([
    ['a part of a name in any case', 'zOË', ['Zoë']],
    ['a handle', 'zz', ['Zoë']],
    ['an address', 'mixed.case@EXAMPLE.org', ['back\\slash']],
    ['a part of an address', 'y@example', ['하늘이']],
    ['a domain as it was entered', 'bücher', ['Zoë']],
    ['a domain in the form of DNS', 'xn--bcher', ['Zoë']],
    ['an underscore, which stands for itself', 'r_s', ['under_score']],
    ['a percent sign, which stands for itself', 'per%', ['under_score']],
    ['a backslash, which stands for itself', 'k\\s', ['back\\slash']],
    ['a run of another script', '늘', ['하늘이']],
    ['outer spaces, which are left out', '  slash ', ['back\\slash']],
    ['nothing that matches', 'nobody has it', []],
  ])('finds %s', async (_what, search, names) => {
    expect(await found(search)).toEqual(names)
  })

  it('lists all accounts without a text, and for one without visible characters, page by page', async () => {
    const all = await found(null)
    expect(all.length).toBeGreaterThan(5)
    for (const search of ['', '   ', '\u200b', '\u00ad', ' \u2060\ufeff ', '\ufe0f\u200d'])
      expect([search, await found(search)]).toEqual([search, all])
    expect(await found('example.org')).toEqual(['under_score', 'underXscore', 'back\\slash', '하늘이'])
  })

  it('refuses a text of more than 200 characters, and one that no store holds', async () => {
    for (const search of ['x'.repeat(201), 'a\0b'])
      expect(await admin.codes(query, { search })).toEqual(['BAD_USER_INPUT'])
  })
})
