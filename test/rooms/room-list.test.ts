import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { RoomTable } from '../../src/database/tables/rooms.js'
import { proposedTitle } from '../../src/rooms/proposed-title.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { TappedGenerator } from '../support/replies/tapped-generator.js'
import { saying } from '../support/rooms/log-fixture.js'
import { regenerate, save } from '../support/rooms/log-queries.js'

const tap = new TappedGenerator()
let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ wrap: tap.wrap })
  ada = await app.person('ada')
})
afterAll(() => app.close())

const updateRoom = `mutation ($id: ID!, $input: UpdateRoomInput!) {
  updateRoom(id: $id, input: $input) { room { name proposedTitle archivedAt } } }`

const change = async (id: string, input: object, by = ada) => (await by.data(updateRoom, { id, input }))['updateRoom']
const read = async (id: string, by = ada) =>
  (await by.data('query ($id: ID!) { room(id: $id) { id name proposedTitle } }', { id }))['room']

async function replied(roomId: string, text = 'Hello'): Promise<void> {
  tap.next = saying('A reply.')
  await ada.say(roomId, text)
  await app.idle()
}

describe('myRooms', () => {
  const list = `query ($first: Int! = 20, $after: String, $orderBy: RoomOrder! = NEWEST, $archived: Boolean = false, $kind: RoomKind) {
    myRooms(first: $first, after: $after, orderBy: $orderBy, archived: $archived, kind: $kind) {
      nodes { id } pageInfo { hasNextPage endCursor } } }`
  interface Page {
    readonly nodes: readonly { readonly id: string }[]
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string }
  }
  const page = async (by: Person, variables: object) => (await by.data(list, variables))['myRooms'] as Page
  const ids = async (by: Person, variables: object = {}) => (await page(by, variables)).nodes.map(({ id }) => id)

  it('leaves archived rooms out unless they are asked for, and a new message removes a room from the archive', async () => {
    const bob = await app.person('bob')
    const [chat, office] = [await bob.room('chat'), await bob.room()]
    const { room } = (await change(chat, { archived: true }, bob)) as { room: { archivedAt: string } }
    expect(Date.parse(room.archivedAt)).toBeGreaterThan(0)
    expect(await change(chat, { archived: true }, bob)).toMatchObject({ room: { archivedAt: room.archivedAt } })
    const lists = () => Promise.all([ids(bob), ids(bob, { archived: true }), ids(bob, { archived: null })])
    expect(await lists()).toEqual([[office], [chat], [office, chat]])
    expect(await read(chat, bob)).toMatchObject({ id: chat })
    await bob.data(save, { input: { roomId: chat, inputData: 'a', outputData: 'b' } })
    expect(await lists()).toEqual([[office], [chat], [office, chat]])
    await bob.say(chat)
    await app.idle()
    expect(await lists()).toEqual([[office, chat], [], [office, chat]])
    await change(chat, { archived: true }, bob)
    await bob.data(regenerate, { roomId: chat, index: 1 })
    await app.idle()
    expect(await lists()).toEqual([[office, chat], [], [office, chat]])
    await change(chat, { archived: true }, bob)
    await change(chat, { archived: null }, bob)
    expect(await lists()).toEqual([[office, chat], [], [office, chat]])
    expect(await ids(bob, { kind: 'CHARACTER' })).toEqual([chat])
    expect(await ids(bob, { kind: 'OFFICE' })).toEqual([office])
  })

  it('is ordered by creation or by the last change of the log, page by page', async () => {
    const bob = await app.person('bob')
    const rooms: string[] = []
    for (let count = 0; count < 5; count += 1) rooms.push(await bob.room())
    const [first = '', , third = ''] = rooms
    const updatedAt = Date.now() + 1_000
    for (const roomId of [third, first]) {
      await app.app.database.write((db) => db.update(RoomTable, { roomId }, { updatedAt }))
    }
    const changed = [third, first, ...rooms.filter((id) => id !== first && id !== third).reverse()]
    for (const [orderBy, expected] of [
      ['NEWEST', rooms.toReversed()],
      ['LAST_CHANGED', changed],
    ] as const) {
      const seen: string[] = []
      let after: string | null = null
      do {
        const { nodes, pageInfo }: Page = await page(bob, { first: 2, after, orderBy })
        seen.push(...nodes.map(({ id }) => id))
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null
      } while (after !== null)
      expect(seen).toEqual(expected)
    }
    const { pageInfo } = await page(bob, { first: 1 })
    const other = { after: pageInfo.endCursor, orderBy: 'LAST_CHANGED' }
    expect(await bob.codes(list, other)).toEqual(['BAD_USER_INPUT'])
  })
})

