import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildSchema } from 'graphql'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, Person } from '../support/app/person.js'
import { comparable, Device, freshSnapshot, queriedState } from '../support/rooms/room-device.js'
import { roomMutations } from '../support/rooms/room-mutations.js'
import { roomPeople, RoomScene, type RoomPeople } from '../support/rooms/room-scene.js'
import { stall, TappedGenerator } from '../support/replies/tapped-generator.js'
import { LossyBus } from '../support/rooms/lossy-bus.js'
import { Random } from '../crash/random.js'

const env = {
  LOCAL_MODEL: 'scripted:?delayMs=1&chunks=3',
  IMAGE_HOST: 'img.example',
  JWT_SECRET: 's'.repeat(64),
}
const tap = new TappedGenerator()
const bus = new LossyBus()
let app: TestApp
let people: RoomPeople
beforeAll(async () => {
  app = await createTestApp({ env, wrap: { ...tap.wrap, ...bus.wrap } })
  people = await roomPeople(app)
})
afterAll(() => app.close())

describe('the tested mutations of a room', () => {
  it('are exactly those of the schemas', () => {
    const service = buildSchema(readFileSync('schema/service.graphql', 'utf8'))
    const known = new Set(Object.keys(roomMutations).map((name) => name.replace(/:.*/, '')))
    expect([...known].sort()).toEqual(Object.keys(service.getMutationType()?.getFields() ?? {}).sort())
  })
})

const cases = Object.entries(roomMutations)
/** They end the account whose devices follow the room. */
const ofOwnAccount = new Set(['deleteAccount', 'deleteAccountOf'])

describe.each(cases.filter(([, { publishes }]) => publishes.length > 0))(
  '%s',
  (name, { before, act, publishes, endsAccounts }) => {
    it('leaves every device with the state of a new snapshot', async () => {
      const scene = await RoomScene.set(app, tap, endsAccounts ? await roomPeople(app) : people)
      const { roomId } = scene
      const { ada } = scene.people
      await before?.(scene)
      const early = [await Device.follow(ada, roomId), await Device.follow(ada, roomId)]
      await act(scene)
      const late = await Device.follow(ada, roomId)
      const isOver = publishes.includes('RoomDeleted')
      if (isOver) {
        for (const device of early) await device.until(() => device.ending !== undefined)
        // the session that ends with its account may close the socket first
        const notified = early.filter(({ ending }) => !ofOwnAccount.has(name) || ending !== 'closed 4401')
        for (const { state, ending, kinds } of notified)
          expect([comparable(state), ending, kinds]).toEqual(['nothing', 'completed', ['RoomSnapshot', 'RoomDeleted']])
        // or the account was deleted, with its token
        expect(['NOT_FOUND', 'UNAUTHENTICATED', 'closed 4401']).toContain(late.ending)
      } else {
        for (const device of early) await device.untilSame(await freshSnapshot(ada, roomId))
        await meetAtTheEnd(scene, [...early, late])
        expect(new Set(early[0]?.kinds.slice(1))).toEqual(new Set([...publishes, 'EntryAdded', 'RoomChanged']))
      }
      await Promise.all([...early, late].map((device) => device.close()))
    })
  },
)

it('publishes nothing when the room does not change', async () => {
  const scene = await RoomScene.set(app, tap, await roomPeople(app))
  const device = await Device.follow(scene.people.ada, scene.roomId)
  for (const [, { act, publishes }] of cases) if (publishes.length === 0) await act(scene)
  await meetAtTheEnd(scene, [device])
  expect(device.kinds).toEqual(['RoomSnapshot', 'EntryAdded', 'RoomChanged'])
  await device.close()
})

describe.each([1, 2, 3])('a bus that loses, duplicates and reorders messages (seed %i)', (seed) => {
  it('leaves every device with the state of a new snapshot', async () => {
    const random = new Random(seed)
    const scene = await RoomScene.set(app, tap, people)
    const { ada } = people
    const devices = [await Device.follow(ada, scene.roomId), await Device.follow(ada, scene.roomId)]
    bus.mischief = random.branch()
    const acts = cases.filter(
      ([, { before, publishes }]) => !before && publishes.length > 0 && !publishes.includes('RoomDeleted'),
    )
    for (let step = 0; step < 30; step += 1) {
      // changes of a deleted entry are refused
      await random
        .pick(acts)?.[1]
        .act(scene)
        .catch(() => undefined)
      if (step === 15) devices.push(await Device.follow(ada, scene.roomId))
    }
    bus.mischief = undefined
    await meetAtTheEnd(scene, devices)
    await Promise.all(devices.map((device) => device.close()))
  })
})

