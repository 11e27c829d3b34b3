import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { FileTable } from '../../src/database/tables/files.js'
import { MessageFiles } from '../../src/files/message-files.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { watch } from '../support/app/watch.js'
import { previewOf, readFile, storedFiles, uploadFile } from '../support/files/uploads.js'
import { openTestImages, type TestImages } from '../support/images/test-bucket.js'

let app: TestApp
let stored: TestImages
let ada: Person
let bob: Person
let aheadMs = 0

beforeAll(async () => {
  app = await createTestApp({ roles: 'app,chatlog', clock: () => Date.now() + aheadMs })
  stored = await openTestImages({ dataDir: app.dataDir, database: app.app.database })
})
afterAll(async () => {
  await stored.close()
  await app.close()
})
beforeEach(async () => {
  aheadMs = 0
  ada = await app.person('ada')
  bob = await app.person('bob')
})

const send = `mutation ($input: SendMessageInput!) {
  sendMessage(input: $input) { generation { id attachments { id name } } replayed }
}`
const start = `mutation ($input: StartRoomInput!) {
  startRoom(input: $input) { room { id files { id } } generation { id attachments { id name } } }
}`

const textFile = (person = ada, name = 'ship.txt') =>
  readFile(person, { name, bytes: Buffer.from('The ship is called Albatross.') })

async function say(person: Person, input: object): Promise<void> {
  const sent = await person.data(send, { input: { text: 'What is its name?', ...input } })
  await watch(person, at(sent, 'sendMessage', 'generation', 'id'))
}

const refusal = (person: Person, input: object) => person.codes(send, { input: { text: 'Hello', ...input } })

async function roomOf(person: Person, id: string) {
  const query = `query ($id: ID!) { room(id: $id) {
    acceptsFiles files { id room { id } } entries(first: 10) { nodes { index attachments { id name } } }
  } }`
  const { room } = await person.data(query, { id })
  return room as {
    acceptsFiles: boolean
    files: { id: string; room: { id: string } }[]
    entries: { nodes: { index: number; attachments: { id: string; name: string }[] }[] }
  }
}

const change = (id: string, row: object) => app.app.database.write((db) => db.update(FileTable, { id }, row))

