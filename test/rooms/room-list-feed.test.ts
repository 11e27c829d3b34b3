import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { TappedGenerator } from '../support/replies/tapped-generator.js'
import { ListDevice } from '../support/rooms/list-device.js'
import { roomMutations } from '../support/rooms/room-mutations.js'
import { roomPeople, RoomScene, type RoomPeople } from '../support/rooms/room-scene.js'

const env = {
  LOCAL_MODEL: 'scripted:?delayMs=1&chunks=3',
  IMAGE_HOST: 'img.example',
  JWT_SECRET: 's'.repeat(64),
}
const tap = new TappedGenerator()
let app: TestApp
let people: RoomPeople
beforeAll(async () => {
  app = await createTestApp({ env, wrap: tap.wrap })
  people = await roomPeople(app)
})
afterAll(() => app.close())

const save = (person: Person, roomId: string) =>
  person.data('mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }', {
    input: { roomId, inputData: 'a', outputData: 'b' },
  })
const remove = (person: Person, id: string) =>
  person.data('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }', { id })
const named = async (person: Person, name: string) =>
  at(
    await person.data('mutation ($name: String) { createOfficeRoom(input: { name: $name }) { room { id } } }', {
      name,
    }),
    'createOfficeRoom',
    'room',
    'id',
  )

const cases = Object.entries(roomMutations).filter(([, { publishes }]) => publishes.length > 0)

describe.each(cases)('%s', (_name, { before, act, endsAccounts }) => {
  it("leaves the lists of the owner's devices as a new device has it, and no other account notices", async () => {
    const scene = await RoomScene.set(app, tap, endsAccounts ? await roomPeople(app) : people)
    const { ada, author, admin } = scene.people
    await before?.(scene)
    const devices = [await ListDevice.follow(ada), await ListDevice.follow(ada)]
    const others = [await ListDevice.follow(author), await ListDevice.follow(admin)]
    expect(devices[0]?.ids).toContain(scene.roomId)
    await act(scene)
    const isLeft = (await ada.codes('{ myRooms { nodes { id } } }')).length === 0
    for (const device of devices)
      if (isLeft) await device.untilFresh(ada)
      else await device.until(() => device.ending === 'closed 4401')
    expect(others.flatMap(({ events }) => events.slice(1))).toEqual([])
    expect(others.flatMap(({ ids }) => ids)).not.toContain(scene.roomId)
    await Promise.all([...devices, ...others].map((device) => device.close()))
  })
})

