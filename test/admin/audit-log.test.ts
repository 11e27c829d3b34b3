import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { buildSchema } from 'graphql'
import { getMetadataStorage } from 'type-graphql'
import { AuditEntryTable } from '../../src/database/tables/audit-log.js'
import { auditActions } from '../../src/audit/audit-entry.js'
import { actsOfPrograms, auditedActs, sharedActs, type AuditScene } from '../support/accounts/audited-acts.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { allRows } from '../support/app/rows.js'
import { watch } from '../support/app/watch.js'
import { stall, TappedGenerator } from '../support/replies/tapped-generator.js'
import { roomPeople, RoomScene, type RoomPeople } from '../support/rooms/room-scene.js'

interface Entry {
  readonly id: string
  readonly action: string
  readonly actorKind: string
  readonly actorId: string | null
  readonly actorName: string | null
  readonly ipAddress: string | null
  readonly targetKind: string
  readonly targetId: string
  readonly targetLabel: string | null
  readonly details: readonly { readonly name: string; readonly value: string | null }[]
}

const yearMs = 365 * 24 * 60 * 60 * 1000
const fields =
  'id occurredAt action actorKind actorId actorName ipAddress targetKind targetId targetLabel details { name value }'
const list = `query ($first: Int, $after: String, $actions: [AuditAction!], $actorId: ID, $target: AuditTargetInput, $search: String) {
  auditLog(first: $first, after: $after, actions: $actions, actorId: $actorId, target: $target, search: $search) {
    nodes { ${fields} } pageInfo { hasNextPage endCursor }
  }
}`

let now = Date.now()
let tap: TappedGenerator
let app: TestApp
let people: RoomPeople
beforeAll(async () => {
  tap = new TappedGenerator()
  app = await createTestApp({ clock: () => now, roles: 'app,admin', wrap: tap.wrap })
  people = await roomPeople(app)
})
afterAll(() => app.close())

