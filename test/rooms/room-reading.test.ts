import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { course, stall, TappedGenerator } from '../support/replies/tapped-generator.js'
import { ListDevice } from '../support/rooms/list-device.js'
import { saying } from '../support/rooms/log-fixture.js'
import { regenerate } from '../support/rooms/log-queries.js'
import { watch } from '../support/app/watch.js'

const tap = new TappedGenerator()
let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ wrap: tap.wrap })
  ada = await app.person('ada')
})
afterAll(() => app.close())

const setPinned =
  'mutation ($id: ID!, $pinned: Boolean!) { setRoomPinned(id: $id, pinned: $pinned) { room { pinnedAt updatedAt } } }'
const markRead =
  'mutation ($id: ID!, $upTo: Int) { markRoomRead(id: $id, upTo: $upTo) { room { readReplies unread } } }'
const roomQuery = 'query ($id: ID!) { room(id: $id) { pinnedAt replyCount readReplies unread updatedAt } }'
const listQuery =
  'query ($pinned: Boolean, $archived: Boolean) { myRooms(pinned: $pinned, archived: $archived, orderBy: LAST_CHANGED) { nodes { id } } }'
const archive = 'mutation ($id: ID!) { updateRoom(id: $id, input: { archived: true }) { room { pinnedAt } } }'

interface SeenRoom {
  readonly id: string
  readonly pinnedAt: string | null
  readonly updatedAt: string
}
type Changed = Record<'setRoomPinned' | 'markRoomRead', { readonly room: SeenRoom }>

const pin = async (id: string, pinned = true, by = ada) =>
  ((await by.data(setPinned, { id, pinned })) as Changed).setRoomPinned.room.pinnedAt
const read = async (id: string) => ((await ada.data(roomQuery, { id })) as { room: SeenRoom }).room
const mark = async (id: string, upTo?: number, by = ada) =>
  ((await by.data(markRead, { id, upTo })) as Changed).markRoomRead.room
const listed = async (pinned: boolean | null, archived: boolean | null = false) => {
  const { myRooms } = (await ada.data(listQuery, { pinned, archived })) as { myRooms: { nodes: SeenRoom[] } }
  return myRooms.nodes.map(({ id }) => id)
}

async function reply(roomId: string, by = ada): Promise<void> {
  tap.next = saying('A reply.')
  await by.say(roomId)
  await app.idle()
}

/** A room of another account, one without an owner, and one that does not exist. */
async function foreignRooms(): Promise<string[]> {
  const guest = 'mutation { createOfficeRoom(input: { userId: "guest" }) { room { id } } }'
  const eve = await app.person(`eve-${randomUUID().slice(0, 8)}`)
  return [await eve.room(), at(await app.stranger().data(guest), 'createOfficeRoom', 'room', 'id'), randomUUID()]
}

describe('a pin', () => {
  it('has the time of the first call, is listed, and leaves the order of the rooms', async () => {
    const [id, other] = [await ada.room(), await ada.room()]
    const before = await read(id)
    const since = await pin(id)
    expect(since).toMatch(/^20/)
    expect(await pin(id)).toBe(since)
    expect(await read(id)).toMatchObject({ pinnedAt: since, updatedAt: before.updatedAt })
    expect(await listed(true)).toEqual([id])
    expect(await listed(false)).toContain(other)
    expect(await listed(false)).not.toContain(id)
    expect(await listed(null)).toEqual(expect.arrayContaining([id, other]))
    expect(await pin(id, false)).toBeNull()
    expect(await pin(id, false)).toBeNull()
    expect(await listed(true)).toEqual([])
  })

  it('does not depend on the archive', async () => {
    const id = await ada.room()
    await pin(id)
    await ada.data(archive, { id })
    expect(await listed(true)).toEqual([])
    expect(await listed(true, true)).toEqual([id])
    await pin(id, false)
  })

  it('is one for 30 calls at the same time', async () => {
    const id = await ada.room()
    const times = await Promise.all(Array.from({ length: 30 }, () => pin(id)))
    expect(new Set(times).size).toBe(1)
    await pin(id, false)
  })
})

