import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { everyRow } from '@parley/statements'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { Person } from '../support/app/person.js'
import { profileApis } from '../support/accounts/profile-apis.js'
import { proved } from '../support/accounts/proved.js'

const acts = {
  ban: 'mutation ($id: ID!) { banUser(id: $id) { account { id } } }',
  demote: 'mutation ($id: ID!) { setUserRole(id: $id, role: USER) { account { id } } }',
  promote: 'mutation ($id: ID!) { setUserRole(id: $id, role: ADMIN) { account { id } } }',
  unban: 'mutation ($id: ID!) { unbanUser(id: $id) { account { id } } }',
  remove: 'mutation ($id: ID!) { deleteAccount(id: $id) { deletedAccountId } }',
}
type Act = keyof typeof acts

const rounds = 12
const isLast = [
  'CONFLICT',
  'Your account is the last administrator that can sign in: make another account an administrator first',
]

let app: TestApp
let one: Person
let other: Person
beforeAll(async () => {
  app = await createTestApp({ env: { ADMIN_EMAILS: 'listed-graphql@example.com,listed-rest@example.com' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.app.database.write((db) => db.update(UserTable, everyRow, { role: 'USER' }))
  one = await app.admin()
  other = await app.admin()
})

/** The refusal of the act; undefined when it succeeded. */
const refusal = async (person: Person, act: Act, { id }: Person) => {
  const [error] = (await person.graphql(acts[act], { id })).errors
  return error && [error.extensions.code, error.message]
}
/** The usernames of the administrators that are not banned. */
const admins = async () => {
  const accounts = await app.app.database.read((db) => db.select(UserTable, { role: 'ADMIN', bannedAt: null }))
  return accounts.map(({ username }) => username)
}

describe('the last administrator that can sign in', () => {
  beforeEach(async () => {
    expect(await refusal(one, 'ban', other)).toBeUndefined()
  })

  it.each(['demote', 'remove'] as const)('cannot %s its own account', async (act) => {
    expect(await refusal(one, act, one)).toEqual(isLast)
    expect(await admins()).toEqual([one.username])
  })

  it('cannot ban its own account, as no administrator can', async () => {
    expect(await refusal(one, 'ban', one)).toEqual(['FORBIDDEN', 'You cannot ban your own account'])
  })

  it('is not replaced by an administrator that has no way to sign in yet', async () => {
    const create = 'mutation ($input: CreateAccountInput!) { createAccount(input: $input) { account { id } } }'
    const input = { email: 'later@example.com', username: 'later', role: 'ADMIN' }
    expect((await one.graphql(create, { input })).errors).toEqual([])
    for (const act of ['demote', 'remove'] as const) expect(await refusal(one, act, one)).toEqual(isLast)
  })

  it('is refused over REST with 409', async () => {
    const { status, body } = await one.rest('DELETE', `/api/users/${one.id}`)
    expect({ status, body }).toEqual({ status: 409, body: { detail: 'Conflict', message: isLast[1] } })
  })

  it('can do all this to banned administrators, and to itself when another one is left', async () => {
    expect(await refusal(one, 'demote', other)).toBeUndefined()
    const third = await app.admin()
    expect(await refusal(one, 'remove', one)).toBeUndefined()
    expect(await admins()).toEqual([third.username])
  })
})

const pairs = [
  ['ban', 'ban'],
  ['demote', 'demote'],
  ['ban', 'demote'],
  ['remove', 'remove'],
  ['remove', 'ban'],
] as const

describe('two administrators who act on each other at the same time', () => {
  it.each(pairs)('leave one: %s and %s', async (first, second) => {
    for (let round = 0; round < rounds; round += 1) {
      const both = await Promise.all([refusal(one, first, other), refusal(other, second, one)])
      expect(both.filter((refused) => refused === undefined)).toHaveLength(1)
      const [left, ...more] = await admins()
      expect([left, more]).toEqual([both[0] === undefined ? one.username : other.username, []])
      if (both[0] === undefined) other = await app.admin()
      else one = await app.admin()
    }
  })

  it.each(['demote', 'remove'] as const)('leave one when both %s their own accounts', async (act) => {
    for (let round = 0; round < rounds; round += 1) {
      const both = await Promise.all([refusal(one, act, one), refusal(other, act, other)])
      expect(both.filter((refused) => refused === undefined)).toHaveLength(1)
      expect(both).toContainEqual(isLast)
      if (both[0] === undefined) one = await app.admin()
      else other = await app.admin()
    }
  })
})

it('an administrator who loses the role at the same time grants it to no other account', async () => {
  const kim = await app.person('kim')
  for (let round = 0; round < rounds; round += 1) {
    const [lost, granted] = await Promise.all([refusal(one, 'demote', other), refusal(other, 'promote', kim)])
    expect(lost).toBeUndefined()
    if (granted === undefined) expect(await refusal(one, 'demote', kim)).toBeUndefined()
    else expect(granted[0]).toBe('FORBIDDEN')
    expect(await admins()).toEqual([one.username])
    expect(await refusal(one, 'promote', other)).toBeUndefined()
  }
})

describe.each(profileApis)('the last administrator that can sign in, by ADMIN_EMAILS, over $name', (api) => {
  const [old, elsewhere] = [`listed-${api.name.toLowerCase()}`, `elsewhere-${api.name.toLowerCase()}@example.com`]

  it('keeps its mailbox until another account is an administrator, and changes the rest of its profile', async () => {
    const listed = await Person.register(app.url, old)
    const granted = await app.admin()
    await app.app.database.write(async (db) => {
      await db.update(UserTable, everyRow, { role: 'USER' })
      await db.update(UserTable, { id: Number(listed.id) }, proved)
    })
    expect(await api.update(listed, { email: elsewhere })).toBe('CONFLICT')
    const email = `${old.toUpperCase()}@example.com`
    expect(await api.update(listed, { email, username: `${old}-2` })).toMatchObject({ email, username: `${old}-2` })
    expect(await refusal(listed, 'promote', granted)).toBeUndefined()
    expect(await api.update(granted, { email: `x-${elsewhere}` })).toMatchObject({ email: `x-${elsewhere}` })
    expect(await api.update(listed, { email: elsewhere })).toMatchObject({ email: elsewhere })
    expect(await refusal(listed, 'promote', one)).toMatchObject(['FORBIDDEN', expect.anything()])
    expect(await admins()).toEqual([granted.username])
  })
})

describe('the role of a caller that deletes its own account is the current one, not that of its request', () => {
  const remove = ({ id }: Person, role: 'ADMIN' | 'USER') =>
    app.app.product.deletion.account({ kind: 'user', id: Number(id), role }, null)

  it('without the role it deletes its account, and no other', async () => {
    expect(await refusal(one, 'demote', other)).toBeUndefined()
    const another = { kind: 'user', id: Number(other.id), role: 'ADMIN' } as const
    await expect(app.app.product.deletion.account(another, one.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await remove(other, 'ADMIN')).toBe(Number(other.id))
  })

  it('with the role it is refused as the last administrator', async () => {
    expect(await refusal(one, 'ban', other)).toBeUndefined()
    await expect(remove(one, 'USER')).rejects.toMatchObject({ code: isLast[0], message: isLast[1] })
    expect(await admins()).toEqual([one.username])
  })

  it('an administrator who loses the role at the same time deletes its account in every order', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [lost, removed] = await Promise.all([refusal(one, 'demote', other), refusal(other, 'remove', other)])
      expect([undefined, 'NOT_FOUND']).toContain(lost?.[0])
      expect(removed).toBeUndefined()
      other = await app.admin()
    }
  })
})

describe('a banned administrator', () => {
  it('does not lift its own ban by a request at the same time', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [banned, lifted] = await Promise.all([refusal(one, 'ban', other), refusal(other, 'unban', other)])
      expect(banned).toBeUndefined()
      expect([undefined, 'FORBIDDEN', 'UNAUTHENTICATED']).toContain(lifted?.[0])
      expect(await admins()).toEqual([one.username])
      other = await app.admin()
    }
  })

  it('does not lift a ban by a request that began before its own', async () => {
    expect(await refusal(one, 'ban', other)).toBeUndefined()
    const caller = { kind: 'user', id: Number(other.id), role: 'ADMIN' } as const
    await expect(app.app.product.bans.lift(caller, other.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await admins()).toEqual([one.username])
  })
})
