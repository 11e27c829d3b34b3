import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { CharacterTable, LikeTable } from '../../src/database/tables/characters.js'
import { RoomTable } from '../../src/database/tables/rooms.js'
import { SecondFactorTable } from '../../src/database/tables/second-factors.js'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { readerOf, writerOf } from '../support/app/raw-sql.js'
import { save } from '../support/rooms/log-queries.js'
import type { AbstractLogger, DataSource } from 'typeorm'

const rows = 100

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.admin()
  // different owners: a single one would need no batching
  const owners = await Promise.all(Array.from({ length: 5 }, () => app.person('owner')))
  await fill(owners.map(({ id }) => Number(id)))
})
afterAll(() => app.close())

async function fill(ownerIds: readonly number[]): Promise<void> {
  const times = { createdAt: 1, updatedAt: 1 }
  await app.app.database.write(async (db) => {
    for (let at = 0; at < rows; at += 1) {
      const character = { name: `c${at}`, nameKey: `c${at}`, greeting: null, context: null, imageUrl: null }
      const ownerId = ownerIds[at % ownerIds.length] ?? 0
      await db.insert(CharacterTable, { ...character, isPublic: true, ownerId, ...times })
      const { id: characterId } = await db.selectOneOrThrow(CharacterTable, { name: character.name })
      const roomId = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
      const room = { roomId, kind: 'character' as const, ownerId: Number(admin.id), userId: admin.id, characterId }
      await db.insert(RoomTable, { ...room, name: null, roomType: null, ...times })
      const email = `account${at}@example.com`
      const names = { username: `account${at}`, usernameKey: `account${at}`, email, emailKey: email }
      const userId = await db.insertReturningId(UserTable, { ...names, passwordHash: null, ...times })
      await db.insert(SecondFactorTable, { userId, kind: 'TOTP', name: 'App', createdAt: 1 })
      const fans = [...ownerIds, Number(admin.id)]
      await db.insert(
        LikeTable,
        fans.map((userId) => ({ userId, characterId, createdAt: at })),
      )
    }
  })
}

/** The statements of an operation: the minimum of three runs, since timers of the app also run statements. */
async function fewestStatements(document: string, first: number): Promise<number> {
  const counts = [await statementsOf(document, first), await statementsOf(document, first)]
  return Math.min(...counts, await statementsOf(document, first))
}

async function statementsOf(document: string, first: number): Promise<number> {
  // the settings of the installation are read again once a second
  await admin.data('{ me { id } }')
  return countStatements(readerOf(app.app.database), async () => {
    const data = await admin.data(document, { first })
    const [list] = Object.values(data) as { nodes: unknown[] }[]
    expect(list?.nodes).toHaveLength(first)
  })
}

async function countStatements(source: DataSource, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const before = source.logger
  const counting: Pick<AbstractLogger, 'logQuery'> = { logQuery: () => void (count += 1) }
  source.logger = Object.assign(Object.create(before) as typeof before, counting)
  try {
    await work()
  } finally {
    source.logger = before
  }
  return count
}

it.each([
  [
    'characters',
    'query ($first: Int!) { characters(first: $first) { nodes { name likeCount likedByMe imageUrl owner { username } } } }',
  ],
  ['all characters', 'query ($first: Int!) { allCharacters(first: $first) { nodes { name owner { username } } } }'],
  [
    'rooms',
    'query ($first: Int!) { myRooms(first: $first) { nodes { id activeGeneration { id } ... on ChatRoom { character { name owner { username } } } } } }',
  ],
  [
    'accounts',
    'query ($first: Int!) { users(first: $first) { nodes { role roleManagedBy secondFactors { kind } recoveryCodesLeft } } }',
  ],
  [
    'likes',
    'query ($first: Int!) { myLikes(first: $first) { nodes { user { username } character { name owner { username } } } } }',
  ],
  [
    'characters with their likes',
    'query ($first: Int!) { characters(first: $first) { nodes { name likes(first: 3) { nodes { user { username } } } } } }',
  ],
])('a list of %s needs as many statements for 100 rows as for 10', async (_name, document) => {
  const ten = await fewestStatements(document, 10)
  expect(ten).toBeGreaterThan(1)
  expect(await fewestStatements(document, rows)).toBe(ten)
})

it('a page of a log is read in at most one statement', async () => {
  const roomId = await admin.room('office')
  await admin.data(save, { input: { roomId, inputData: 'a', outputData: 'b' } })
  const room = 'query ($first: Int!, $id: ID!) { room(id: $id) { id entries(first: $first) { nodes { index } } } }'
  const counts = { withEntries: Infinity, without: Infinity }
  const run = (document: string) =>
    countStatements(readerOf(app.app.database), () => admin.data(document, { id: roomId, first: 5 }))
  for (let round = 0; round < 3; round += 1) {
    counts.withEntries = Math.min(counts.withEntries, await run(room))
    counts.without = Math.min(counts.without, await run('query ($id: ID!) { room(id: $id) { id } }'))
  }
  expect(counts.withEntries).toBeLessThanOrEqual(counts.without + 1)
})

it('the loss of a role needs as many statements as its grant', async () => {
  const { id } = await app.person('kim')
  const counts = { ADMIN: Infinity, USER: Infinity }
  const setRole = 'mutation ($id: ID!, $role: Role!) { setUserRole(id: $id, role: $role) { account { id } } }'
  for (let round = 0; round < 3; round += 1)
    for (const role of ['ADMIN', 'USER'] as const) {
      const count = await countStatements(writerOf(app.app.database), () => admin.data(setRole, { id, role }))
      counts[role] = Math.min(counts[role], count)
    }
  expect(counts.ADMIN).toBeGreaterThan(1)
  expect(counts.USER).toBe(counts.ADMIN)
})