describe('the newest 50 entries', () => {
  it('are refilled while there are older ones, whose changes are published', async () => {
    const scene = await RoomScene.set(app, tap, people)
    const { ada } = people
    for (let count = 5; count <= 60; count += 1) await scene.save(`entry ${String(count)}`)
    const device = await Device.follow(ada, scene.roomId)
    expect(device.state?.entries.map(({ index }) => index)).toEqual(range(11, 60))
    expect(device.state?.hasOlderEntries).toBe(true)
    const remove = (index: number) =>
      scene.do(`deleteLogEntry(roomId: $roomId, index: ${String(index)}) { deletedIndex }`)
    await remove(60)
    await device.until(() => device.state?.entries[0]?.index === 10)
    await scene.do(
      'updateLogEntry(input: { roomId: $roomId, index: 2, inputData: "a", outputData: "b" }) { entry { index } }',
    )
    await remove(1)
    // or published again, when a read falls between the change and its message
    const isPublished = (index: number) =>
      device.events.some((event) => event['index'] === index || indexIn(event['entry']) === index)
    await device.until(() => (isPublished(1) && isPublished(2)) || device.kinds.lastIndexOf('RoomSnapshot') > 0)
    for (const index of range(2, 9)) await remove(index)
    await device.until(() => device.state?.hasOlderEntries === false)
    await meetAtTheEnd(scene, [device])
    await device.close()
  })
})

describe("access to a room's feed", () => {
  it('is given to a caller that may use the room; for others the room looks missing', async () => {
    const { ada, author, admin } = people
    const roomId = await ada.room()
    const endings = async (person: Person, id: string) => {
      const device = await Device.follow(person, id)
      await device.close()
      return device.events.length > 0 ? 'told' : device.ending
    }
    expect(await endings(ada, roomId)).toBe('told')
    expect(await endings(admin, roomId)).toBe('told')
    const missing = '00000000-0000-4000-8000-000000000000'
    for (const person of [author, app.stranger()])
      for (const id of [roomId, missing, 'nonsense', '']) expect(await endings(person, id)).toBe('NOT_FOUND')
    const { room } = (await ada.data('query ($id: ID!) { room(id: $id) { recordId } }', { id: roomId })) as {
      room: { recordId: string }
    }
    expect(await endings(ada, room.recordId)).toBe('told')
    expect(await endings(author, room.recordId)).toBe('NOT_FOUND')
  })

  it('ends with the token, which differs from the end of the room', async () => {
    const { ada } = people
    const late = new Person(app.url, ada.id, ada.username, 'a.token.that.has.ended')
    const device = await Device.follow(late, await ada.room())
    expect(device.ending).toBe('UNAUTHENTICATED')
    await device.close()
  })

  it('is given to every caller that knows the id of a room without an owner', async () => {
    const guest = app.stranger()
    const made = await guest.data('mutation { createOfficeRoom(input: { userId: "guest" }) { room { id } } }')
    const roomId = at(made, 'createOfficeRoom', 'room', 'id')
    const devices = [await Device.follow(guest, roomId), await Device.follow(people.ada, roomId)]
    await people.author.say(roomId)
    await app.idle()
    for (const device of devices) await device.untilSame(await freshSnapshot(guest, roomId))
    await guest.data('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }', { id: roomId })
    for (const device of devices) await device.until(() => device.ending === 'completed')
    await Promise.all(devices.map((device) => device.close()))
  })

  it('does not mix up rooms', async () => {
    const { ada, author } = people
    const [quiet, busy] = [await RoomScene.set(app, tap, people), await author.room()]
    const device = await Device.follow(ada, quiet.roomId)
    await author.say(busy)
    await app.idle()
    await meetAtTheEnd(quiet, [device])
    expect(device.kinds).toEqual(['RoomSnapshot', 'EntryAdded', 'RoomChanged'])
    await device.close()
  })
})

