import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { moreThan } from '@parley/statements'
import { CharacterIndex } from '../../src/characters/character-index.js'
import { CharacterRankTable, LikeTable } from '../../src/database/tables/characters.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'

let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob')
})
afterAll(() => app.close())

interface Listed {
  readonly nodes: readonly { readonly id: string; readonly name: string; readonly talkCount: number }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

const list = `query ($words: String, $tags: [String!], $ownerId: ID, $visibility: Visibility, $orderBy: CharacterOrder, $first: Int = 100, $after: String) {
  characters(words: $words, tags: $tags, ownerId: $ownerId, visibility: $visibility, orderBy: $orderBy, first: $first, after: $after) {
    nodes { id name talkCount } pageInfo { hasNextPage endCursor }
  }
}`
const page = async (by: Person, variables: object) =>
  ((await by.data(list, variables)) as { characters: Listed }).characters
const names = async (variables: object, by = bob) => (await page(by, variables)).nodes.map(({ name }) => name)
const create = async (by: Person, input: object) =>
  at(
    await by.data('mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }', {
      input,
    }),
    ...['createCharacter', 'character', 'id'],
  )
const update = (by: Person, id: string, input: object) =>
  by.data(
    'mutation ($id: ID!, $input: UpdateCharacterInput!) { updateCharacter(id: $id, input: $input) { __typename } }',
    {
      id,
      input,
    },
  )
const like = (by: Person, id: string, liked = true) =>
  by.data('mutation ($id: ID!, $liked: Boolean!) { setLike(characterId: $id, liked: $liked) { changed } }', {
    id,
    liked,
  })
const roomWith = async (by: Person, id: string) =>
  at(
    await by.data('mutation ($id: ID) { createChatRoom(input: { characterId: $id }) { room { id } } }', { id }),
    ...['createChatRoom', 'room', 'id'],
  )
const say = async (by: Person, roomId: string) => {
  await by.say(roomId)
  await app.idle()
}
const openTest =
  'mutation ($id: ID!, $isNew: Boolean) { openTestRoom(characterId: $id, isNew: $isNew) { room { id isTest } } }'
const testRoom = async (by: Person, id: string, isNew?: boolean) =>
  at(await by.data(openTest, { id, isNew }), 'openTestRoom', 'room', 'id')

describe('words', () => {
  it('are found in names, tags and descriptions, all of them, with the beginning of the last one', async () => {
    await create(ada, { name: 'Mirabel Otterwick', tags: ['Sea Captain'], description: 'Steers the Albatross.' })
    await create(ada, { name: '바다의 선장', description: '조용한 항해사입니다.' })
    for (const words of ['mirabel', 'OTTER', 'albatross sea', 'captain otterwick', 'steers albat'])
      expect(await names({ words })).toEqual(['Mirabel Otterwick'])
    for (const words of ['선장', '항해', '항']) expect(await names({ words })).toEqual(['바다의 선장'])
    for (const words of ['otter ', ' captain albat. ', 'steers albat!'])
      expect(await names({ words })).toEqual(['Mirabel Otterwick'])
    const all = await names({})
    for (const words of ['', '  ', '\n']) expect(await names({ words })).toEqual(all)
    for (const words of ['albat steers', 'albatross kraken', 'tterwick', '!?'])
      expect(await names({ words })).toEqual([])
  })

  it('are not found in what a reader does not see', async () => {
    const id = await create(ada, {
      name: 'Quill',
      greeting: 'grumblefoot',
      context: 'snarkwood',
      exampleDialogues: 'wimblethorpe',
      description:
        'A clerk. {{// secretly a {{char}} zebraking}}{{comment: yakprince}} {{char}} writes. {{ never closed vexlord',
    })
    expect(await names({ words: 'clerk writes' })).toEqual(['Quill'])
    for (const words of ['grumblefoot', 'snarkwood', 'wimblethorpe', 'zebraking', 'secretly', 'yakprince', 'vexlord'])
      for (const by of [ada, bob]) expect(await names({ words }, by)).toEqual([])
    await update(ada, id, { visibility: 'PRIVATE' })
    for (const by of [ada, bob, await app.admin()]) {
      expect(await names({ words: 'clerk' }, by)).toEqual([])
      expect(await names({ words: 'clerk', ownerId: ada.id }, by)).toEqual([])
    }
    await update(ada, id, { visibility: 'PUBLIC', description: 'A notary.' })
    expect(await names({ words: 'notary' })).toEqual(['Quill'])
    expect(await names({ words: 'clerk' })).toEqual([])
    const admin = await app.admin()
    await admin.data(`mutation { setVisibility(characterId: ${id}, visibility: PRIVATE) { __typename } }`)
    expect(await names({ words: 'notary' })).toEqual([])
  })

  it('and tags are found of characters of an earlier release once they are indexed', async () => {
    await create(ada, { name: 'Early', tags: ['Antique'] })
    await app.app.database.write((db) => db.delete(CharacterRankTable, { id: moreThan(0) }))
    expect(await names({ tags: ['antique'] })).toEqual([])
    const index = new CharacterIndex(app.app.database)
    for (let last: number | undefined = 0; last !== undefined;) last = await index.indexAfter(last)
    expect(await names({ tags: ['antique'] })).toEqual(['Early'])
    expect(await names({ words: 'albatross' })).toEqual(['Mirabel Otterwick'])
  })
})

describe('tags', () => {
  it('combine, in any case, also with words, an owner and an order', async () => {
    const cat = await app.person('cat')
    await create(cat, { name: 'Both', tags: ['Pirate', 'Slow  Burn'], description: 'lagoon' })
    await create(cat, { name: 'One', tags: ['pirate'] })
    await create(cat, { name: 'Hidden', tags: ['pirate', 'slow burn'], visibility: 'PRIVATE' })
    for (const orderBy of ['OLDEST', 'NEWEST', 'MOST_LIKED', 'MOST_TALKED']) {
      expect(await names({ tags: ['PIRATE', 'slow burn'], orderBy })).toEqual(['Both'])
      expect((await names({ tags: ['Pirate'], orderBy })).sort()).toEqual(['Both', 'One'])
      const own = { tags: ['pirate', 'slow burn'], ownerId: cat.id, orderBy }
      expect(await names(own)).toEqual(['Both'])
      expect((await names(own, cat)).sort()).toEqual(['Both', 'Hidden'])
      expect(await names({ ...own, visibility: 'PUBLIC' }, cat)).toEqual(['Both'])
      expect(await names({ ...own, visibility: 'PRIVATE' }, cat)).toEqual(['Hidden'])
      expect(await names({ ...own, visibility: 'PRIVATE' })).toEqual([])
    }
    expect(await names({ tags: ['pirate'], words: 'lag' })).toEqual(['Both'])
    expect(await names({ tags: ['burn'] })).toEqual([])
    expect(await bob.codes(list, { tags: Array.from({ length: 11 }, (_, n) => `t${String(n)}`) })).toEqual([
      'BAD_USER_INPUT',
    ])
  })
})

describe('talks', () => {
  it('count each conversation of another account from its first reply, and sort a list', async () => {
    const dan = await app.person('dan')
    const [quiet, loud] = [await create(dan, { name: 'quiet' }), await create(dan, { name: 'loud' })]
    const room = await roomWith(bob, loud)
    await roomWith(bob, quiet)
    for (const roomId of [room, room, await roomWith(dan, quiet), await testRoom(dan, quiet)]) {
      await say(roomId === room ? bob : dan, roomId)
    }
    const sorted = async () => (await page(bob, { ownerId: dan.id, orderBy: 'MOST_TALKED' })).nodes
    expect(await sorted()).toMatchObject([
      { name: 'loud', talkCount: 1 },
      { name: 'quiet', talkCount: 0 },
    ])
    await bob.data('mutation ($room: ID!) { deleteRoom(id: $room) { __typename } }', { room })
    await say(ada, await roomWith(ada, loud))
    expect(await sorted()).toMatchObject([{ talkCount: 2 }, { talkCount: 0 }])
  })

  it('and likes that change between two pages neither repeat nor leave out the others', async () => {
    const eve = await app.person('eve')
    const fans = [await app.person('fan'), await app.person('fan'), await app.person('fan')]
    const ids: string[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ids.push(await create(eve, { name }))
    for (const [n, count] of [1, 2, 1, 0, 2, 0].entries())
      for (const fan of fans.slice(0, count)) await like(fan, ids[n] ?? '')
    const ask = { ownerId: eve.id, orderBy: 'MOST_LIKED', first: 2 }
    const first = await page(bob, ask)
    expect(first.nodes.map(({ name }) => name)).toEqual(['b', 'e'])
    // one that was read falls, one that was not rises above the page
    for (const fan of fans) await like(fan, ids[1] ?? '', false)
    for (const fan of fans) await like(fan, ids[3] ?? '')
    const second = await page(bob, { ...ask, after: first.pageInfo.endCursor })
    const third = await page(bob, { ...ask, after: second.pageInfo.endCursor })
    expect([...second.nodes, ...third.nodes].map(({ name }) => name)).toEqual(['a', 'c', 'b', 'f'])
  })

  it('and likes are exact after 30 at once, and after an account has ended', async () => {
    const gil = await app.person('gil')
    const id = await create(gil, { name: 'Popular' })
    const fans = await Promise.all(Array.from({ length: 10 }, () => app.person('fan')))
    await Promise.all(fans.flatMap((fan) => [like(fan, id), like(fan, id), like(fan, id)]))
    const stored = async () => {
      const { database } = app.app
      const where = { characterId: Number(id) }
      const rank = await database.read((db) => db.selectOne(CharacterRankTable, where))
      return [rank?.likeCount, await database.read((db) => db.count(LikeTable, where))]
    }
    expect(await stored()).toEqual([10, 10])
    await fans[0]?.data('mutation { deleteAccount { __typename } }')
    expect(await stored()).toEqual([9, 9])
    await Promise.all(fans.slice(1).flatMap((fan) => [like(fan, id, false), like(fan, id, false)]))
    expect(await stored()).toEqual([0, 0])
  })
})

describe('an author', () => {
  const author = async (id: string, by: Person = app.stranger()) =>
    (await by.data('query ($id: ID!) { author(id: $id) { username } }', { id }))['author']

  it('is an account with a public character that is neither banned nor deleted', async () => {
    const hal = await app.person('hal')
    expect(await author(hal.id)).toBeNull()
    const id = await create(hal, { name: 'Draft', visibility: 'PRIVATE' })
    expect(await author(hal.id)).toBeNull()
    await update(hal, id, { visibility: 'PUBLIC' })
    expect(await author(hal.id)).toEqual({ username: hal.username })
    const admin = await app.admin()
    await admin.data(`mutation { confirmIdentity(input: { password: "correct horse battery" }) { __typename } }`)
    await admin.data(`mutation { banUser(id: ${hal.id}) { __typename } }`)
    for (const by of [app.stranger(), bob, admin]) expect(await author(hal.id, by)).toBeNull()
    await admin.data(`mutation { unbanUser(id: ${hal.id}) { __typename } }`)
    expect(await author(hal.id)).toEqual({ username: hal.username })
    await admin.data(`mutation { deleteAccount(id: ${hal.id}) { __typename } }`)
    for (const gone of [hal.id, '999999', 'x']) expect(await author(gone)).toBeNull()
  })
})

it('drafts are the private characters of an account, for itself', async () => {
  const ida = await app.person('ida')
  for (const [name, visibility] of [
    ['one', 'PRIVATE'],
    ['two', 'PUBLIC'],
    ['three', 'PRIVATE'],
  ])
    await create(ida, { name, visibility })
  const mine = async (args: string) =>
    (
      (await ida.data(`{ myCharacters(${args}) { nodes { name } } }`)) as { myCharacters: Listed }
    ).myCharacters.nodes.map(({ name }) => name)
  expect(await mine('first: 9')).toEqual(['one', 'two', 'three'])
  expect(await mine('orderBy: NEWEST, visibility: PRIVATE')).toEqual(['three', 'one'])
  expect(await mine('orderBy: MOST_TALKED, visibility: PUBLIC')).toEqual(['two'])
})

describe('a test conversation', () => {
  const listsOf = async (by: Person) => {
    const { myRooms } = (await by.data('{ myRooms(archived: null) { nodes { id isTest } } }')) as {
      myRooms: { nodes: unknown[] }
    }
    const found = (await by.data('{ searchEntries(query: "Hello") { nodes { entry { index } } } }')) as {
      searchEntries: { nodes: unknown[] }
    }
    return [myRooms.nodes.length, found.searchEntries.nodes.length]
  }

  it('is one room of the author, with replies, in no list and in no search', async () => {
    const jan = await app.person('jan')
    const id = await create(jan, { name: 'Tested', visibility: 'PRIVATE' })
    const roomIds = await Promise.all(Array.from({ length: 10 }, () => testRoom(jan, id)))
    expect(new Set(roomIds).size).toBe(1)
    const [roomId = ''] = roomIds
    await say(jan, roomId)
    const room = 'query ($id: ID!) { room(id: $id) { isTest entries { nodes { inputData } } } }'
    expect((await jan.data(room, { id: roomId }))['room']).toEqual({
      isTest: true,
      entries: { nodes: [{ inputData: 'Hello' }] },
    })
    expect(await listsOf(jan)).toEqual([0, 0])
    const next = await testRoom(jan, id, true)
    expect(next).not.toBe(roomId)
    expect((await jan.data(room, { id: roomId }))['room']).toBeNull()
    await say(jan, await roomWith(jan, id))
    expect(await listsOf(jan)).toEqual([1, 1])
  })

  it('is refused for a character that the caller may not change', async () => {
    const [hidden, shown] = [await create(ada, { name: 'x', visibility: 'PRIVATE' }), await create(ada, { name: 'y' })]
    expect(await bob.codes(openTest, { id: hidden })).toEqual(['NOT_FOUND'])
    expect(await bob.codes(openTest, { id: shown })).toEqual(['FORBIDDEN'])
    expect(await app.stranger().codes(openTest, { id: shown })).toEqual(['UNAUTHENTICATED'])
  })
})

describe('the cost of a character', () => {
  const cost = `query ($input: CharacterCostInput!) { characterCost(input: $input) { tokens permanentTokens isEstimate parts { field tokens } } }`

  it('is that of its texts as a prompt has them, estimated where no model is loaded', async () => {
    const texts = { greeting: 'Ahoy!', context: '{{char}} is old.', exampleDialogues: '{{char}}: Aye' }
    const input = { name: 'Mira', ...texts, systemPrompt: 'Be {{char}}.', depthNote: 'Calm.' }
    expect((await ada.data(cost, { input }))['characterCost']).toEqual({
      tokens: 12,
      permanentTokens: 8,
      isEstimate: true,
      parts: [
        { field: 'name', tokens: 1 },
        { field: 'greeting', tokens: 2 },
        { field: 'context', tokens: 3 },
        { field: 'exampleDialogues', tokens: 2 },
        { field: 'systemPrompt', tokens: 2 },
        { field: 'notes', tokens: 2 },
      ],
    })
    expect((await ada.data(cost, { input: {} }))['characterCost']).toMatchObject({ tokens: 0 })
  })

  it('is not counted for guests, nor of texts that a character cannot have', async () => {
    expect(await app.stranger().codes(cost, { input: {} })).toEqual(['UNAUTHENTICATED'])
    expect(await ada.codes(cost, { input: { context: 'x'.repeat(65_536) } })).toEqual(['BAD_USER_INPUT'])
  })
})
