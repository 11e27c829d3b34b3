import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ExecutionResult } from 'graphql'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { LogRoom } from '../support/rooms/log-room.js'
import { at, Person } from '../support/app/person.js'

const minute = 60_000
const turn = { input_data: 'Hello', output_data: 'Ahoy' }

const createRoom = `mutation ($input: OfficeRoomInput) { createOfficeRoom(input: $input) { room { id } } }`
const save = 'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }'
const update = 'mutation ($input: UpdateLogEntryInput!) { updateLogEntry(input: $input) { entry { index } } }'
const choose = `mutation ($roomId: ID!) {
  chooseAlternative(roomId: $roomId, index: 1, alternative: 1) { entry { index } }
}`

let now = Date.now()
let app: TestApp

/** Each test uses its own addresses. */
let networks = 0
function newAddress(): string {
  networks += 1
  return `198.51.100.${String(networks)}`
}

/** A caller at an address; without an account unless `by` has one. */
class Caller {
  constructor(
    readonly address: string,
    private readonly by: Person = app.stranger(),
  ) {}

  async rest(method: string, path: string, body?: unknown) {
    return this.by.rest(method, path, body, { 'x-forwarded-for': this.address })
  }

  async createRoom(): Promise<string> {
    return at((await this.postRoom()).body, 'room_id')
  }

  postRoom(texts: object = {}) {
    return this.rest('POST', '/api/rooms/officerooms', { user_id: 'guest', ...texts })
  }

  write(roomId: string, texts: object = {}) {
    return this.rest('PUT', `/api/rooms/officerooms/${roomId}/logs`, { ...turn, ...texts })
  }

  /** The codes of the errors of an operation over HTTP. */
  async codes(query: string, variables: object): Promise<unknown[]> {
    const { body } = await this.rest('POST', '/graphql', { query, variables })
    const { errors = [] } = body as { errors?: { extensions: { code: unknown } }[] }
    return errors.map(({ extensions }) => extensions.code)
  }

  /** Like `codes`, over a socket. */
  async codesOverSocket(query: string, variables: Record<string, unknown>): Promise<unknown[]> {
    const client = this.by.socket({ 'x-forwarded-for': this.address })
    try {
      const next = await client.iterate({ query, variables }).next()
      const { errors = [] } = next.value as ExecutionResult
      return errors.map(({ extensions }) => extensions['code'])
    } finally {
      await client.dispose()
    }
  }
}

const refusal = { status: 429, body: { detail: 'Too many requests' } }
const settings = (limits: object, more: object = {}) => ({
  roles: 'app,chatlog' as const,
  clock: () => now,
  env: { RATE_LIMITS: JSON.stringify(limits), TRUSTED_PROXIES: '127.0.0.1', ...more },
})

