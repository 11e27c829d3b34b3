import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { LogRoomTable } from '@parley/chat-log-store/embedded'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { TappedGenerator } from '../support/replies/tapped-generator.js'
import { saying } from '../support/rooms/log-fixture.js'

const tap = new TappedGenerator()
let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ wrap: tap.wrap })
  ada = await app.person('ada')
})
afterAll(() => app.close())

const startRoom = `mutation ($input: StartRoomInput!) { startRoom(input: $input) { replayed generation { id message model }
  room { __typename id proposedTitle model ... on ChatRoom { characterId } } } }`

interface Started {
  readonly replayed: boolean
  readonly generation: { readonly id: string }
  readonly room: { readonly id: string }
}

const start = async (input: object, by = ada) =>
  ((await by.data(startRoom, { input: { text: 'Where are we?', ...input } })) as { startRoom: Started }).startRoom
const roomsOf = async (by: Person) =>
  ((await by.data('{ myRooms { nodes { id } } }')) as { myRooms: { nodes: unknown[] } }).myRooms.nodes.length
const character = async (visibility: string, by: Person) =>
  at(
    await by.data('mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }', {
      input: { name: 'Captain', visibility },
    }),
    ...['createCharacter', 'character', 'id'],
  )
const logRoomsOf = ({ id }: Person) => app.app.database.read((db) => db.count(LogRoomTable, { userId: id }))

describe('startRoom', () => {
  it('creates a room with its first message, which gives the room its title and gets a reply', async () => {
    tap.next = saying('At sea.')
    const { room, generation, replayed } = await start({})
    expect(room).toMatchObject({ __typename: 'OfficeRoom', proposedTitle: 'Where are we?', model: null })
    expect([generation, replayed]).toMatchObject([{ message: 'Where are we?' }, false])
    await app.idle()
    const log = 'query ($id: ID!) { room(id: $id) { unread entries { nodes { inputData outputData } } } }'
    expect((await ada.data(log, { id: room.id }))['room']).toEqual({
      unread: true,
      entries: { nodes: [{ inputData: 'Where are we?', outputData: 'At sea.' }] },
    })
  })

  it('has the UUID that it names, once', async () => {
    const eve = await app.person('eve')
    const id = randomUUID()
    expect((await start({ roomId: id.toUpperCase(), idempotencyKey: 'named' }, eve)).room.id).toBe(id)
    expect(await start({ roomId: id.toUpperCase(), idempotencyKey: 'named' }, eve)).toMatchObject({ replayed: true })
    for (const by of [eve, ada])
      expect(await by.codes(startRoom, { input: { text: 'Hello', roomId: id } })).toEqual(['BAD_USER_INPUT'])
    await app.idle()
    const log = 'query ($id: ID!) { room(id: $id) { entries { nodes { inputData } } } }'
    expect((await eve.data(log, { id }))['room']).toEqual({ entries: { nodes: [{ inputData: 'Where are we?' }] } })
    expect([await roomsOf(eve), await logRoomsOf(eve)]).toEqual([1, 1])
  })

  it('keeps the character and the model that it names', async () => {
    const characterId = await character('PUBLIC', await app.person('author'))
    const { room, generation } = await start({ characterId, model: 'Local' })
    expect(room).toMatchObject({ __typename: 'ChatRoom', characterId, model: 'Local' })
    expect(generation).toMatchObject({ model: 'Local' })
  })

  it('is the same room for each retry and for 30 requests at the same time', async () => {
    const bob = await app.person('bob')
    const idempotencyKey = randomUUID()
    const all = await Promise.all(Array.from({ length: 30 }, () => start({ idempotencyKey }, bob)))
    // a retry from another place
    all.push(await start({ idempotencyKey, timeZone: 'Asia/Seoul' }, bob))
    expect(new Set(all.map(({ room, generation }) => `${room.id} ${generation.id}`)).size).toBe(1)
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect([await roomsOf(bob), await logRoomsOf(bob)]).toEqual([1, 1])
    expect(await bob.codes(startRoom, { input: { text: 'Another', idempotencyKey } })).toEqual(['CONFLICT'])
  })

  it('leaves no room where the message is refused', async () => {
    const eve = await app.person('eve')
    const hidden = await character('PRIVATE', ada)
    for (const [input, code] of [
      [{ characterId: hidden }, 'NOT_FOUND'],
      [{ characterId: 'none' }, 'NOT_FOUND'],
      [{ model: 'hosted9' }, 'BAD_USER_INPUT'],
      [{ text: '' }, 'BAD_USER_INPUT'],
      [{ imageId: randomUUID() }, 'BAD_USER_INPUT'],
      [{ timeZone: 'Sea/Harbour' }, 'BAD_USER_INPUT'],
    ] as const)
      expect(await eve.codes(startRoom, { input: { text: 'Hello', ...input } })).toEqual([code])
    expect([await roomsOf(eve), await logRoomsOf(eve)]).toEqual([0, 0])
  })
})
