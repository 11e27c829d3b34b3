import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { LogEntryTable } from '@parley/chat-log-store/embedded'
import { until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { FileStore } from '../../src/ports/file-store/file-store.js'
import { codeOf } from '../support/accounts/authenticator-app.js'
import { characterApis, made } from '../support/characters/character-apis.js'
import { FailingPort } from '../support/failures/failing-port.js'
import { noise } from '../support/images/pictures.js'
import { openTestImages, type TestImages } from '../support/images/test-bucket.js'
import { LogRoom, turn } from '../support/rooms/log-room.js'
import { at, password, Person } from '../support/app/person.js'
import { allRows } from '../support/app/rows.js'
import { watch, type WatchedEvent } from '../support/app/watch.js'

const removeRoom = 'mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }'
const removeAccount = 'mutation ($id: ID) { deleteAccount(id: $id) { deletedAccountId } }'

let app: TestApp
let ada: Person
let eve: Person
let admin: Person
beforeAll(async () => {
  app = await createTestApp({
    roles: 'app,chatlog',
    env: { LOCAL_MODEL: 'scripted:?delayMs=150', SHARE_LINKS: 'true' },
  })
  ;[ada, eve, admin] = [await app.person(), await app.person(), await app.admin()]
})
afterAll(() => app.close())

/** A running reply, with the events that its watcher gets until its end. */
async function runningReply(person: Person, roomId: string) {
  const id = await person.say(roomId)
  let seen = (): void => undefined
  const began = new Promise<void>((resolve) => (seen = resolve))
  const events = watch(person, id, undefined, (event) => {
    if (event.delta !== '') seen()
    return false
  })
  await began
  return { id, events }
}

async function expectCancelled(events: Promise<WatchedEvent[]>): Promise<void> {
  const seen = await events
  expect(seen.at(-1)).toMatchObject({ status: 'CANCELLED', delta: '', position: null })
  // no earlier event is final
  expect(seen.slice(0, -1).map(({ status }) => status)).not.toContain('CANCELLED')
}

describe.each([
  ['office', 'officerooms', 'office'],
  ['chat', 'chatrooms', 'chatbot'],
] as const)('deleting an %s room', (kind, name, logKind) => {
  it.each([`/api/rooms/${name}`, `/api/${name}`])(
    'deletes the record and the log together: DELETE %s',
    async (path) => {
      const roomId = await ada.room(kind)
      await ada.rest('PUT', `${path}/${roomId}/logs`, turn)
      const log = () => app.chatLog().rest('POST', `/doclog/${logKind}/load_log`, { user_id: ada.id, id: roomId })
      expect((await log()).body).toHaveLength(1)

      const other = kind === 'office' ? 'chatrooms' : 'officerooms'
      expect((await ada.rest('DELETE', `/api/rooms/${other}/${roomId}`)).status).toBe(404)
      expect((await eve.rest('DELETE', `${path}/${roomId}`)).status).toBe(404)
      expect((await app.stranger().rest('DELETE', `${path}/${roomId}`)).status).toBe(401)
      expect(await ada.rest('DELETE', `${path}/${roomId}`)).toMatchObject({ status: 204, text: '' })

      expect((await ada.rest('GET', `${path}/${roomId}/logs`)).status).toBe(404)
      expect((await ada.rest('DELETE', `${path}/${roomId}`)).status).toBe(404)
      expect((await log()).status).toBe(404)
    },
  )

  it('ends the running reply, notifies its watchers, and leaves no data', async () => {
    const roomId = await ada.room(kind)
    const { id, events } = await runningReply(ada, roomId)
    expect(await ada.data(removeRoom, { id: roomId.toUpperCase() })).toEqual({ deleteRoom: { deletedRoomId: roomId } })
    await expectCancelled(events)
    await app.idle()
    expect(await ada.data('query ($id: ID!) { generation(id: $id) { id } }', { id })).toEqual({ generation: null })
    await expect(watch(ada, id)).rejects.toThrow('NOT_FOUND')
    expect(await ada.codes(removeRoom, { id: roomId })).toEqual(['NOT_FOUND'])
    expect(await eve.codes(removeRoom, { id: await ada.room(kind) })).toEqual(['NOT_FOUND'])
  })

  it('of a room without an owner requires only its UUID', async () => {
    const { body } = await app.stranger().rest('POST', `/api/${name}`, { userid: 'guest' })
    const { id, room_id: roomId } = body as { id: number; room_id: string }
    expect((await app.stranger().rest('DELETE', `/api/${name}/${id}`)).status).toBe(404)
    expect((await app.stranger().rest('DELETE', `/api/${name}/${roomId}`)).status).toBe(204)
    expect((await app.stranger().rest('DELETE', `/api/${name}/${roomId}`)).status).toBe(404)
  })

  it('is allowed to admins, by its number too', async () => {
    const { body } = await ada.rest('POST', `/api/${name}`, {})
    expect((await admin.rest('DELETE', `/api/${name}/${(body as { id: number }).id}`)).status).toBe(204)
    expect((await admin.rest('DELETE', `/api/${name}/${await ada.room(kind)}`)).status).toBe(204)
  })
})

describe.each(characterApis.map((api) => [api.name, api] as const))('deleting a character over %s', (_name, api) => {
  it('deletes its likes and every room with it, and ends the replies there', async () => {
    const id = await made(api, ada, { name: 'Grace' })
    await api.like(eve, id, true)
    const made_ = await eve.data('mutation ($id: ID) { createChatRoom(input: { characterId: $id }) { room { id } } }', {
      id,
    })
    const roomId = at(made_, 'createChatRoom', 'room', 'id')
    const { events } = await runningReply(eve, roomId)
    expect(await api.delete(ada, id)).toBe('deleted')
    await expectCancelled(events)
    expect(await eve.data('query ($id: ID!) { room(id: $id) { id } }', { id: roomId })).toEqual({ room: null })
    const log = new LogRoom(app.chatLog(), '/doclog/chatbot', roomId, eve.id)
    expect((await log.load()).status).toBe(404)
    expect(await api.delete(ada, id)).toBe('NOT_FOUND')
    expect(await api.like(eve, id, true)).toBe('NOT_FOUND')
    const { character_likes: likes = [] } = await allRows(app)
    expect(likes).toEqual([])
  })

  it('is allowed to admins', async () => {
    expect(await api.delete(admin, await made(api, ada, { name: 'Grace', isPublic: false }))).toBe('deleted')
  })
})

describe('deleting an account', () => {
  const apis = [
    ['GraphQL', async (person: Person, id?: string) => (await person.codes(removeAccount, { id }))[0]],
    [
      'REST',
      async (person: Person, id = person.id) => {
        const { status } = await person.rest('DELETE', `/api/users/${id}`)
        return { 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN', 404: 'NOT_FOUND' }[status]
      },
    ],
  ] as const

  it.each(apis)('over %s is allowed to the account and to admins', async (_face, remove) => {
    const leaving = await app.person('leaving')
    expect(await remove(eve, leaving.id)).toBe('FORBIDDEN')
    expect(await remove(app.stranger(), leaving.id)).toBe('UNAUTHENTICATED')
    for (const person of [eve, admin]) expect(await remove(person, '999999')).toBe('NOT_FOUND')
    expect((await leaving.rest('GET', '/api/users/profile')).status).toBe(200)
    expect(await remove(leaving)).toBeUndefined()
    expect(await remove(leaving)).toBe('UNAUTHENTICATED')
    expect(await remove(admin, leaving.id)).toBe('NOT_FOUND')
    const removed = await app.person('removed')
    expect(await remove(admin, removed.id)).toBeUndefined()
    expect((await removed.rest('GET', '/api/users/profile')).status).toBe(401)
  })

  it('ends its tokens at once, on sockets too', async () => {
    const leaving = await app.person('leaving')
    const socket = leaving.socket()
    const me = async () =>
      (await socket.iterate({ query: '{ me { id } myRooms { nodes { id } } }' }).next()).value as object
    expect(await me()).toMatchObject({ data: { me: { id: leaving.id } } })
    expect(await leaving.rest('DELETE', `/api/users/${leaving.id}`)).toMatchObject({ status: 204, text: '' })
    expect(await me()).toMatchObject({
      data: { me: null, myRooms: null },
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }, { extensions: { code: 'UNAUTHENTICATED' } }],
    })
    await socket.dispose()
    const unauthorized = '{"detail":"Unauthorized","message":"Invalid or expired token"}'
    const requests = [
      ['GET', '/api/users/profile'],
      ['DELETE', `/api/users/${leaving.id}`],
      ['POST', '/api/rooms/officerooms'],
    ] as const
    for (const [method, path] of requests)
      expect(await leaving.rest(method, path)).toMatchObject({ status: 401, text: unauthorized })
  })

  it('ends its replies, even in a room of another account, and the next queued one starts', async () => {
    const leaving = await app.admin()
    const [own, foreign] = [await leaving.room(), await eve.room('chat')]
    const [office, chat] = await Promise.all([runningReply(leaving, own), runningReply(leaving, foreign)])
    const next = await eve.say(await eve.room())
    const queued = watch(eve, next, undefined, ({ status }) => status === 'QUEUED')
    expect((await queued).at(-1)).toMatchObject({ status: 'QUEUED' })
    expect((await leaving.rest('DELETE', `/api/users/${leaving.id}`)).status).toBe(204)
    const running = watch(eve, next, undefined, ({ status }) => status === 'RUNNING')
    // the account's sockets end as well, and a check of the sessions can come before the last event
    const orClosed = (error: unknown) => expect(String(error)).toBe('Error: closed: 4401 Account deleted')
    const ended = [office, chat].map(({ events }) => expectCancelled(events).catch(orClosed))
    await Promise.all([...ended, running])
    expect((await eve.rest('GET', `/api/chatrooms/${foreign}/logs`)).body).toEqual([])
    await eve.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', { id: next })
    await app.idle()
  })

  it.each([
    ['seven', 'int_parsing'],
    ['0', 'greater_than'],
  ])('names the id %s', async (id, type) => {
    expect(await ada.rest('DELETE', `/api/users/${id}`)).toMatchObject({
      status: 422,
      body: { detail: [{ location: ['path', 'id'], type }] },
    })
  })

  it('deletes what the chat-log service has under its number, and nothing that guests have there', async () => {
    const leaving = await app.person('leaving')
    const services = await LogRoom.create(app.chatLog(), '/doclog/office', leaving.id)
    const guest = app.stranger()
    const path = '/api/rooms/officerooms'
    const made = await guest.rest('POST', path, { user_id: leaving.id })
    const guests = new LogRoom(app.chatLog(), '/doclog/office', at(made.body, 'room_id'), leaving.id)
    for (const room of [services, guests]) expect((await room.save()).status).toBe(200)
    const generation = await ada.say(guests.id)
    await app.idle()
    expect((await leaving.rest('DELETE', `/api/users/${leaving.id}`)).status).toBe(204)
    await app.app.product.purger.idle()
    expect((await services.load()).status).toBe(404)
    expect((await guests.load()).body).toHaveLength(2)
    expect((await guest.rest('GET', `${path}/${guests.id}/logs`)).body).toHaveLength(2)
    expect((await ada.rest('GET', `/generations/${generation}`)).status).toBe(200)
    expect((await guest.rest('DELETE', `${path}/${guests.id}`)).status).toBe(204)
  })

  it('leaves its number, name and address to the audit log alone', async () => {
    const username = 'eloped-one'
    const email = `${username}@example.com`
    const invite = 'mutation ($email: String) { createInvitation(input: { email: $email }) { url } }'
    const { createInvitation } = await admin.data(invite, { email })
    const invitationToken = at(createInvitation, 'url').split('=').at(-1)
    const input = { username, email, password, invitationToken, eulaAgreed: true, privacyAgreed: true }
    const made = await app
      .stranger()
      .data('mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }', { input })
    const id = at(made, 'register', 'account', 'id')
    await admin.data(
      `mutation { createPasswordLink(input: { accountId: ${id} }) { url } setUserMembership(id: ${id}, membership: VIP) { __typename } }`,
    )
    const login = 'mutation ($input: LoginInput!) { login(input: $input) { token } }'
    const signedIn = await app.stranger().data(login, { input: { email, password } })
    const leaving = new Person(app.url, id, username, at(signedIn, 'login', 'token'))
    const { startTotp } = await leaving.data('mutation { startTotp { challenge secret } }')
    const proof = { challenge: at(startTotp, 'challenge'), code: codeOf(at(startTotp, 'secret'), Date.now()) }
    await leaving.data('mutation ($input: AddTotpInput!) { addTotp(input: $input) { factor { id } } }', {
      input: proof,
    })
    await leaving.data(
      'mutation { startTotp { challenge } createApiKey(input: { name: "script", scopes: [API] }) { text } exportMyData { dataExport { id } } }',
    )
    const roomId = await leaving.room()
    await leaving.say(roomId)
    await app.idle()
    const book = await leaving.data('mutation { createLorebook(input: { name: "x" }) { lorebook { id } } }')
    const lorebookId = at(book, 'createLorebook', 'lorebook', 'id')
    await leaving.data('mutation ($input: LorebookUseInput!) { attachLorebook(input: $input) { lorebook { id } } }', {
      input: { lorebookId, roomId },
    })
    await leaving.data('mutation { createPersona(input: { name: "x" }) { persona { id } } }')
    await leaving.data(`mutation { createShareLink(roomId: "${roomId}") { shareLink { id } } }`)
    const isOf = (row: Record<string, unknown>) =>
      JSON.stringify(row).includes(username) ||
      ['userId', 'ownerId', 'callerId', 'actorId'].some((column) => String(row[column]) === id)
    const tablesWith = async () =>
      Object.entries(await allRows(app)).flatMap(([name, rows]) => (rows.some(isOf) ? [name] : []))
    expect(await tablesWith()).toEqual(
      expect.arrayContaining([
        ...['api_keys', 'audit_log', 'data_exports', 'factor_challenges', 'invitations', 'lorebooks'],
        'model_usage',
        'personas',
        ...['password_links', 'recovery_codes', 'second_factors', 'sessions', 'share_links', 'terms_agreements'],
        'users',
      ]),
    )
    await leaving.data(removeAccount)
    await app.app.product.purger.idle()
    expect(await tablesWith()).toEqual(['audit_log'])
  })

  it('does not reuse its number, and frees its name and address', async () => {
    const leaving = await app.person('leaving')
    const { username } = leaving
    await leaving.data(removeAccount)
    const input = { username, email: `${username}@example.com`, password: 'long enough' }
    const agreed = { eulaAgreed: true, privacyAgreed: true }
    const register = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
    const again = await app.stranger().data(register, { input: { ...input, ...agreed } })
    expect(Number(at(again, 'register', 'account', 'id'))).toBeGreaterThan(Number(leaving.id))
    expect((await leaving.rest('GET', '/api/users/profile')).status).toBe(401)
  })
})