describe('without an account', () => {
  beforeAll(async () => {
    app = await createTestApp(settings({ register: { perAddress: false } }))
  })
  afterAll(() => app.close())

  it('one address creates 60 rooms in ten minutes, over all APIs together', async () => {
    const guest = new Caller(newAddress())
    const input = { userId: 'guest' }
    for (let rooms = 0; rooms < 20; rooms += 1) {
      expect(await guest.postRoom()).toMatchObject({ status: 200 })
      expect(await guest.codes(createRoom, { input })).toEqual([])
      expect(await guest.codesOverSocket(createRoom, { input })).toEqual([])
    }
    now += 9 * minute
    const refused = await guest.postRoom()
    expect(refused).toMatchObject(refusal)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await guest.codes(createRoom, { input })).toEqual(['RATE_LIMITED'])
    expect(await guest.codesOverSocket(createRoom, { input })).toEqual(['RATE_LIMITED'])
    expect(await new Caller(newAddress()).postRoom()).toMatchObject({ status: 200 })
    now += minute
    expect(await guest.postRoom()).toMatchObject({ status: 200 })
  })

  it('one address writes 600 entries in ten minutes, even when it sends them at once', async () => {
    const guest = new Caller(newAddress())
    const roomId = await guest.createRoom()
    const statuses: number[] = []
    for (let batches = 0; batches < 5; batches += 1) {
      const answers = await Promise.all(Array.from({ length: 122 }, () => guest.write(roomId)))
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(600)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect(await new Caller(newAddress()).write(roomId)).toMatchObject({ status: 200 })
    now += 10 * minute
    expect(await guest.write(roomId)).toMatchObject({ status: 200 })
  })

  it('one address writes 20 MB in ten minutes', async () => {
    const guest = new Caller(newAddress())
    const roomId = await guest.createRoom()
    // 2 bytes a letter, half a megabyte
    const output_data = 'é'.repeat(250_000)
    for (let entries = 0; entries < 39; entries += 1)
      expect(await guest.write(roomId, { output_data })).toMatchObject({ status: 200 })
    expect(await guest.write(roomId, { index: 1, output_data })).toMatchObject(refusal)
    expect(await guest.write(roomId)).toMatchObject(refusal)
    expect(await guest.postRoom({ room_name: 'Bridge' })).toMatchObject(refusal)
    expect(await new Caller(newAddress()).write(roomId, { output_data })).toMatchObject({ status: 200 })
    now += 10 * minute
    expect(await guest.write(roomId)).toMatchObject({ status: 200 })
  })
})

