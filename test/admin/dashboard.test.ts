import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CharacterTable } from '../../src/database/tables/characters.js'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { createTestDatabase, ServerProxy } from '@parley/testing'

const dayMs = 24 * 60 * 60 * 1000
const now = Date.parse('2030-06-15T12:00:00Z')
const statsPath = '/api/admin/users/stats'
const charactersPath = '/api/admin/characters'

const openAdminApp = (options: TestAppOptions = {}) =>
  createTestApp({ roles: 'app,admin', clock: () => now, ...options })

describe('the figures of the dashboard', () => {
  let app: TestApp
  let admin: Person
  beforeAll(async () => {
    app = await openAdminApp()
    admin = await app.admin()
  })
  afterAll(() => app.close())

  const apis = [
    [
      'GraphQL',
      async () => {
        const { userStats } = await admin.data(
          '{ userStats { totalUsers activeUsers memberships { membership count } } }',
        )
        return userStats
      },
    ],
    [
      'REST',
      async () => {
        const { body } = await app.adminService().rest('GET', statsPath)
        const { membershipStats, ...rest } = body as { membershipStats: { membership_type: string; count: number }[] }
        const memberships = membershipStats.map(({ membership_type, count }) => ({
          membership: membership_type,
          count,
        }))
        return { ...rest, memberships }
      },
    ],
  ] as const

  it.each(apis)('count the accounts, those active within 7 days and each membership: %s', async (_face, stats) => {
    await app.app.database.write((db) => db.delete(UserTable, { role: 'USER' }))
    expect(await stats()).toEqual({
      totalUsers: 1,
      activeUsers: 1,
      memberships: [{ membership: 'BASIC', count: 1 }],
    })
    const [edge, late, vip] = [await app.person(), await app.person(), await app.person()]
    await app.app.database.write(async (db) => {
      await db.update(UserTable, { id: Number(edge.id) }, { updatedAt: now - 7 * dayMs + 1 })
      await db.update(UserTable, { id: Number(late.id) }, { updatedAt: now - 7 * dayMs })
      await db.update(UserTable, { id: Number(vip.id) }, { membership: 'VIP' })
    })
    expect(await stats()).toEqual({
      totalUsers: 4,
      activeUsers: 3,
      memberships: [
        { membership: 'BASIC', count: 3 },
        { membership: 'VIP', count: 1 },
      ],
    })
  })
})

