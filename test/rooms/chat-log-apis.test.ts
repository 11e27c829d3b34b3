import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildSchema, parse } from 'graphql'
import { createLogger } from '@parley/runtime'
import { buildServiceSchema } from '../support/app/schemas.js'
import { Pipeline } from '../../resolvers/pipeline/pipeline.js'
import { createRequestContext } from '../../resolvers/context/request-context.js'
import { RoomTable } from '../../src/database/tables/rooms.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { LogRoom, storedImage, turn } from '../support/rooms/log-room.js'
import { Person, at } from '../support/app/person.js'

let app: TestApp
let service: Person
let now = Date.parse('2030-01-01T00:00:00Z')
beforeAll(async () => {
  const env = { IMAGE_HOST: 'img.example', LOCAL_MODEL: 'scripted:?delayMs=10&chunks=4' }
  app = await createTestApp({ roles: 'app,chatlog', env, clock: () => now })
  service = app.chatLog()
})
afterAll(() => app.close())

const kinds = [
  { folder: '/doclog/office', rooms: '/api/rooms/officerooms' },
  { folder: '/doclog/chatbot', rooms: '/api/rooms/chatrooms' },
] as const

describe.each(kinds)('a room of both services: $folder', ({ folder, rooms }) => {
  const open = async (person: Person, body: object = {}) => {
    const answer = await person.rest('POST', rooms, body)
    return new LogRoom(service, folder, at(answer.body, 'room_id'), at(answer.body, 'userid'))
  }

  it('is created and written by the application service, and read, changed and emptied by the chat-log service', async () => {
    const ada = await app.person('ada')
    const room = await open(ada)
    expect(room.userId).toBe(ada.id)
    await ada.rest('PUT', `${rooms}/${room.id}/logs`, turn)
    await ada.say(room.id, 'Are you there?')
    await app.idle()
    const { body } = await room.load()
    expect(body).toMatchObject([
      { index: 1, ...turn },
      { index: 2, input_data: 'Are you there?' },
    ])
    expect(Object.keys((body as object[])[0] ?? {})).toEqual(['index', 'input_data', 'output_data', 'timestamp'])
    expect(body).toEqual((await ada.rest('GET', `${rooms}/${room.id}/logs`)).body)

    await room.update(1, { input_data: 'changed' })
    await room.deleteEntry(2)
    await room.save({ input_data: 'from the service' })
    const image = folder === '/doclog/office' ? {} : { img_url: storedImage }
    expect((await ada.rest('GET', `${rooms}/${room.id}/logs`)).body).toMatchObject([
      { index: 1, ...image, input_data: 'changed' },
      { index: 3, ...image, input_data: 'from the service' },
    ])
  })

  it('changes updatedAt with every write of the chat-log service, but not with a replay', async () => {
    const ada = await app.person('ada')
    const room = await open(ada)
    const updatedAt = async () => {
      const { room: read } = await ada.data('query ($id: ID!) { room(id: $id) { updatedAt } }', { id: room.id })
      return Date.parse(at(read, 'updatedAt'))
    }
    const key = { 'Idempotency-Key': 'k' }
    for (const write of [() => room.save({}, key), () => room.update(1), () => room.deleteEntry(1)]) {
      now += 1_000
      expect((await write()).status).toBe(200)
      expect(await updatedAt()).toBe(now)
    }
    await room.save({}, { 'Idempotency-Key': 'other' })
    now += 1_000
    await room.save({}, { 'Idempotency-Key': 'other' })
    await room.load()
    expect(await updatedAt()).toBe(now - 1_000)
    // except when the first try was interrupted between the entry and `updatedAt`
    await app.app.database.write((db) => db.update(RoomTable, { roomId: room.id }, { updatedAt: 0 }))
    await room.save({}, { 'Idempotency-Key': 'other' })
    expect(await updatedAt()).toBe(now)
  })

  it('created by the chat-log service is adopted by the application service, with its log, only for the same user', async () => {
    const room = await LogRoom.create(service, folder, 'somebody')
    await room.save()
    const stranger = app.stranger()
    expect((await stranger.rest('GET', `${rooms}/${room.id}/logs`)).status).toBe(404)
    expect((await stranger.rest('POST', rooms, { userid: 'eve', room_id: room.id })).status).toBe(400)
    expect((await stranger.rest('POST', rooms, { userid: 'somebody', room_id: room.id })).status).toBe(200)
    expect((await stranger.rest('GET', `${rooms}/${room.id}/logs`)).body).toMatchObject([{ index: 1, ...turn }])
  })

  it('deleted by the chat-log service is deleted in both, with its generations and without an effect on other rooms', async () => {
    const ada = await app.person('ada')
    const [room, other] = [await open(ada), await open(ada)]
    const generation = await ada.say(room.id)
    await ada.say(other.id)
    await app.idle()
    for (const wrong of [room.as({ userId: 'eve' }), room.as({ folder: '/doclog/elsewhere' })])
      expect((await wrong.delete()).status).toBe(404)
    expect((await ada.rest('GET', `${rooms}/${room.id}/logs`)).status).toBe(200)

    expect((await room.delete()).status).toBe(200)
    expect((await ada.rest('GET', `${rooms}/${room.id}/logs`)).status).toBe(404)
    expect((await ada.rest('PUT', `${rooms}/${room.id}/logs`, turn)).status).toBe(404)
    const query = `query ($room: ID!, $generation: ID!) {
      room(id: $room) { id } generation(id: $generation) { id } myRooms { nodes { id } }
    }`
    expect(await ada.data(query, { room: room.id, generation })).toEqual({
      room: null,
      generation: null,
      myRooms: { nodes: [{ id: other.id }] },
    })
    expect((await other.load()).body).toHaveLength(1)
    expect((await open(ada, { room_id: room.id })).id).toBe(room.id)
    expect((await room.load()).body).toEqual([])
  })

  it('deleted during a running generation ends it and keeps nothing of it', async () => {
    const ada = await app.person('ada')
    const room = await open(ada)
    await ada.say(room.id)
    expect((await room.delete()).status).toBe(200)
    await app.idle()
    expect(await room.load()).toMatchObject({ status: 404 })
    expect((await open(ada, { room_id: room.id })).id).toBe(room.id)
    expect((await room.load()).body).toEqual([])
  })
})