describe('a proposed title', () => {
  it('is the beginning of the first message that was answered, while the room has no name', async () => {
    const id = await ada.room()
    expect(await read(id)).toMatchObject({ proposedTitle: null })
    await replied(id, '  What is\na binnacle? ')
    expect(await read(id)).toMatchObject({ name: null, proposedTitle: 'What is a binnacle?' })
    await replied(id, 'And a capstan?')
    expect(await read(id)).toMatchObject({ proposedTitle: 'What is a binnacle?' })
    expect(await change(id, { name: 'Words' })).toMatchObject({ room: { name: 'Words', proposedTitle: null } })
    await replied(id)
    expect(await read(id)).toMatchObject({ name: 'Words', proposedTitle: null })
    await change(id, { name: null })
    await replied(id, 'And a halyard?')
    expect(await read(id)).toMatchObject({ name: null, proposedTitle: 'And a halyard?' })
  })

  it('is proposed for a saved entry too, and for a room whose name is an empty text', async () => {
    const made = await ada.data('mutation { createOfficeRoom(input: { name: "" }) { room { id } } }')
    const roomId = at(made, 'createOfficeRoom', 'room', 'id')
    await ada.data(save, { input: { roomId, inputData: 'Ahoy', outputData: 'b' } })
    expect(await read(roomId)).toMatchObject({ name: '', proposedTitle: 'Ahoy' })
  })

  it('never replaces a name, not even one that is given while the first reply is generated', async () => {
    const id = await ada.room()
    const gate = new AbortController()
    tap.next = saying('A reply.', gate.signal)
    await ada.say(id)
    await change(id, { name: 'Mine' })
    gate.abort()
    await app.idle()
    expect(await read(id)).toMatchObject({ name: 'Mine', proposedTitle: null })
  })

  it('is accepted as a name', async () => {
    const id = await ada.room()
    await replied(id, 'a\u0007b\u2028c' + ' word'.repeat(50))
    const name = at(await read(id), 'proposedTitle')
    expect(await change(id, { name })).toMatchObject({ room: { name, proposedTitle: null } })
  })

  it.each([
    ['**Draft** a `letter` to [them](https://x.example)', 'Draft a letter to them'],
    ['# Plan\n\n- one\n- ~~two~~', 'Plan one two'],
    [`**${'word '.repeat(200)}**`, 'word '.repeat(20).trimEnd()],
    ['2 * 3 ** 4 &lt; 5 for $5', '2 * 3 ** 4 < 5 for $5'],
    ['Solve \\(x^2\\)', 'Solve x^2'],
    ['***', '***'],
  ])('of %j has no marks of Markdown', async (message, title) => {
    const id = await ada.room()
    await ada.data(save, { input: { roomId: id, inputData: message, outputData: 'b' } })
    expect(await read(id)).toMatchObject({ proposedTitle: title })
  })

  it.each<[string, string | null]>([
    ['Hello', 'Hello'],
    [' \n\t ', null],
    ['a\r\n\r\nb\u0007c', 'a b c'],
    [`${'word '.repeat(19)}words`, `${'word '.repeat(19)}words`],
    [`${'word '.repeat(19)}wordsx`, 'word '.repeat(19).trimEnd()],
    ['x'.repeat(101), 'x'.repeat(100)],
    ['🚀'.repeat(100), '🚀'.repeat(100)],
    [`x${'🚀'.repeat(300)}`, expect.stringMatching(/^x🚀{1,99}$/u) as unknown as string],
    ['今日は天気がいいですね。'.repeat(10), expect.stringMatching(/^.{80,100}$/u) as unknown as string],
  ])('of %j is cut at the border of a word', (message, title) => {
    expect(proposedTitle(message, (text) => text)).toEqual(title)
  })
})