describe('deleting a character with a picture, during an outage of the file store', () => {
  let files: FailingPort<FileStore> | undefined
  let now = Date.now()
  let other: TestApp
  let person: Person
  let stored: TestImages
  let picture: Buffer
  beforeAll(async () => {
    picture = await noise(6, 4).png().toBuffer()
    const wrap = {
      fileStore: (store: FileStore) => (files = new FailingPort(store, { streams: ['list'] })).port,
    }
    other = await createTestApp({ clock: () => now, wrap })
    person = await other.person('ada')
    stored = await openTestImages({ dataDir: other.dataDir, database: other.app.database })
  })
  afterAll(async () => {
    await stored.close()
    await other.close()
  })

  const upload = async (key: string) => {
    const form = new FormData()
    form.set('image', new Blob([new Uint8Array(picture)]), 'a.png')
    const { body } = await person.rest('POST', '/images', form, { 'idempotency-key': key })
    return { imageId: at(body, 'id'), imageUrl: at(body, 'url') }
  }
  const isStored = async (id: string) => (await stored.store.find(id)) !== undefined
  const create = (name: string, imageUrl: string) => made(characterApis[0], person, { name, imageUrl })
  const remove = async (id: string) => expect((await person.rest('DELETE', `/api/characters/${id}`)).status).toBe(204)
  const removeInOutage = async (id: string) => {
    if (files) files.isDown = true
    await remove(id)
    files?.heal()
  }
  const later = async () => {
    now += 61_000
    await other.app.product.purger.round()
    await other.app.product.purger.idle()
  }

  it('deletes the file later, unless another character shows it', async () => {
    const { imageId, imageUrl } = await upload('first')
    const copy = await create('Copy', imageUrl)
    await remove(await create('Grace', imageUrl))
    expect(await isStored(imageId)).toBe(true)
    await removeInOutage(copy)
    expect(await isStored(imageId)).toBe(true)
    await later()
    expect(await isStored(imageId)).toBe(false)
  })

  it('keeps a file that a retry of its upload has stored again', async () => {
    const { imageId, imageUrl } = await upload('second')
    await removeInOutage(await create('Grace', imageUrl))
    expect(await upload('second')).toEqual({ imageId, imageUrl })
    await later()
    expect(await isStored(imageId)).toBe(true)
  })
})