describe('the characters of the dashboard', () => {
  let app: TestApp
  let owner: Person
  const newestFirst: string[] = []
  beforeAll(async () => {
    app = await openAdminApp()
    owner = await app.person('owner')
    await app.app.database.write(async (db) => {
      for (let number = 1; number <= 130; number += 1) {
        const name = `Character ${number}`
        // created in another order than their ids, ten at each instant
        const createdAt = now - ((number * 37) % 13)
        const ownerId = number === 7 ? null : Number(owner.id)
        const values = { name, nameKey: name, isPublic: number % 2 === 0, ownerId, createdAt, updatedAt: now }
        await db.insert(CharacterTable, values)
      }
      const rows = await db.select(CharacterTable, {}, { orderBy: { createdAt: 'desc', id: 'desc' } })
      newestFirst.push(...rows.map(({ id }) => String(id)))
    })
  })
  afterAll(() => app.close())

  const idsOf = (rows: unknown) => (rows as { id: number | string }[]).map(({ id }) => String(id))

  it('include all of them, newest first, in pages over GraphQL', async () => {
    const admin = await app.admin()
    const query = `query ($after: String) {
      allCharacters(first: 50, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
    }`
    const found: string[] = []
    for (let after: unknown; after !== null;) {
      const { allCharacters } = await admin.data(query, { after })
      const { nodes, pageInfo } = allCharacters as {
        nodes: object[]
        pageInfo: { hasNextPage: boolean; endCursor: string }
      }
      found.push(...idsOf(nodes))
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    }
    expect(found).toEqual(newestFirst)
  })

  it('are filtered by a part of the name, by visibility, and by whether an administrator has hidden them', async () => {
    const admin = await app.admin()
    const hidden = newestFirst[0] ?? ''
    const set = (hiddenByAdmin: boolean) =>
      app.app.database.write((db) => db.update(CharacterTable, { id: Number(hidden) }, { hiddenByAdmin }))
    await set(true)
    const query = `query ($search: String, $visibility: Visibility, $hiddenByAdmin: Boolean) {
      allCharacters(first: 100, search: $search, visibility: $visibility, hiddenByAdmin: $hiddenByAdmin) {
        nodes { id name visibility }
      }
    }`
    const list = async (filter: object) =>
      ((await admin.data(query, filter))['allCharacters'] as { nodes: { id: string; name: string }[] }).nodes
    const found = await list({ search: 'ter 12' })
    expect(found.map(({ name }) => name).sort()).toEqual(
      [12, ...Array.from({ length: 10 }, (_, index) => 120 + index)].map((number) => `Character ${number}`).sort(),
    )
    expect(idsOf(found)).toEqual(newestFirst.filter((id) => idsOf(found).includes(id)))
    const shown = await list({ visibility: 'PUBLIC' })
    expect(shown).toHaveLength(65)
    expect(new Set(shown.map((row) => ('visibility' in row ? row.visibility : '')))).toEqual(new Set(['PUBLIC']))
    expect(idsOf(await list({ hiddenByAdmin: true }))).toEqual([hidden])
    expect(idsOf(await list({ hiddenByAdmin: false }))).not.toContain(hidden)
    expect(await list({ search: 'nothing of this name' })).toEqual([])
    expect(await admin.codes(query, { search: 'x'.repeat(201) })).toEqual(['BAD_USER_INPUT'])
    expect(await owner.codes(query, {})).toEqual(['FORBIDDEN'])
    await set(false)
  })

  it('are one complete array over REST unless a limit is sent', async () => {
    const service = app.adminService()
    const whole = await service.rest('GET', charactersPath)
    expect(idsOf(whole.body)).toEqual(newestFirst)
    expect(whole.headers.get('link')).toBeNull()
    const first = await service.rest('GET', `${charactersPath}?limit=100`)
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await service.rest('GET', next)
    expect(second.headers.get('link')).toBeNull()
    expect([...idsOf(first.body), ...idsOf(second.body)]).toEqual(newestFirst)
    expect(await service.rest('GET', `${charactersPath}?limit=0`)).toMatchObject({ status: 422 })
    expect(await service.rest('GET', `${charactersPath}?cursor=nonsense`)).toMatchObject({ status: 422 })
  })

  it('have the columns of the table and the name of their owner', async () => {
    const { body } = await app.adminService().rest('GET', charactersPath)
    const found = new Map((body as { name: string }[]).map((row) => [row.name, row]))
    expect(found.get('Character 1')).toEqual({
      id: expect.any(Number),
      name: 'Character 1',
      greeting: null,
      context: null,
      image_url: null,
      access_level: false,
      user_id: Number(owner.id),
      created_at: new Date(now - 11).toISOString(),
      updated_at: new Date(now).toISOString(),
      username: owner.username,
    })
    expect(found.get('Character 2')).toMatchObject({ access_level: true })
    expect(found.get('Character 7')).toMatchObject({ user_id: null, username: null })
  })
})

describe('the dashboard without its database', () => {
  it('answers 500 with an error, without the cause', async () => {
    const database = await createTestDatabase()
    const proxy = database && (await ServerProxy.open(database.url))
    const app = await openAdminApp({ databaseUrl: proxy?.url })
    await (proxy ? proxy.cut() : app.app.database.close())
    for (const path of [statsPath, charactersPath]) {
      const { status, body } = await app.adminService().rest('GET', path)
      expect({ status, body }).toEqual({ status: 500, body: { error: proxy ? 'Database error' : 'Server error' } })
    }
    await proxy?.lay()
    await app.close()
    await proxy?.cut()
    await database?.drop()
  })
})