describe('a message with files', () => {
  it('keeps their names in its generation and its entry, and they belong to its room', async () => {
    const roomId = await ada.room()
    const [one, two] = [await textFile(), await textFile(ada, '배.txt')]
    const attachments = [
      { id: two, name: '배.txt' },
      { id: one, name: 'ship.txt' },
    ]
    const sent = await ada.data(send, { input: { roomId, text: 'And now?', attachments: [two, one, two] } })
    expect(sent).toMatchObject({ sendMessage: { generation: { attachments } } })
    await watch(ada, at(sent, 'sendMessage', 'generation', 'id'))
    const room = await roomOf(ada, roomId)
    expect(room.entries.nodes).toEqual([{ index: 1, attachments }])
    expect(room.files).toEqual([one, two].map((id) => ({ id, room: { id: roomId } })))
    // another reply for it has them too
    const again =
      'mutation ($roomId: ID!) { regenerate(roomId: $roomId, index: 1) { generation { id attachments { id } } } }'
    const { regenerate } = await ada.data(again, { roomId })
    expect(regenerate).toMatchObject({ generation: { attachments: [{ id: two }, { id: one }] } })
    await watch(ada, at(regenerate, 'generation', 'id'))
    // and a later message of the room can name them again
    await say(ada, { roomId, attachments: [one] })
    expect((await roomOf(ada, roomId)).entries.nodes.map((entry) => entry.attachments.length)).toEqual([2, 1])
  })

  it('can begin a room with the assistant, and be sent over REST', async () => {
    const [one, two] = [await textFile(), await textFile()]
    const { startRoom } = await ada.data(start, { input: { text: 'Read this.', attachments: [one] } })
    expect(startRoom).toMatchObject({ room: { files: [{ id: one }] }, generation: { attachments: [{ id: one }] } })
    const roomId = at(startRoom, 'room', 'id')
    await watch(ada, at(startRoom, 'generation', 'id'))
    const body = { room_id: roomId, text: 'And this.', attachments: [two] }
    const { status, body: begun } = await ada.rest('POST', '/generations', body)
    expect(status).toBe(202)
    await watch(ada, at(begun, 'id'))
    expect((await roomOf(ada, roomId)).files.map(({ id }) => id)).toEqual([one, two])
  })

  it('is refused with files of others, of other rooms, and in rooms of others', async () => {
    const [mine, his] = [await textFile(), await textFile(bob)]
    const [roomId, otherId] = [await ada.room(), await ada.room()]
    expect(await refusal(ada, { roomId, attachments: [his] })).toEqual(['BAD_USER_INPUT'])
    expect(await refusal(ada, { roomId, attachments: ['unknown'] })).toEqual(['BAD_USER_INPUT'])
    expect(await refusal(ada, { roomId, attachments: ['\0'] })).toEqual(['BAD_USER_INPUT'])
    expect(await refusal(ada, { roomId, attachments: Array.from({ length: 21 }, String) })).toEqual(['BAD_USER_INPUT'])
    await say(ada, { roomId, attachments: [mine] })
    expect(await refusal(ada, { roomId: otherId, attachments: [mine] })).toEqual(['BAD_USER_INPUT'])
    const admin = await app.admin()
    expect(await refusal(admin, { roomId, attachments: [await textFile(admin)] })).toEqual(['FORBIDDEN'])
    expect((await roomOf(admin, roomId)).files).toEqual([])
  })

  it('needs a room that accepts them: with a character its owner switches that on', async () => {
    const roomId = await ada.room('chat')
    const attachments = [await textFile()]
    expect(await refusal(ada, { roomId, attachments })).toEqual(['FORBIDDEN'])
    const update =
      'mutation ($id: ID!, $on: Boolean) { updateRoom(id: $id, input: { acceptsFiles: $on }) { room { acceptsFiles } } }'
    const set = async (id: string, on: boolean | null) =>
      ((await ada.data(update, { id, on })) as { updateRoom: { room: { acceptsFiles: boolean } } }).updateRoom.room
        .acceptsFiles
    expect(await set(roomId, true)).toBe(true)
    await say(ada, { roomId, attachments })
    expect(await set(roomId, null)).toBe(false)
    const office = await ada.room()
    expect([await set(office, null), await set(office, false)]).toEqual([true, false])
    expect(await refusal(ada, { roomId: office, attachments: [await textFile()] })).toEqual(['FORBIDDEN'])
  })

  it('waits for a file that is being read, and is a CONFLICT when that lasts too long', async () => {
    const roomId = await ada.room()
    const id = at((await uploadFile(ada, { name: 'a.txt', bytes: Buffer.from('The name is Albatross.') })).body, 'id')
    await say(ada, { roomId, attachments: [id] })
    expect(await previewOf(ada, id)).toBe('The name is Albatross.')
    await change(id, { state: 'READING', lease: 'other', leaseUntil: Date.now() + 600_000 })
    const { database, product } = app.app
    const caller = { kind: 'user', id: Number(ada.id), role: 'USER' } as const
    const room = await product.rooms.require(caller, roomId)
    const impatient = new MessageFiles({ database, clock: Date.now, waitMs: 1 })
    await expect(impatient.requireRead(caller, room, [id])).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('gets the first answer again with its key, also when the file is gone', async () => {
    const roomId = await ada.room()
    const id = await textFile()
    const input = { roomId, text: 'Hello', attachments: [id], idempotencyKey: 'k' }
    const first = await ada.data(send, { input })
    await watch(ada, at(first, 'sendMessage', 'generation', 'id'))
    await ada.rest('DELETE', `/files/${id}`)
    expect(await ada.data(send, { input })).toMatchObject({ sendMessage: { replayed: true } })
    expect(await ada.codes(send, { input: { ...input, attachments: [] } })).toEqual(['CONFLICT'])
    // the message keeps its name
    expect((await roomOf(ada, roomId)).entries.nodes).toMatchObject([{ attachments: [{ id, name: 'ship.txt' }] }])
  })
})

describe('a file of a message', () => {
  it('stays beyond a day, and goes with its room', async () => {
    const roomId = await ada.room()
    const id = await textFile()
    await say(ada, { roomId, attachments: [id] })
    aheadMs = 48 * 3_600_000
    await app.app.sweeper.sweep()
    expect(await storedFiles(stored.store)).toContain(id)
    aheadMs = 0
    await ada.data('mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }', { id: roomId })
    expect(await storedFiles(stored.store)).not.toContain(id)
    expect((await ada.rest('GET', `/files/${id}`)).status).toBe(404)
  })

  it.each([
    ['its message', 'mutation ($roomId: ID!) { deleteLogEntry(roomId: $roomId, index: 2) { roomId } }'],
    [
      'the end of the log',
      'mutation ($roomId: ID!) { truncateLog(roomId: $roomId, fromIndex: 2) { deletedFromIndex } }',
    ],
  ])('is free again when %s is removed, to be sent again within a day', async (_what, remove) => {
    const roomId = await ada.room()
    const [first, both, second] = [await textFile(), await textFile(), await textFile()]
    await say(ada, { roomId, attachments: [first, both] })
    await say(ada, { roomId, attachments: [both, second] })
    await ada.data(remove, { roomId })
    expect((await roomOf(ada, roomId)).files.map(({ id }) => id)).toEqual([first, both])
    const otherId = await ada.room()
    await say(ada, { roomId: otherId, attachments: [second] })
    aheadMs = 48 * 3_600_000
    await app.app.sweeper.sweep()
    expect(await storedFiles(stored.store)).toContain(second)
    aheadMs = 0
    await ada.data('mutation ($roomId: ID!) { deleteLogEntry(roomId: $roomId, index: 1) { roomId } }', { roomId })
    aheadMs = 25 * 3_600_000
    await app.app.sweeper.sweep()
    const left = await storedFiles(stored.store)
    expect([first, both, second].map((id) => left.includes(id))).toEqual([false, false, true])
  })
})
