import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'

const types = ['Account', 'User', 'Character', 'ChatRoom', 'OfficeRoom', 'LogEntry', 'Generation'] as const

let app: TestApp
let owner: Person
let other: Person
let admin: Person
/** The global ids of the owner's objects, each private to the owner but for the user. */
let ids: Record<(typeof types)[number], string>
let guestRoom: string

const idOf = (text: string) => Buffer.from(text).toString('base64url')
const find = 'query ($nodeId: ID!) { node(nodeId: $nodeId) { nodeId __typename } }'
const ownTypes = types.filter((type) => type !== 'User')

beforeAll(async () => {
  app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?delayMs=0&chunks=2' } })
  owner = await app.person('owner')
  other = await app.person('other')
  admin = await app.admin()
  const made = await owner.data(
    'mutation { createCharacter(input: { name: "Secret", visibility: PRIVATE }) { character { nodeId } } }',
  )
  const roomId = await owner.room()
  const chatRoomId = await owner.room('chat')
  const generationId = await owner.say(roomId)
  await app.idle()
  const data = await owner.data(
    `query ($room: ID!, $chatRoom: ID!, $generation: ID!, $me: ID!) {
      me { nodeId }
      user(id: $me) { nodeId }
      room(id: $room) { nodeId entries(first: 1) { nodes { nodeId } } }
      chatRoom: room(id: $chatRoom) { nodeId }
      generation(id: $generation) { nodeId }
    }`,
    { room: roomId, chatRoom: chatRoomId, generation: generationId, me: owner.id },
  )
  ids = {
    Account: at(data, 'me', 'nodeId'),
    User: at(data, 'user', 'nodeId'),
    Character: at(made, 'createCharacter', 'character', 'nodeId'),
    ChatRoom: at(data, 'chatRoom', 'nodeId'),
    OfficeRoom: at(data, 'room', 'nodeId'),
    LogEntry: at(data, 'room', 'entries', 'nodes', '0', 'nodeId'),
    Generation: at(data, 'generation', 'nodeId'),
  }
  const guestRooms = await app
    .stranger()
    .data('mutation { createOfficeRoom(input: { userId: "guest-1" }) { room { id } } }')
  guestRoom = at(guestRooms, 'createOfficeRoom', 'room', 'id')
})
afterAll(() => app.close())

describe.each(types)('the node of type %s', (type) => {
  it('has an id by which its owner and administrators find it', async () => {
    const node = { nodeId: ids[type], __typename: type }
    expect(await owner.data(find, { nodeId: ids[type] })).toEqual({ node })
    expect(await admin.data(find, { nodeId: ids[type] })).toEqual({ node })
  })
})

describe.each(ownTypes)('a foreign node of type %s', (type) => {
  it('is byte for byte like a missing one', async () => {
    for (const caller of [other, app.stranger()]) {
      const answers = [ids[type], missingLike(type)].map((nodeId) =>
        caller.rest('POST', '/graphql', { query: find, variables: { nodeId } }),
      )
      const [foreign, missing] = await Promise.all(answers)
      expect(foreign?.text).toBe('{"data":{"node":null}}\n')
      expect(missing?.text).toBe(foreign?.text)
    }
  })
})

it('hides foreign nodes among several, byte for byte like missing ones', async () => {
  const query = 'query ($nodeIds: [ID!]!) { nodes(nodeIds: $nodeIds) { nodeId } }'
  for (const caller of [other, app.stranger()]) {
    const lists = [ownTypes.map((type) => ids[type]), ownTypes.map(missingLike)]
    const answers = lists.map((nodeIds) => caller.rest('POST', '/graphql', { query, variables: { nodeIds } }))
    const [foreign, missing] = await Promise.all(answers)
    expect(foreign?.text).toBe(`{"data":{"nodes":[${ownTypes.map(() => 'null').join(',')}]}}\n`)
    expect(missing?.text).toBe(foreign?.text)
  }
})