describe('the read replies of a room', () => {
  it('an ended reply is unread until the owner has read it; regenerated ones count again', async () => {
    const id = await ada.room()
    expect(await read(id)).toMatchObject({ replyCount: 0, readReplies: 0, unread: false })
    await reply(id)
    expect(await read(id)).toMatchObject({ replyCount: 1, readReplies: 0, unread: true })
    expect(await mark(id, 1)).toEqual({ readReplies: 1, unread: false })
    tap.next = saying('Another reply.')
    await ada.data(regenerate, { roomId: id, index: 1 })
    await app.idle()
    expect(await read(id)).toMatchObject({ replyCount: 2, readReplies: 1, unread: true })
    expect(await mark(id)).toEqual({ readReplies: 2, unread: false })
  })

  it('cancelled and failed replies, and saved entries, do not count', async () => {
    const id = await ada.room()
    tap.next = stall({ kind: 'started' })
    const stopped = await ada.say(id)
    await watch(ada, stopped, undefined, ({ status }) => status === 'RUNNING')
    await ada.data('mutation ($id: ID!) { cancelGeneration(id: $id) { __typename } }', { id: stopped })
    await app.idle()
    tap.next = course({ kind: 'end', outcome: 'failed', reason: 'generation_failed' })
    await ada.say(id)
    await app.idle()
    await ada.data('mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { roomId } }', {
      input: { roomId: id, inputData: 'a', outputData: 'b' },
    })
    expect(await read(id)).toMatchObject({ replyCount: 0, unread: false })
  })

  it('never go back, and never above the number of replies, whatever the order of 30 calls', async () => {
    const id = await ada.room()
    for (let count = 0; count < 3; count += 1) await reply(id)
    await Promise.all(Array.from({ length: 30 }, (_, call) => mark(id, call % 3)))
    expect(await read(id)).toMatchObject({ readReplies: 2, unread: true })
    expect(await mark(id, 0)).toEqual({ readReplies: 2, unread: true })
    expect(await mark(id, 2_147_483_647)).toEqual({ readReplies: 3, unread: false })
  })

  it('a negative number is refused at its place', async () => {
    const id = await ada.room()
    const { errors } = await ada.graphql(markRead, { id, upTo: -1 })
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: [{ path: ['upTo'] }] } }])
  })
})

it('every device of the owner gets pins and marks, and a call that changes nothing sends no event', async () => {
  const eve = await app.person('eve')
  const id = await eve.room()
  const devices = [await ListDevice.follow(eve), await ListDevice.follow(eve)]
  const all = async (isSo: (device: ListDevice) => boolean) => {
    for (const device of devices) await device.until(() => isSo(device))
  }
  await pin(id, true, eve)
  await all(({ rooms }) => rooms.get(id)?.pinnedAt !== null)
  await reply(id, eve)
  await all(({ rooms }) => rooms.get(id)?.unread === true)
  await mark(id, 1, eve)
  await all(({ rooms }) => rooms.get(id)?.unread === false)
  const counts = devices.map(({ events }) => events.length)
  await mark(id, 1, eve)
  await mark(id, 0, eve)
  await pin(id, true, eve)
  await pin(id, false, eve)
  await all(({ rooms }) => rooms.get(id)?.pinnedAt === null)
  expect(devices.map(({ events }) => events.length)).toEqual(counts.map((count) => count + 1))
  await Promise.all(devices.map((device) => device.close()))
})

it('only the owner pins and reads: for others a room looks missing, and guests have to sign in', async () => {
  const admin = await app.admin()
  const id = await ada.room()
  for (const roomId of await foreignRooms())
    for (const document of [setPinned, markRead])
      expect(await ada.codes(document, { id: roomId, pinned: true })).toEqual(['NOT_FOUND'])
  expect(await admin.codes(setPinned, { id, pinned: true })).toEqual(['NOT_FOUND'])
  expect(await admin.codes(markRead, { id })).toEqual(['NOT_FOUND'])
  expect(await app.stranger().codes(markRead, { id })).toEqual(['UNAUTHENTICATED'])
  expect(await read(id)).toMatchObject({ pinnedAt: null })
})