describe('the service schema', () => {
  const rootFields = (path: string) => {
    const schema = buildSchema(readFileSync(path, 'utf8'))
    const types = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
    return types.flatMap((type) => Object.values(type?.getFields() ?? {}))
  }
  const isPublic = new Set(rootFields('schema/schema.graphql').map(({ name }) => name))
  const serviceFields = rootFields('schema/service.graphql').filter(({ name }) => !isPublic.has(name))
  const input = 'kind: OFFICE, userId: "guest"'
  const room = `${input}, roomId: "00000000-0000-4000-8000-000000000000"`
  const said = `${room}, inputData: "a", outputData: "b"`
  const documents: Readonly<Record<string, string>> = {
    logRoomEntries: `{ logRoomEntries(input: { ${room} }) { nodes { index } } }`,
    createLogRoom: `mutation { createLogRoom(input: { ${input} }) { roomId } }`,
    saveLogRoomEntry: `mutation { saveLogRoomEntry(input: { ${said} }) { roomId } }`,
    updateLogRoomEntry: `mutation { updateLogRoomEntry(input: { ${said}, index: 1 }) { roomId } }`,
    deleteLogRoomEntry: `mutation { deleteLogRoomEntry(input: { ${room}, index: 1 }) { roomId } }`,
    account: '{ account(email: "x@example.com") { id } }',
    admins: '{ admins { account { id } } }',
    createAdmin:
      'mutation { createAdmin(input: { username: "x", email: "x@example.com", password: "long enough" }) { admin { isAdmin } } }',
    createApiKeyFor: 'mutation { createApiKeyFor(input: { accountId: 1, name: "x" }) { text } }',
    createSetUpLink: 'mutation { createSetUpLink }',
    sessionsOf: '{ sessionsOf(accountId: 1) { id } }',
    endSessions: 'mutation { endSessions(accountId: 1) }',
    apiKeysOf: '{ apiKeysOf(accountId: 1) { id } }',
    updateApiKeyOf: 'mutation { updateApiKeyOf(accountId: 1, id: 1, input: {}) { id } }',
    revokeApiKeyOf: 'mutation { revokeApiKeyOf(accountId: 1, id: 1) }',
    bannedAccounts: '{ bannedAccounts { nodes { id } } }',
    deleteAccountOf: 'mutation { deleteAccountOf(accountId: 1) }',
    cancelActiveGeneration: 'mutation { cancelActiveGeneration(id: "x") }',
    setQueuePaused: 'mutation { setQueuePaused(paused: true) { kind } }',
    setRole: 'mutation { setRole(input: { email: "x@example.com", role: ADMIN }) { changed } }',
    deleteLogRoom: `mutation { deleteLogRoom(input: { ${room} }) { deletedRoomId } }`,
    tables: '{ tables }',
  }
  /** Only for the owners of API keys. */
  const keyOwnerFields: Readonly<Record<string, string>> = {
    completionModels: '{ completionModels { name } }',
    completionModel: '{ completionModel(name: "local") { name } }',
    completion:
      'subscription { completion(input: { model: "x", messages: [], stops: [], hasFallback: false, options: "{}" }) { delta } }',
  }
  const adminFields = ['tables']

  it('has these fields beside the public ones', () => {
    expect(serviceFields.map(({ name }) => name).sort()).toEqual(
      Object.keys({ ...documents, ...keyOwnerFields }).sort(),
    )
  })

  it.each(Object.entries({ ...documents, ...keyOwnerFields }))('does not serve %s', async (_name, query) => {
    const { errors } = await app.stranger().graphql(query)
    expect(errors.map(({ extensions }) => extensions.code)).toContain('GRAPHQL_VALIDATION_FAILED')
  })

  it.each(Object.entries(documents))(
    'would allow %s to no caller, or only to administrators, if it were served',
    async (name, query) => {
      const { product } = app.app
      const pipeline = new Pipeline(buildServiceSchema(product), createLogger('silent'))
      const admin = await app.admin()
      const codesFor = async (authorization: string | undefined) => {
        const context = await createRequestContext(product, { authorization, requestId: '', ipAddress: null })
        const { errors = [] } = await pipeline.execute({ document: parse(query), context })
        return errors.map(({ extensions }) => extensions['code'])
      }
      const isAdminField = adminFields.includes(name)
      expect(await codesFor(admin.token)).toEqual(isAdminField ? [] : ['FORBIDDEN'])
      for (const authorization of [undefined, 'Bearer nonsense'])
        expect(await codesFor(authorization)).toEqual([isAdminField ? 'UNAUTHENTICATED' : 'FORBIDDEN'])
    },
  )
})