describe('deleting an account with many entries', () => {
  const count = 20_000
  let other: TestApp
  let leaving: Person
  let staying: Person
  let rooms: string[] = []
  beforeEach(async () => {
    other = await createTestApp({ roles: 'app,chatlog', embedded: true })
    ;[leaving, staying] = [await other.person('leaving'), await other.person('staying')]
    rooms = [await leaving.room('office'), await leaving.room('chat')]
    const document = { inputData: 'Hello', outputData: 'Ahoy', imgUrl: null, version: 1, createdAt: 1 }
    for (const roomId of rooms)
      for (let from = 0; from < count / 2; from += 1_000) {
        const rows = Array.from({ length: 1_000 }, (_, n) => ({ roomId, index: from + n + 1, source: null, document }))
        await other.app.database.write((db) => db.insert(LogEntryTable, rows))
      }
  })
  afterEach(() => other.close())

  const entries = () => other.app.database.read((db) => db.count(LogEntryTable))
  const remove = () => leaving.rest('DELETE', `/api/users/${leaving.id}`)

  it('answers others between two steps, while nothing is left of the account for any client', async () => {
    const removed = remove()
    await until('some of the entries are gone', entries, (left) => left > 0 && left < count)
    expect((await staying.rest('GET', '/api/users/profile')).status).toBe(200)
    expect((await leaving.rest('GET', '/api/users/profile')).status).toBe(401)
    const key = { user_id: leaving.id, id: rooms[0] }
    expect((await other.chatLog().rest('POST', '/doclog/office/load_log', key)).status).toBe(404)
    expect((await removed).status).toBe(204)
    await until('all entries are gone', entries, (left) => left === 0)
  })

  it('goes on after a stop', async () => {
    const removed = remove().catch(() => undefined)
    await until('some of the entries are gone', entries, (left) => left < count)
    const { dataDir, databaseUrl } = other
    await other.stop()
    await removed
    other = await createTestApp({ roles: 'app,chatlog', embedded: true, dataDir, databaseUrl })
    await until('all entries are gone', entries, (left) => left === 0)
    await until('nothing is left to do', async () => ((await allRows(other))['purges'] ?? []).length === 0)
  })
})
