import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CharacterTable } from '../../src/database/tables/characters.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { characterApis, made } from '../support/characters/character-apis.js'
import type { Person } from '../support/app/person.js'

interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } }[]
  readonly nodes: readonly { readonly id: string }[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string | null
    readonly endCursor: string | null
  }
}

const orders = ['OLDEST', 'NEWEST', 'MOST_LIKED'] as const
const total = 250
// likes of the first characters of `few`; equal counts are both adjacent and apart
const likes = [2, 0, 1, 1, 2, 0, 1, 3, 0]

let app: TestApp
let many: Person
let few: Person
let ids: readonly string[]
beforeAll(async () => {
  app = await createTestApp()
  many = await app.person('many')
  few = await app.person('few')
  await Promise.all(
    Array.from({ length: total }, (_, n) => made(characterApis[1], many, { name: `50% of ${String(n)}` })),
  )
  const some: string[] = []
  for (const n of likes.keys()) some.push(await made(characterApis[0], few, { name: `few ${String(n)}` }))
  ids = some
  for (let fans = 0; fans < 3; fans++) {
    const fan = await app.person('fan')
    for (const [n, count] of likes.entries()) if (count > fans) await characterApis[0].like(fan, ids[n] ?? '', true)
  }
}, 60_000)
afterAll(() => app.close())

const query = `query ($search: String, $ownerId: ID, $first: Int!, $after: String, $orderBy: CharacterOrder!) {
  characters(search: $search, ownerId: $ownerId, first: $first, after: $after, orderBy: $orderBy) {
    edges { cursor node { id } }
    nodes { id }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`

/** All pages of a GraphQL list. */
async function walk(variables: { first: number; orderBy: string; ownerId?: string; search?: string }) {
  const pages: Page[] = []
  for (let after: string | null | undefined; after !== null;) {
    const { characters } = (await app.stranger().data(query, { ...variables, after })) as { characters: Page }
    pages.push(characters)
    if (pages.length > total) throw new Error('this walk does not end')
    after = characters.pageInfo.hasNextPage ? characters.pageInfo.endCursor : null
  }
  return pages
}

const idsOf = (pages: readonly Page[]) => pages.flatMap(({ nodes }) => nodes.map(({ id }) => id))
const ascending = (texts: readonly string[]) => [...texts].sort((a, b) => Number(a) - Number(b))

describe.each(orders)('a GraphQL list in the order %s', (orderBy) => {
  it.each([1, 2, 3, 4, 9, 100])('returns every row once in pages of %i', async (first) => {
    const oldest = [...ids]
    const mostLiked = oldest.map((id, n) => ({ id, likes: likes[n] ?? 0 })).sort((a, b) => b.likes - a.likes)
    const expected = { OLDEST: oldest, NEWEST: [...oldest].reverse(), MOST_LIKED: mostLiked.map(({ id }) => id) }
    const pages = await walk({ ownerId: few.id, first, orderBy })
    expect(idsOf(pages)).toEqual(expected[orderBy])
    expect(pages).toHaveLength(Math.ceil(ids.length / first))
  })

  it('of 250 rows returns every row once, also in a search', async () => {
    for (const filter of [{ ownerId: many.id }, { search: '50%' }]) {
      const found = idsOf(await walk({ ...filter, first: 40, orderBy }))
      expect(found).toHaveLength(total)
      expect(new Set(found).size).toBe(total)
      if (orderBy !== 'NEWEST') expect(found).toEqual(ascending(found))
    }
  })

  it('reports the position of a page', async () => {
    const pages = await walk({ ownerId: few.id, first: 4, orderBy })
    expect(pages.map(({ pageInfo }) => [pageInfo.hasPreviousPage, pageInfo.hasNextPage])).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ])
    for (const { edges, nodes, pageInfo } of pages) {
      expect(edges.map(({ node }) => node)).toEqual(nodes)
      expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([edges[0]?.cursor, edges.at(-1)?.cursor])
    }
  })

  it('continues after the position of a deleted last row, and includes new rows', async () => {
    const owner = await app.person('owner')
    for (const name of ['a', 'b', 'c']) await made(characterApis[0], owner, { name })
    const [first] = await walk({ ownerId: owner.id, first: 1, orderBy })
    const gone = first?.nodes[0]?.id
    await app.app.database.write((db) => db.delete(CharacterTable, { id: Number(gone) }))
    const late = await made(characterApis[0], owner, { name: 'd' })
    const after = first?.pageInfo.endCursor
    const { characters } = (await owner.data(query, { ownerId: owner.id, first: 9, orderBy, after })) as {
      characters: Page
    }
    expect(characters.nodes.some(({ id }) => id === late)).toBe(orderBy !== 'NEWEST')
    expect(characters.nodes).toHaveLength(orderBy === 'NEWEST' ? 2 : 3)
  })
})