describe('a list of rooms', () => {
  it('has new, changed and deleted rooms of other devices, each once', async () => {
    const eve = await app.person('eve')
    const device = await ListDevice.follow(eve)
    expect(device.events).toMatchObject([{ reset: true, rooms: [], deletedRoomIds: [] }])
    const first = await named(eve, 'first')
    await device.until(() => device.ids.length === 1)
    const second = await named(eve, 'second')
    await device.until(() => device.ids.length === 2)
    await save(eve, first)
    await device.until(() => device.ids[0] === first)
    await remove(eve, second)
    await device.until(() => device.ids.length === 1)
    expect(
      device.events.slice(1).map(({ rooms, deletedRoomIds }) => [rooms.map(({ id }) => id), deletedRoomIds]),
    ).toEqual([
      [[first], []],
      [[second], []],
      [[first], []],
      [[], [second]],
    ])
    await device.close()
  })

  it('continues at its cursor with what has changed, and with nothing when nothing has', async () => {
    const eve = await app.person('eve')
    const [kept, changed, gone] = [await named(eve, 'kept'), await named(eve, 'changed'), await named(eve, 'gone')]
    const left = await ListDevice.follow(eve)
    await left.close()
    const quiet = ListDevice.begin(eve, left)
    const added = await named(eve, 'added')
    await quiet.until(() => quiet.events.length > 0)
    // the subscription may have begun after the new room
    expect(quiet.events).toMatchObject([{ reset: false, rooms: [{ id: added }], deletedRoomIds: [] }])
    await quiet.close()
    await save(eve, changed)
    await remove(eve, gone)
    const again = await ListDevice.follow(eve, left)
    expect(again.events).toMatchObject([
      { reset: false, rooms: [{ id: changed }, { id: added }], deletedRoomIds: [gone] },
    ])
    expect(again.ids).toEqual([changed, added, kept])
    await again.close()
  })

  it('answers a cursor of another account without its rooms, and refuses any other text', async () => {
    const [eve, mallory] = [await app.person('eve'), await app.person('mallory')]
    const roomId = await named(eve, 'secret')
    const own = await ListDevice.follow(eve)
    const stolen = await ListDevice.follow(mallory, own)
    // as for rooms that do not exist
    expect(stolen.events).toMatchObject([{ reset: false, rooms: [], deletedRoomIds: [roomId] }])
    const cursor = own.events[0]?.cursor ?? ''
    for (const after of ['nonsense', cursor.slice(0, -4), `${cursor}=`, 'x'.repeat(5_000)]) {
      const refused = ListDevice.begin(eve, undefined, after)
      await refused.until(() => refused.ending !== undefined)
      expect(refused.ending).toBe('BAD_USER_INPUT')
      await refused.close()
    }
    await Promise.all([own.close(), stolen.close()])
  })

  it('has the 50 rooms that were changed last, and older ones when they change or are deleted', async () => {
    const eve = await app.person('eve')
    const ids: string[] = []
    for (let count = 0; count < 53; count += 1) ids.push(await eve.room())
    const device = await ListDevice.follow(eve)
    expect(device.ids).toHaveLength(50)
    const [oldest = '', second = '', third = ''] = ids
    for (const id of [oldest, second, third]) expect(device.ids).not.toContain(id)
    await save(eve, oldest)
    await device.until(() => device.ids[0] === oldest)
    await remove(eve, second)
    await device.until(() => device.events.some(({ deletedRoomIds }) => deletedRoomIds.includes(second)))
    // the next older one is sent after a deleted one
    await remove(eve, ids[52] ?? '')
    await device.until(() => device.events.some(({ deletedRoomIds }) => deletedRoomIds.includes(ids[52] ?? '')))
    expect(device.events.slice(1).every(({ reset }) => !reset)).toBe(true)
    const fresh = await ListDevice.follow(eve)
    for (const id of fresh.ids) expect(device.ids).toContain(id)
    await Promise.all([device.close(), fresh.close()])
  })

  it('is sent as a whole after a longer absence, and has no room that has changed in the meantime', async () => {
    const eve = await app.person('eve')
    const [deleted, changed] = [await eve.room(), await eve.room()]
    const left = await ListDevice.follow(eve)
    await left.close()
    await remove(eve, deleted)
    await save(eve, changed)
    const first = await eve.room()
    for (let count = 0; count < 47; count += 1) await eve.room()
    // 49 rooms: no older one can have changed
    const near = await ListDevice.follow(eve, left)
    expect(near.events).toMatchObject([{ reset: false, deletedRoomIds: [deleted] }])
    expect([near.ids.length, near.ids.at(-1)]).toEqual([49, changed])
    for (let count = 0; count < 2; count += 1) await eve.room()
    const far = await ListDevice.follow(eve, left)
    expect(far.events).toMatchObject([{ reset: true, deletedRoomIds: [] }])
    expect([far.ids.length, far.ids.at(-1)]).toEqual([50, first])
    await Promise.all([near.close(), far.close()])
  })

  it('is sent as a whole to a client that has not read while many rooms changed', async () => {
    const eve = await app.person('eve')
    const caller = { kind: 'user', id: Number(eve.id), role: 'USER' } as const
    const feed = await app.app.product.roomFeed.followList(caller, null)
    expect((await feed.next()).value).toMatchObject({ reset: true, rooms: [] })
    for (let count = 0; count < 25; count += 1) await eve.room()
    const { value } = await feed.next()
    expect([value?.reset, value?.rooms.length]).toEqual([true, 25])
    await feed.return()
    expect(await feed.next()).toEqual({ done: true, value: undefined })
  })

  it('ends with the session, and begins for no guest', async () => {
    const eve = await app.person('eve')
    const device = await ListDevice.follow(eve)
    await eve.data('mutation { signOut }')
    await device.until(() => device.ending !== undefined)
    expect(device.ending).toBe('closed 4401')
    const guest = await ListDevice.follow(app.stranger())
    expect(guest.ending).toBe('UNAUTHENTICATED')
    await guest.close()
  })
})