describe('with small limits', () => {
  const limits = {
    guestRoom: { perAddress: 1 },
    guestEntry: { perAddress: 2, windowMs: minute },
    guestBytes: { perAddress: 100 },
  }
  beforeAll(async () => {
    app = await createTestApp(settings({ register: { perAddress: false }, ...limits }))
  })
  afterAll(() => app.close())

  it('every kind of write to an entry counts, over all APIs', async () => {
    const owner = new Caller(newAddress())
    const roomId = await owner.createRoom()
    await owner.write(roomId)
    await owner.write(roomId, { index: 1, output_data: 'Hoy' })
    const input = { roomId, inputData: 'Hello', outputData: 'Ahoy' }
    const change = { ...input, index: 1 }
    const writes = [
      async (guest: Caller) => (await guest.write(roomId)).status,
      async (guest: Caller) => (await guest.write(roomId, { index: 1 })).status,
      async (guest: Caller) => (await guest.codes(save, { input }))[0],
      async (guest: Caller) => (await guest.codesOverSocket(save, { input }))[0],
      async (guest: Caller) => (await guest.codes(update, { input: change }))[0],
      async (guest: Caller) => (await guest.codes(choose, { roomId }))[0],
    ]
    for (const write of writes) {
      const guest = new Caller(newAddress())
      expect([undefined, 200]).toContain(await write(guest))
      expect([undefined, 200]).toContain(await write(guest))
      for (const other of writes) expect([429, 'RATE_LIMITED']).toContain(await other(guest))
    }
  })

  it('a write that is refused for its bytes uses up no entry', async () => {
    const guest = new Caller(newAddress())
    const roomId = await guest.createRoom()
    expect(await guest.write(roomId)).toMatchObject({ status: 200 })
    expect(await guest.write(roomId, { output_data: 'x'.repeat(100) })).toMatchObject(refusal)
    expect(await guest.codes(choose, { roomId })).toEqual([])
    expect(await guest.codes(choose, { roomId })).toEqual(['RATE_LIMITED'])
  })

  it('a flood of writes that are refused for their number uses up no bytes', async () => {
    const guest = new Caller(newAddress())
    const roomId = await guest.createRoom()
    for (let entries = 0; entries < 2; entries += 1) expect(await guest.write(roomId)).toMatchObject({ status: 200 })
    // the first of them counts its 9 bytes
    for (let entries = 0; entries < 20; entries += 1) expect(await guest.write(roomId)).toMatchObject(refusal)
    now += minute
    expect(await guest.write(roomId)).toMatchObject({ status: 200 })
  })

  it('a missing room is not found, even beyond the limit', async () => {
    const guest = new Caller(newAddress())
    const missing = '00000000-0000-4000-8000-000000000000'
    for (let tries = 0; tries < 4; tries += 1) expect(await guest.write(missing)).toMatchObject({ status: 404 })
    const roomId = await guest.createRoom()
    for (let entries = 0; entries < 2; entries += 1) expect(await guest.write(roomId)).toMatchObject({ status: 200 })
    expect(await guest.write(roomId)).toMatchObject(refusal)
    expect(await guest.write(missing)).toMatchObject({ status: 404 })
  })

  it('an invalid token makes no room, and counts for none', async () => {
    const [address, input] = [newAddress(), { userId: 'guest' }]
    const expired = new Caller(address, new Person(app.url, '', '', 'invalid'))
    for (let tries = 0; tries < 3; tries += 1)
      expect(await expired.codes(createRoom, { input })).toEqual(['UNAUTHENTICATED'])
    const guest = new Caller(address)
    expect(await guest.codes(createRoom, { input })).toEqual([])
    expect(await guest.codes(createRoom, { input })).toEqual(['RATE_LIMITED'])
  })

  it('signed-in callers are not counted, in their own rooms and in those of guests', async () => {
    const address = newAddress()
    const ada = new Caller(address, await app.person('ada'))
    const shared = await new Caller(address).createRoom()
    const own = [await ada.createRoom(), await ada.createRoom()]
    for (const roomId of [shared, ...own, shared])
      expect(await ada.write(roomId, { output_data: 'x'.repeat(100) })).toMatchObject({ status: 200 })
    expect(await new Caller(address).write(shared)).toMatchObject({ status: 200 })
  })

  it('callers of the chat-log service are not counted', async () => {
    const room = await LogRoom.create(app.chatLog())
    for (let entries = 0; entries < 4; entries += 1) await room.save()
    await LogRoom.create(app.chatLog())
    expect(await new Caller('127.0.0.1').postRoom()).toMatchObject({ status: 200 })
  })

  it('reading, deleting an entry and deleting a room are not counted', async () => {
    const guest = new Caller(newAddress())
    const roomId = await guest.createRoom()
    for (let entries = 0; entries < 3; entries += 1) await guest.write(roomId)
    const path = `/api/rooms/officerooms/${roomId}`
    expect((await guest.rest('GET', `${path}/logs`)).body).toHaveLength(2)
    expect(await guest.rest('DELETE', `${path}/logs?index=1`)).toMatchObject({ status: 200 })
    expect(await guest.rest('DELETE', path)).toMatchObject({ status: 204 })
  })
})

describe('GUEST_ROOMS=false', () => {
  it('refuses new rooms without an owner, and does not change existing ones', async () => {
    app = await createTestApp(settings({}))
    const roomId = await new Caller(newAddress()).createRoom()
    await app.stop()
    const { dataDir, databaseUrl } = app
    const before = app
    app = await createTestApp({ dataDir, databaseUrl, ...settings({}, { GUEST_ROOMS: 'false' }) })
    try {
      const guest = new Caller(newAddress())
      expect(await guest.postRoom()).toMatchObject({ status: 401 })
      expect(await guest.rest('POST', '/api/rooms/chatrooms', {})).toMatchObject({ status: 401 })
      const input = { userId: 'guest' }
      expect(await guest.codes(createRoom, { input })).toEqual(['UNAUTHENTICATED'])
      expect(await guest.codesOverSocket(createRoom, { input })).toEqual(['UNAUTHENTICATED'])
      expect(await guest.write(roomId)).toMatchObject({ status: 200 })
      expect((await guest.rest('GET', `/api/rooms/officerooms/${roomId}/logs`)).body).toHaveLength(1)
      const ada = new Caller(newAddress(), await app.person('ada'))
      expect(await ada.postRoom()).toMatchObject({ status: 200 })
    } finally {
      await app.close()
      await before.close()
    }
  })
})