it('loads objects that a room refers to again for every event', async () => {
  const { ada } = people
  const roomId = await ada.room()
  const socket = ada.socket()
  const query = `subscription ($roomId: ID!) { roomEvents(roomId: $roomId) {
    ... on RoomSnapshot { room { activeGeneration { status } } }
    ... on RoomChanged { room { activeGeneration { status } } } } }`
  const events = socket.iterate<{ roomEvents: { room?: { activeGeneration: object | null } } }>({
    query,
    variables: { roomId },
  })
  const next = async () => {
    for await (const { data } of { [Symbol.asyncIterator]: () => ({ next: () => events.next() }) })
      if (data?.roomEvents.room) return data.roomEvents.room.activeGeneration
    throw new Error('it has ended')
  }
  expect(await next()).toBeNull()
  tap.next = stall({ kind: 'started' })
  const generationId = await ada.say(roomId)
  await ada.data(
    'mutation ($roomId: ID!) { saveLogEntry(input: { roomId: $roomId, inputData: "a", outputData: "b" }) { entry { index } } }',
    { roomId },
  )
  expect(await next()).toEqual({ status: expect.stringMatching(/QUEUED|RUNNING/) })
  await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { generation { status } } }', { id: generationId })
  await socket.dispose()
  await app.idle()
})

describe('a server that is started again', () => {
  it('gives a client that reconnects a snapshot, and continues from there', async () => {
    const held = new TappedGenerator()
    const first = await createTestApp({ env, wrap: held.wrap, drainMs: 0 })
    const { dataDir, databaseUrl } = first
    let second: TestApp | undefined
    try {
      const bob = await first.person('bob')
      const roomId = await bob.room()
      const before = await Device.follow(bob, roomId)
      held.next = stall()
      await bob.say(roomId)
      await before.until(() => before.state?.activeGeneration?.status === 'QUEUED')
      await first.stop()
      await before.until(() => before.ending !== undefined)
      second = await createTestApp({ env, dataDir, databaseUrl })
      const moved = bob.movedTo(second.url)
      const after = await Device.follow(moved, roomId)
      await second.idle()
      await after.untilSame(await freshSnapshot(moved, roomId))
      expect(after.state).toMatchObject({ entries: [{ index: 1 }], generations: [{ status: 'COMPLETED' }] })
      await Promise.all([before.close(), after.close()])
    } finally {
      await second?.stop()
      await first.close()
    }
  })
})

describe('two instances on one database', () => {
  it('notify each other’s followers of their changes, without a bus between them', async () => {
    if (app.databaseUrl === undefined) return
    const two = await createTestApp({ env, databaseUrl: app.databaseUrl })
    try {
      const scene = await RoomScene.set(app, tap, people)
      const { ada } = people
      const device = await Device.follow(ada.movedTo(two.url), scene.roomId)
      await scene.do(
        `updateLogEntry(input: { roomId: $roomId, index: 2, inputData: "a", outputData: "b" }) { entry { index } }`,
      )
      await scene.do('deleteLogEntry(roomId: $roomId, index: 1) { deletedIndex }')
      await scene.reply()
      await device.untilSame(await freshSnapshot(ada, scene.roomId))
      await scene.do('deleteRoom(id: $roomId) { deletedRoomId }')
      await device.until(() => device.ending === 'completed')
      expect(device.state).toBeNull()
      await device.close()
    } finally {
      await two.close()
    }
  })
})

/** Waits until all devices have the last entry; all other events arrive before it. */
async function meetAtTheEnd(scene: RoomScene, devices: readonly Device[]): Promise<void> {
  await scene.save('the end')
  const { ada } = scene.people
  const end = await freshSnapshot(ada, scene.roomId)
  for (const device of devices) await device.untilSame(end)
  expect(comparable(end)).toBe(comparable(await queriedState(ada, scene.roomId)))
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, offset) => from + offset)
}

function indexIn(entry: unknown): number | undefined {
  return (entry as { readonly index: number } | undefined)?.index
}