describe('access', () => {
  it('is open to every client on the loopback: a token of the application service is ignored', async () => {
    const ada = await app.person('ada')
    const room = await LogRoom.create(service, '/doclog/office', ada.id)
    for (const authorization of [`Bearer ${ada.token ?? ''}`, 'Bearer nonsense'])
      expect((await room.save({}, { authorization })).status).toBe(200)
  })

  it('requires the service token, if one is set', async () => {
    const closed = await createTestApp({
      roles: 'app,chatlog',
      env: { SERVICE_TOKEN: 'open-sesame-open-sesame-open-sesame' },
    })
    try {
      const body = { user_id: 'guest' }
      const answers = async (headers: Record<string, string>, path = '/doclog/office/create') =>
        (await closed.chatLog().rest('POST', path, body, headers)).status
      const ada = await closed.person('ada')
      expect(await answers({})).toBe(401)
      expect(await answers({ authorization: 'Bearer open-sesam' })).toBe(401)
      expect(await answers({ authorization: `Bearer ${ada.token ?? ''}` })).toBe(401)
      expect(await answers({}, '/doclog/nothing')).toBe(401)
      expect(await answers({ authorization: 'Bearer open-sesame-open-sesame-open-sesame' })).toBe(200)
      expect((await closed.chatLog().rest('GET', '/health/ready')).status).toBe(200)
    } finally {
      await closed.close()
    }
  })
})