it('hides the size of a foreign object, which is not counted for the result', async () => {
  const text = 'c'.repeat(65_000)
  const texts = { greeting: text, context: text, description: 'd'.repeat(2_000), exampleDialogues: text }
  const make = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { nodeId } } }'
  const input = { name: 'Large', visibility: 'PRIVATE', ...texts }
  const large: string[] = []
  while (large.length < 4) large.push(at(await owner.data(make, { input }), 'createCharacter', 'character', 'nodeId'))
  const aliases = Array.from({ length: 15 }, (_, n) => `n${String(n)}: nodes(nodeIds: $nodeIds) { __typename }`)
  const query = `query ($nodeIds: [ID!]!) { ${aliases.join(' ')} }`
  // the rows of one answer have more than 8 MiB
  expect(await owner.codes(query, { nodeIds: large })).toContain('RESULT_TOO_LARGE')
  for (const caller of [other, app.stranger()])
    expect((await caller.graphql(query, { nodeIds: large })).errors).toEqual([])
})

it('shows the fields of the type, as its own query does', async () => {
  const data = await owner.data(
    `query ($user: ID!, $room: ID!) {
      user: node(nodeId: $user) { ... on User { id username } }
      room: node(nodeId: $room) { ... on Room { kindOfRoom: __typename ownerId entries(first: 1) { nodes { index } } } }
    }`,
    { user: ids.User, room: ids.OfficeRoom },
  )
  expect(data).toEqual({
    user: { id: owner.id, username: owner.username },
    room: { kindOfRoom: 'OfficeRoom', ownerId: owner.id, entries: { nodes: [{ index: 1 }] } },
  })
})

it('lets every caller that knows its id find the room of a guest', async () => {
  const nodeId = idOf(`OfficeRoom:${guestRoom}`)
  expect(await other.data(find, { nodeId })).toEqual({ node: { nodeId, __typename: 'OfficeRoom' } })
})

it.each([
  ['an empty text', () => ''],
  ['no base64', () => '%%%'],
  ['the record id of another query', () => owner.id],
  ['an unknown type', () => idOf('Session:1')],
  ['a type without a key', () => idOf('User:')],
  ['another type of room', () => idOf(Buffer.from(ids.OfficeRoom, 'base64url').toString().replace('Office', 'Chat'))],
  ['a room by its number', () => idOf('OfficeRoom:1')],
  ['a room in capitals', () => idOf(`OfficeRoom:${guestRoom.toUpperCase()}`)],
  ['padded base64', () => `${ids.User}=`],
  ['an entry without an index', () => idOf(`LogEntry:${guestRoom}`)],
  ['an entry with an index too large for a store', () => idOf(`LogEntry:${guestRoom}/9007199254740991`)],
  ['a number beyond 64 bits', () => idOf('User:99999999999999999999')],
  ['a room that is a NUL', () => idOf('OfficeRoom:\0')],
  ['an entry of a room that is a NUL', () => idOf('LogEntry:\0/1')],
  ['a generation that is a NUL', () => idOf('Generation:\0')],
])('finds nothing by %s', async (_, nodeId) => {
  expect(await owner.data(find, { nodeId: nodeId() })).toEqual({ node: null })
})

it('returns several nodes in the order of their ids, with null for a missing one', async () => {
  const nodeIds = [ids.Generation, missingLike('Character'), ids.User, ids.Generation]
  const { nodes } = await owner.data('query ($nodeIds: [ID!]!) { nodes(nodeIds: $nodeIds) { nodeId } }', { nodeIds })
  expect(nodes).toEqual([{ nodeId: ids.Generation }, null, { nodeId: ids.User }, { nodeId: ids.Generation }])
})

it('refuses more than 100 ids, and counts each id as a row of the cost', async () => {
  const query =
    'query ($nodeIds: [ID!]!) { nodes(nodeIds: $nodeIds) { ... on User { characters(first: 100) { nodes { id } } } } }'
  const many = (count: number) => ({ nodeIds: Array.from({ length: count }, () => ids.User) })
  expect((await owner.graphql(query, many(1))).errors).toEqual([])
  expect((await owner.graphql(query, many(60))).errors[0]?.message).toContain('The operation costs')
  const { errors } = await owner.graphql('query ($nodeIds: [ID!]!) { nodes(nodeIds: $nodeIds) { nodeId } }', many(101))
  expect(errors).toMatchObject([
    { extensions: { code: 'BAD_USER_INPUT', fields: [{ path: ['nodeIds'], rule: 'max_items', limit: 100 }] } },
  ])
})

function missingLike(type: string): string {
  const uuid = '00000000-0000-4000-8000-000000000000'
  const keys: Record<string, string> = { LogEntry: `${uuid}/1`, Account: '999', User: '999', Character: '999' }
  return idOf(`${type}:${keys[type] ?? uuid}`)
}
