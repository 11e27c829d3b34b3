import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { RoomTable } from '../../src/database/tables/rooms.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'

const hour = 3_600_000
let now = Date.now()
let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({
    clock: () => now,
    env: { JWT_TTL_MS: String(365 * 24 * hour), RATE_LIMITS: '{"tokenCount":{"perAccount":3}}' },
  })
  ada = await app.person('ada')
})
afterAll(() => app.close())

it('a test conversation is deleted a day after its last change', async () => {
  const made = await ada.data('mutation { createCharacter(input: { name: "Mira" }) { character { id } } }')
  const id = at(made, 'createCharacter', 'character', 'id')
  const opened = await ada.data('mutation ($id: ID!) { openTestRoom(characterId: $id) { room { id } } }', { id })
  const roomId = at(opened, 'openTestRoom', 'room', 'id')
  const kept = await ada.room('chat')
  now += 23 * hour
  await ada.say(roomId)
  await app.idle()
  now += 23 * hour
  await app.app.sweeper.sweep()
  const rooms = () => app.app.database.read((db) => db.select(RoomTable, {}, { columns: ['roomId'] }))
  expect(await rooms()).toHaveLength(2)
  now += 2 * hour
  await app.app.sweeper.sweep()
  expect(await rooms()).toEqual([{ roomId: kept }])
})

it('tokens are counted as often as the limit says', async () => {
  const cost = '{ characterCost(input: { context: "A sailor" }) { tokens } }'
  for (let counts = 0; counts < 3; counts += 1) expect(await ada.codes(cost)).toEqual([])
  expect(await ada.codes(cost)).toEqual(['RATE_LIMITED'])
})

describe('a list of characters', () => {
  const query = `query ($words: String, $search: String, $tag: String, $tags: [String!], $first: Int, $after: String,
    $ownerId: ID, $orderBy: CharacterOrder) {
    characters(words: $words, search: $search, tag: $tag, tags: $tags, first: $first, after: $after, ownerId: $ownerId,
      orderBy: $orderBy) { nodes { name } pageInfo { hasNextPage endCursor } } }`
  interface Page {
    readonly nodes: readonly { readonly name: string }[]
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  }
  const page = async (variables: object) =>
    ((await app.stranger().data(query, variables)) as { characters: Page }).characters
  const letters = (count: number) => Array.from({ length: count }, (_, n) => String.fromCodePoint(0x61 + (n % 26)))

  it.each<[string, object]>([
    ['11 tags', { tags: letters(11) }],
    ['a long tag', { tag: 'x'.repeat(65) }],
    ['a long one of several tags', { tags: ['x'.repeat(65)] }],
    ['an empty tag', { tags: [''] }],
    ['201 letters of words', { words: 'x'.repeat(201) }],
    ['a page of 101', { first: 101 }],
    ['a page of less than none', { first: -1 }],
    ['a cursor that is none', { after: 'x' }],
    ['a long cursor', { after: 'x'.repeat(100_000) }],
    ['half a letter', { words: '\ud800' }],
    ['a letter that no store has', { search: 'a\0b' }],
  ])('is refused for %s', async (_what, variables) => {
    expect(await app.stranger().codes(query, variables)).toEqual(['BAD_USER_INPUT'])
  })

  it('is read at its bounds, with every filter', async () => {
    const tags = letters(10).map((letter) => letter.repeat(64))
    const words = letters(100).join(' ').slice(0, 200)
    for (const orderBy of ['NEWEST', 'MOST_LIKED', 'MOST_TALKED'])
      expect((await page({ tags, words, orderBy, first: 100 })).nodes).toEqual([])
    expect((await page({ words: '%_"*:^-() \'' })).nodes).toEqual(expect.any(Array))
  })

  it.each(['NEWEST', 'OLDEST', 'MOST_LIKED', 'MOST_TALKED'])(
    'has each character once to its end: %s',
    async (orderBy) => {
      const author = await app.person(`deep-${orderBy.toLowerCase()}`.replace('_', '-'))
      const create = 'mutation ($name: String!) { createCharacter(input: { name: $name }) { character { id } } }'
      const names = letters(12).map((letter) => `${letter} of ${orderBy}`)
      for (const name of names) await author.data(create, { name })
      const seen: string[] = []
      let after: string | null = null
      do {
        const { nodes, pageInfo }: Page = await page({ ownerId: author.id, orderBy, first: 1, after })
        seen.push(...nodes.map(({ name }) => name))
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null
      } while (after !== null)
      expect(seen.toSorted()).toEqual(names)
    },
  )

  it('of an author has nothing that is private or hidden, and no author without a public character', async () => {
    const author = await app.person('shy')
    const create = `mutation ($visibility: Visibility) {
      createCharacter(input: { name: "Shadow of shy", visibility: $visibility }) { character { id } } }`
    const id = at(await author.data(create, { visibility: 'PUBLIC' }), 'createCharacter', 'character', 'id')
    await author.data(create, { visibility: 'PRIVATE' })
    const asked = 'query ($id: ID!) { author(id: $id) { username } user(id: $id) { characters { nodes { name } } } }'
    const seen = async (by: Person) => by.data(asked, { id: author.id })
    expect([
      (await page({ ownerId: author.id })).nodes.length,
      (await page({ search: 'Shadow of shy' })).nodes.length,
    ]).toEqual([1, 1])
    expect(await seen(ada)).toMatchObject({
      author: { username: author.username },
      user: { characters: { nodes: [{}] } },
    })
    await author.data(
      'mutation ($id: ID!) { updateCharacter(id: $id, input: { visibility: PRIVATE }) { character { id } } }',
      { id },
    )
    for (const filter of [{ ownerId: author.id }, { search: 'Shadow of shy' }, { words: 'shadow of shy' }])
      expect((await page(filter)).nodes).toEqual([])
    expect(await seen(ada)).toEqual({ author: null, user: { characters: { nodes: [] } } })
  })
})