interface Page {
  readonly nodes: readonly Entry[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}
const page = async (variables: object = {}, person: Person = people.admin) =>
  (await person.data(list, variables))['auditLog'] as Page
const entries = async (variables: object = {}) => (await page({ first: 100, ...variables })).nodes

async function sceneOf(): Promise<AuditScene> {
  const room = await RoomScene.set(app, tap, people)
  const { roomId, characterId } = room
  const begin = async () => {
    tap.next = stall({ kind: 'started' })
    const id = await people.ada.say(roomId)
    await watch(people.ada, id, undefined, ({ status }) => status === 'RUNNING')
    return id
  }
  const act = (document: string) => people.admin.data(`mutation { ${document} }`)
  const serve = (document: string) => room.serve(document)
  return { people, roomId, characterId, person: await app.person('eve'), act, serve, begin }
}

const schema = buildSchema(readFileSync('schema/service.graphql', 'utf8'))

it('each mutation of administrators and of the operator is recorded', () => {
  const mutations = getMetadataStorage().mutations.filter(({ schemaName }) =>
    Object.hasOwn(schema.getMutationType()?.getFields() ?? {}, schemaName),
  )
  const limited = mutations.filter(({ roles = [] }) => roles.length > 0).map(({ schemaName }) => schemaName)
  const expected = [...limited.filter((name) => !actsOfPrograms.includes(name)), ...sharedActs]
  expect(Object.keys(auditedActs).sort()).toEqual(expected.sort())
})

describe.each(Object.entries(auditedActs))('%s', (_, { run, records, details }) => {
  it('is recorded with its actor and its values, and without a secret', async () => {
    const scene = await sceneOf()
    const before = (await entries())[0]?.id ?? '0'
    await run(scene)
    const made = (await entries()).filter(({ id }) => Number(id) > Number(before)).reverse()
    expect(made.map(({ action }) => action)).toEqual(records)
    const last = made.at(-1)
    if (!last) return
    const isOperator = { actorKind: 'OPERATOR', actorId: null, actorName: null, ipAddress: null }
    const { id: actorId, username: actorName } = people.admin
    const isAdmin = { actorKind: 'ADMINISTRATOR', actorId, actorName, ipAddress: '127.0.0.1' }
    expect([isOperator, isAdmin]).toContainEqual({
      actorKind: last.actorKind,
      actorId: last.actorId,
      actorName: last.actorName,
      ipAddress: last.ipAddress,
    })
    if (details)
      expect(Object.fromEntries(last.details.map(({ name, value }) => [name, value]))).toEqual(details(scene))
    expect(JSON.stringify((await allRows(app))['audit_log'])).not.toContain('s3cr3t-marker')
  })
})

it('every action can be recorded by an act of the schema or a command', () => {
  const known = Object.values(auditedActs).flatMap(({ records }) => records)
  const ofCommands = ['DATABASE_COMPACTED', 'QUEUE_PAUSED', 'SET_UP_LINK_CREATED']
  expect([...new Set([...known, ...ofCommands])].sort()).toEqual([...auditActions].sort())
})

it('records no act that was refused, that changed nothing, or that a person does to itself', async () => {
  const before = await entries()
  const { admin, ada } = people
  await ada.codes(`mutation { banUser(id: ${admin.id}) { account { id } } }`)
  await admin.codes(`mutation { banUser(id: ${admin.id}) { account { id } } }`)
  await admin.codes('mutation { setUserRole(id: 999999, role: ADMIN) { account { id } } }')
  await admin.data(`mutation { setUserRole(id: ${ada.id}, role: USER) { account { id } } }`)
  const made = await admin.data('mutation { createCharacter(input: { name: "own" }) { character { id } } }')
  const id = at(made, 'createCharacter', 'character', 'id')
  await admin.data(`mutation { updateCharacter(id: ${id}, input: { name: "mine" }) { character { id } } }`)
  await admin.data(`mutation { deleteCharacter(id: ${id}) { deletedCharacterId } }`)
  const leaving = await app.person('leaving')
  await leaving.data('mutation { deleteAccount { deletedAccountId } }')
  expect(await entries()).toEqual(before)
})

it('records an act once, however often it is requested, and one of a room with its change', async () => {
  const scene = await sceneOf()
  const { act, serve, person, roomId, characterId } = scene
  const made = await serve(`createApiKeyFor(input: { accountId: ${person.id}, name: "script" }) { apiKey { id } }`)
  const keyId = at(made, 'createApiKeyFor', 'apiKey', 'id')
  const key = '"6f9619ff-8b86-4d01-b42d-00cf4fc964ff"'
  for (const document of [
    `setUserMembership(id: ${person.id}, membership: VIP) { account { id } }`,
    `banUser(id: ${person.id}, reason: "spam") { account { id } }`,
    `unbanUser(id: ${person.id}) { account { id } }`,
    'setInstallationSetting(input: { name: HELP_URL, value: "/help.html" }) { setting { name } }',
    'setInstallationSetting(input: { name: HELP_URL, value: null }) { setting { name } }',
    'setModelSettings(input: { model: "Local", label: "House", memberships: [VIP] }) { settings { label } }',
    'setModelSettings(input: { model: "Local", label: null, memberships: null }) { settings { label } }',
    `hideCharacter(input: { id: ${characterId}, reason: "spam" }) { character { id } }`,
    `updateCharacter(id: ${characterId}, input: { name: "Ada" }) { character { id } }`,
    `updateRoom(id: "${roomId}", input: { name: "Deck", archived: true }) { room { id } }`,
    `saveLogEntry(input: { roomId: "${roomId}", inputData: "a", outputData: "b", idempotencyKey: ${key} }) { entry { index } }`,
    `truncateLog(roomId: "${roomId}", fromIndex: 2) { deletedFromIndex }`,
  ]) {
    const before = Number((await entries())[0]?.id ?? 0)
    await act(document)
    await act(document)
    const recorded = (await entries()).filter(({ id }) => Number(id) > before)
    expect([document, recorded.length]).toEqual([document, 1])
  }
  const changed = `updateApiKeyOf(accountId: ${person.id}, id: ${keyId}, input: { name: "other" }) { id }`
  const before = await entries()
  await serve(changed)
  await serve(changed)
  expect((await entries()).length).toBe(before.length + 1)
  // refused after the room was found: nothing has changed
  const refused = [
    `updateRoom(id: "${roomId}", input: { model: "unknown" }) { room { id } }`,
    `sendMessage(input: { roomId: "${roomId}", text: "hello", model: "unknown" }) { generation { id } }`,
    `regenerate(roomId: "${roomId}", index: 999) { generation { id } }`,
    `deleteLogEntry(roomId: "${roomId}", index: 999) { deletedIndex }`,
  ]
  for (const document of refused) expect(await people.admin.codes(`mutation { ${document} }`)).not.toEqual([])
  expect((await entries()).length).toBe(before.length + 1)
})

it('records no change of the rooms of a person by itself, or of guests', async () => {
  const before = await entries()
  const { admin } = people
  const own = await admin.room()
  const made = await app.stranger().data('mutation { createOfficeRoom(input: { userId: "guest" }) { room { id } } }')
  for (const roomId of [own, at(made, 'createOfficeRoom', 'room', 'id')]) {
    await admin.data(`mutation { updateRoom(id: "${roomId}", input: { name: "Deck" }) { room { id } } }`)
    await admin.say(roomId)
    await app.idle()
    await admin.data(`mutation { deleteRoom(id: "${roomId}") { deletedRoomId } }`)
  }
  expect(await entries()).toEqual(before)
})

it('records what callers of the REST endpoints do, with their address', async () => {
  const eve = await app.person('eve')
  const made = await eve.data('mutation { createCharacter(input: { name: "Grace" }) { character { id } } }')
  const id = at(made, 'createCharacter', 'character', 'id')
  await people.admin.rest('PUT', `/api/characters/${id}/access-level`, { accessLevel: false })
  const path = `/api/admin/users/${eve.id}/membership`
  expect((await app.adminService().rest('PUT', path, { membershipType: 'VIP' })).status).toBe(200)
  await people.admin.rest('DELETE', `/api/users/${eve.id}`)
  const { id: actorId, username: actorName } = people.admin
  const byAdmin = { actorKind: 'ADMINISTRATOR', actorId, actorName, ipAddress: '127.0.0.1' }
  expect(await entries({ search: eve.username })).toMatchObject([
    { action: 'ACCOUNT_DELETED', targetId: eve.id, ...byAdmin },
    { action: 'MEMBERSHIP_CHANGED', actorKind: 'OPERATOR', actorId: null, ipAddress: '127.0.0.1' },
  ])
  expect(await entries({ target: { kind: 'CHARACTER', id } })).toMatchObject([
    { action: 'CHARACTER_HIDDEN', ...byAdmin },
  ])
})

it('keeps the names of an administrator and of an account that are deleted', async () => {
  const [chief, eve] = [await app.admin(), await app.person('eve')]
  await chief.data(`mutation { deleteAccount(id: ${eve.id}) { deletedAccountId } }`)
  await chief.data('mutation { deleteAccount { deletedAccountId } }')
  expect(await entries({ actorId: chief.id })).toMatchObject([
    { action: 'ACCOUNT_DELETED', actorName: chief.username, targetId: eve.id, targetLabel: eve.username },
  ])
})

it('leads to the account that is the target or that owns it, as long as it exists', async () => {
  const [chief, eve] = [await app.admin(), await app.person('eve')]
  await chief.data(`mutation { setUserMembership(id: ${eve.id}, membership: VIP) { account { id } } }`)
  const made = await eve.data('mutation { createCharacter(input: { name: "shown" }) { character { id } } }')
  const id = at(made, 'createCharacter', 'character', 'id')
  await chief.data(`mutation { hideCharacter(input: { id: ${id}, reason: "spam" }) { character { id } } }`)
  const accounts = async () => {
    const query = 'query ($id: ID) { auditLog(actorId: $id) { nodes { action account { username } } } }'
    return (await people.admin.data(query, { id: chief.id }))['auditLog']
  }
  const account = { username: eve.username }
  const actions = ['CHARACTER_HIDDEN', 'MEMBERSHIP_CHANGED']
  expect(await accounts()).toEqual({ nodes: actions.map((action) => ({ action, account })) })
  await eve.data('mutation { deleteAccount { deletedAccountId } }')
  expect(await accounts()).toEqual({ nodes: actions.map((action) => ({ action, account: null })) })
})

describe('the list', () => {
  let chief: Person
  let eve: Person
  beforeEach(async () => {
    ;[chief, eve] = [await app.admin(), await app.person('eve')]
    for (const level of ['VIP', 'BASIC', 'VIP'])
      await chief.data(`mutation { setUserMembership(id: ${eve.id}, membership: ${level}) { account { id } } }`)
    await chief.data(`mutation { banUser(id: ${eve.id}) { account { id } } }`)
  })

  it('has pages by cursor, the newest first', async () => {
    const all = await entries({ actorId: chief.id })
    expect(all.map(({ action }) => action)).toEqual(['ACCOUNT_BANNED', ...Array<string>(3).fill('MEMBERSHIP_CHANGED')])
    const first = await page({ first: 3, actorId: chief.id })
    expect(first.nodes).toEqual(all.slice(0, 3))
    expect(first.pageInfo.hasNextPage).toBe(true)
    const second = await page({ first: 3, actorId: chief.id, after: first.pageInfo.endCursor })
    expect([second.nodes, second.pageInfo.hasNextPage]).toEqual([all.slice(3), false])
  })

  it('is filtered by actions, by the target, and by a part of a name in any case', async () => {
    const target = { kind: 'ACCOUNT', id: eve.id }
    expect(await entries({ target })).toHaveLength(4)
    expect(await entries({ target, actions: ['ACCOUNT_BANNED', 'BAN_LIFTED'] })).toHaveLength(1)
    expect(await entries({ target: { kind: 'CHARACTER', id: eve.id }, actorId: chief.id })).toEqual([])
    expect(await entries({ search: eve.username.toUpperCase() })).toHaveLength(4)
    expect(await entries({ search: chief.username, actions: ['ACCOUNT_BANNED'] })).toHaveLength(1)
    expect(await entries({ search: 'account_banned', actorId: chief.id })).toHaveLength(1)
    expect(await entries({ search: '%', actorId: chief.id })).toEqual([])
    expect(await people.admin.codes(list, { search: '\0' })).toEqual(['BAD_USER_INPUT'])
  })

  it('is for administrators', async () => {
    expect(await eve.codes('{ auditLog { nodes { id } } }')).toEqual(['UNAUTHENTICATED'])
    expect(await people.ada.codes('{ auditLog { nodes { id } } }')).toEqual(['FORBIDDEN'])
  })
})

it('an entry is deleted after a year, and not before', async () => {
  const start = now
  const count = () => app.app.database.read((db) => db.count(AuditEntryTable))
  const before = await count()
  expect(before).toBeGreaterThan(0)
  try {
    now = start + yearMs - 60 * 60 * 1000
    await app.app.sweeper.sweep()
    expect(await count()).toBe(before)
    now = start + yearMs + 60 * 60 * 1000
    await app.app.sweeper.sweep()
    expect(await count()).toBe(0)
  } finally {
    now = start
  }
})