describe('a page', () => {
  const codes = (variables: object) => few.codes(query, { first: 2, orderBy: 'OLDEST', ...variables })
  const cursorOf = async (orderBy: string) =>
    (await walk({ ownerId: few.id, first: 9, orderBy })).at(-1)?.pageInfo.endCursor ?? ''

  it.each([{ first: 101 }, { first: -1 }, { first: 2 ** 31 }, { after: 'nonsense' }, { after: 'MQ==' }])(
    'with invalid arguments is refused: %j',
    async (variables) => {
      expect(await codes(variables)).toEqual(['BAD_USER_INPUT'])
    },
  )

  it('begins at the first row with an empty cursor', async () => {
    expect(await few.data(query, { first: 2, orderBy: 'OLDEST', after: '' })).toEqual(
      await few.data(query, { first: 2, orderBy: 'OLDEST' }),
    )
  })

  it('has its default size and order for nullable variables, whether they are left out or null', async () => {
    const sizes =
      'query ($first: Int, $order: CharacterOrder, $owner: ID) { characters(first: $first, orderBy: $order, ownerId: $owner) { nodes { id } } }'
    const [page] = await walk({ ownerId: many.id, first: 20, orderBy: 'OLDEST' })
    expect(page?.nodes.length).toBeGreaterThan(3)
    for (const first of [undefined, null]) {
      const { characters } = (await many.data(sizes, { first, order: first, owner: many.id })) as { characters: Page }
      expect(characters.nodes.map(({ id }) => id)).toEqual(page?.nodes.map(({ id }) => id))
    }
  })

  it('may be empty', async () => {
    const { characters } = (await few.data(query, { first: 0, orderBy: 'OLDEST' })) as { characters: Page }
    expect(characters.nodes).toEqual([])
    expect(characters.pageInfo.endCursor).toBeNull()
  })

  it('after the last row is empty, and the cursor of a list by likes is invalid in a list by age', async () => {
    const [aged, liked] = [await cursorOf('OLDEST'), await cursorOf('MOST_LIKED')]
    const { characters } = (await few.data(query, { ownerId: few.id, first: 9, orderBy: 'OLDEST', after: aged })) as {
      characters: Page
    }
    expect(characters.nodes).toEqual([])
    expect(await codes({ after: liked })).toEqual(['BAD_USER_INPUT'])
    expect(await codes({ after: aged, orderBy: 'MOST_LIKED' })).toEqual(['BAD_USER_INPUT'])
  })
})

describe('GET /api/characters', () => {
  interface Row {
    readonly id: number
    readonly name: string
  }

  const get = (path: string) => app.stranger().rest('GET', path)
  const rowsOf = (body: unknown) => body as readonly Row[]
  const nextOf = (headers: Headers) => /^<(\/[^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]

  it.each(['', 'userId=OWNER', 'userid=OWNER', 'search=50%25'])(
    'without a limit is complete, by ascending id: %s',
    async (filter) => {
      const { body, headers } = await get(`/api/characters?${filter.replace('OWNER', many.id)}`)
      const found = rowsOf(body).map(({ id }) => id)
      expect(rowsOf(body).filter(({ name }) => name.startsWith('50% of'))).toHaveLength(total)
      expect(found).toEqual([...found].sort((a, b) => a - b))
      expect(headers.get('link')).toBeNull()
    },
  )

  it.each([
    ['search=50%25+of', 99],
    ['userId=OWNER', 100],
    ['userid=OWNER', 7],
    ['', 50],
  ] as const)('with %s and a limit of %i leads through every row once', async (filter, limit) => {
    const path = `/api/characters?${filter.replace('OWNER', many.id)}`
    const whole = rowsOf((await get(path)).body)
    const walked: Row[] = []
    for (let next: string | undefined = `${path}&limit=${String(limit)}`; next !== undefined;) {
      const { status, body, headers } = await get(next)
      expect(status).toBe(200)
      walked.push(...rowsOf(body))
      next = nextOf(headers)
      expect(rowsOf(body)).toHaveLength(next === undefined ? ((whole.length - 1) % limit) + 1 : limit)
    }
    expect(walked).toEqual(whole)
  })

  it('continues from a cursor without a limit to the end', async () => {
    const { headers } = await get(`/api/characters?userId=${many.id}&limit=20`)
    const next = new URL(nextOf(headers) ?? '', app.url)
    next.searchParams.delete('limit')
    const rest = await get(`${next.pathname}${next.search}`)
    expect(rowsOf(rest.body)).toHaveLength(total - 20)
    expect(rest.headers.get('link')).toBeNull()
  })

  it.each([
    ['userId=seven', 'userId', 'int_parsing'],
    ['userId=', 'userId', 'int_parsing'],
    ['userId=1.5', 'userId', 'int_parsing'],
    ['userId=0', 'userId', 'greater_than'],
    ['userId=9007199254740992', 'userId', 'less_than_equal'],
    [`search=${'x'.repeat(201)}`, 'search', 'string_too_long'],
    ['search=%00', 'search', 'value_error'],
    ['limit=0', 'limit', 'greater_than_equal'],
    ['limit=101', 'limit', 'less_than_equal'],
    ['limit=', 'limit', 'int_parsing'],
    ['limit=2&cursor=nonsense', 'cursor', 'value_error'],
  ])('names what is wrong with %s', async (sent, key, type) => {
    const { status, body } = await get(`/api/characters?${sent}`)
    const detail = [{ location: ['query', key], message: expect.any(String), type }]
    expect([status, body]).toEqual([422, { detail, message: 'Input data validation failed' }])
  })

  it('reads every question mark after the first as a part of the query, also in the link to the next page', async () => {
    for (const name of ['What', 'What?no', 'What?now']) await made(characterApis[1], few, { name })
    const first = await few.rest('GET', '/api/characters?limit=1&search=What?no')
    expect(first.body).toMatchObject([{ name: 'What?no' }])
    expect((await few.rest('GET', nextOf(first.headers) ?? '')).body).toMatchObject([{ name: 'What?now' }])
  })

  it('uses the last of a repeated key', async () => {
    const { body } = await get(`/api/characters?userId=seven&userId=${few.id}&limit=1&limit=2`)
    expect(rowsOf(body).map(({ name }) => name)).toEqual(['few 0', 'few 1'])
  })
})
