import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { characterApis, made } from '../support/characters/character-apis.js'
import type { Person } from '../support/app/person.js'

let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob')
})
afterAll(() => app.close())

const missing = '999999'
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

describe.each(characterApis.map((api) => [api.name, api] as const))('a like over %s', (_name, api) => {
  const fresh = (isPublic = true) => made(api, ada, { name: 'liked', isPublic })

  it('counts one per user, however often it is given or removed', async () => {
    const id = await fresh()
    const rows = [
      [bob, false, { success: false, likeCount: 0 }],
      [bob, true, { success: true, likeCount: 1 }],
      [bob, true, { success: false, likeCount: 1 }],
      [ada, true, { success: true, likeCount: 2 }],
      [bob, false, { success: true, likeCount: 1 }],
      [bob, false, { success: false, likeCount: 1 }],
      [bob, true, { success: true, likeCount: 2 }],
    ] as const
    for (const [person, liked, outcome] of rows) expect(await api.like(person, id, liked)).toEqual(outcome)
  })

  it('requires a signed-in caller, for any character', async () => {
    for (const id of [await fresh(), missing]) expect(await api.like(app.stranger(), id, true)).toBe('UNAUTHENTICATED')
  })

  it('of a missing character is not found, nor is a private one of another account', async () => {
    const hidden = await fresh(false)
    for (const id of [missing, hidden])
      for (const liked of [true, false]) expect(await api.like(bob, id, liked)).toBe('NOT_FOUND')
    expect(await api.like(ada, hidden, true)).toEqual({ success: true, likeCount: 1 })
  })

  it('given 50 times at once by one user counts once and succeeds once', async () => {
    const id = await fresh()
    const outcomes = await Promise.all(times(50).map(() => api.like(bob, id, true)))
    expect(outcomes.filter((outcome) => typeof outcome === 'object' && outcome.success)).toHaveLength(1)
    expect(new Set(outcomes.map((outcome) => typeof outcome === 'object' && outcome.likeCount))).toEqual(new Set([1]))
    expect(await api.like(bob, id, true)).toEqual({ success: false, likeCount: 1 })
  })

  it('removed 50 times at once by one user is removed once', async () => {
    const id = await fresh()
    await api.like(ada, id, true)
    await api.like(bob, id, true)
    const outcomes = await Promise.all(times(50).map(() => api.like(bob, id, false)))
    expect(outcomes.filter((outcome) => typeof outcome === 'object' && outcome.success)).toHaveLength(1)
    expect(await api.like(bob, id, false)).toEqual({ success: false, likeCount: 1 })
  })
})

it('given by 100 users at once, over both APIs, counts 100', async () => {
  const fans = await Promise.all(times(100).map(() => app.person('fan')))
  const id = await made(characterApis[0], ada, { name: 'beloved' })
  const outcomes = await Promise.all(fans.map((fan, at) => characterApis[at % 2 ? 1 : 0].like(fan, id, true)))
  expect(outcomes.filter((outcome) => typeof outcome === 'object' && outcome.success)).toHaveLength(100)
  const { character } = await bob.data('query ($id: ID!) { character(id: $id) { likeCount likedByMe } }', { id })
  expect(character).toEqual({ likeCount: 100, likedByMe: false })
  const { body } = await ada.rest('GET', '/api/characters?search=beloved')
  expect(body).toEqual([expect.objectContaining({ likeCount: 100 })])
}, 60_000)

interface Page {
  readonly nodes: readonly { readonly id: string; readonly createdAt: string; readonly character: { name: string } }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean; readonly endCursor: string }
}

const setLike = `mutation ($id: ID!, $liked: Boolean!) {
  setLike(characterId: $id, liked: $liked) { changed like { id createdAt user { id username } character { id name } } }
}`
const myLikes = `query ($first: Int, $after: String) {
  myLikes(first: $first, after: $after) {
    nodes { id createdAt character { name } } pageInfo { hasNextPage hasPreviousPage endCursor }
  }
}`
const likesOf = `query ($id: ID!, $first: Int! = 20, $after: String) {
  character(id: $id) {
    likeCount
    likes(first: $first, after: $after) {
      edges { cursor } nodes { id user { username } } pageInfo { hasNextPage hasPreviousPage endCursor }
    }
  }
}`

describe('the like of a caller', () => {
  const [graphql] = characterApis

  it('is in the answer when it is given and when it is given again, and null after its removal', async () => {
    const id = await made(graphql, ada, { name: 'Mira' })
    const like = {
      id: expect.stringMatching(/^\d+$/),
      createdAt: expect.stringMatching(/Z$/),
      user: { id: bob.id, username: bob.username },
      character: { id, name: 'Mira' },
    }
    const given = await bob.data(setLike, { id, liked: true })
    expect(given).toEqual({ setLike: { changed: true, like } })
    const { setLike: first } = given as { setLike: object }
    expect(await bob.data(setLike, { id, liked: true })).toEqual({ setLike: { ...first, changed: false } })
    expect(await bob.data(setLike, { id, liked: false })).toEqual({ setLike: { changed: true, like: null } })
    expect(await bob.data(setLike, { id, liked: false })).toEqual({ setLike: { changed: false, like: null } })
  })

  it('is in myLikes, newest first, page by page, and in no list of another account', async () => {
    const eve = await app.person('eve')
    for (const name of ['first', 'second', 'third']) await graphql.like(eve, await made(graphql, ada, { name }), true)
    const page = async (first: number, after?: string) => {
      const { myLikes: found } = await eve.data(myLikes, { first, after })
      return found as Page
    }
    const newest = await page(2)
    expect(newest.nodes.map(({ character }) => character.name)).toEqual(['third', 'second'])
    expect(newest.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const rest = await page(2, newest.pageInfo.endCursor)
    expect(rest.nodes.map(({ character }) => character.name)).toEqual(['first'])
    expect(rest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    expect((await page(0)).nodes).toEqual([])
    const ids = [...newest.nodes, ...rest.nodes].map(({ id }) => id)
    const { myLikes: own } = await ada.data(myLikes, { first: 100 })
    expect((own as Page).nodes.filter(({ id }) => ids.includes(id))).toEqual([])
  })

  it.each([
    ['myLikes(first: 101)', 'first'],
    ['myLikes(first: -1)', 'first'],
    ['myLikes(after: "x")', 'after'],
  ])('%s is refused', async (field, argument) => {
    const { errors } = await bob.graphql(`{ ${field} { nodes { id } } }`)
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: [argument] }] })
  })

  it('is left out of myLikes while its character is private, and is back when it is public again', async () => {
    const fan = await app.person('fan')
    const id = await made(graphql, ada, { name: 'shy' })
    for (const person of [fan, ada]) await graphql.like(person, id, true)
    const names = async (person: Person) =>
      ((await person.data(myLikes, { first: 1 }))['myLikes'] as Page).nodes.map(({ character }) => character.name)
    expect(await names(fan)).toEqual(['shy'])
    await graphql.update(ada, id, { isPublic: false })
    expect([await names(fan), await names(ada)]).toEqual([[], ['shy']])
    await graphql.update(ada, id, { isPublic: true })
    expect(await names(fan)).toEqual(['shy'])
  })

  it('ends with its character and with its account', async () => {
    const fan = await app.person('fan')
    const [kept, gone] = [await made(graphql, ada, { name: 'kept' }), await made(graphql, ada, { name: 'gone' })]
    for (const id of [kept, gone]) await graphql.like(fan, id, true)
    await graphql.delete(ada, gone)
    const { myLikes: left } = await fan.data(myLikes, { first: 9 })
    expect((left as Page).nodes.map(({ character }) => character.name)).toEqual(['kept'])
    await fan.data('mutation ($id: ID!) { deleteAccount(id: $id) { deletedAccountId } }', { id: fan.id })
    expect(await ada.data(likesOf, { id: kept })).toMatchObject({ character: { likeCount: 0, likes: { nodes: [] } } })
  })
})

describe('the likes of a character', () => {
  it('are listed for its owner and for administrators, newest first, page by page', async () => {
    const id = await made(characterApis[0], ada, { name: 'listed' })
    const fans = [await app.person('one'), await app.person('two'), await app.person('three')]
    for (const fan of fans) await characterApis[0].like(fan, id, true)
    const names = fans.map(({ username }) => username).toReversed()
    for (const person of [ada, await app.admin()]) {
      const { character: newest } = await person.data(likesOf, { id, first: 2 })
      expect(newest).toMatchObject({
        likeCount: 3,
        likes: {
          nodes: names.slice(0, 2).map((username) => ({ user: { username } })),
          pageInfo: { hasNextPage: true, hasPreviousPage: false },
        },
      })
      const { likes } = newest as { likes: Page & { edges: { cursor: string }[] } }
      expect(likes.edges.at(-1)?.cursor).toBe(likes.pageInfo.endCursor)
      const { character: rest } = await person.data(likesOf, { id, first: 2, after: likes.pageInfo.endCursor })
      expect(rest).toMatchObject({
        likes: { nodes: [{ user: { username: names[2] } }], pageInfo: { hasNextPage: false, hasPreviousPage: true } },
      })
    }
  })

  it('are null for every other caller, also for one who has given a like', async () => {
    const id = await made(characterApis[0], ada, { name: 'counted' })
    await characterApis[0].like(bob, id, true)
    for (const person of [bob, app.stranger()])
      expect(await person.data(likesOf, { id })).toEqual({ character: { likeCount: 1, likes: null } })
  })

  it('are each those of their own character in a list, with the arguments of each field', async () => {
    const owner = await app.person('owner')
    const ids = [await made(characterApis[0], owner, { name: 'a' }), await made(characterApis[0], owner, { name: 'b' })]
    const [popular = '', unknown = ''] = ids
    for (const fan of [ada, bob]) await characterApis[0].like(fan, popular, true)
    await characterApis[0].like(ada, unknown, true)
    const nodes = 'nodes { user { username } }'
    const list = await owner.data(
      `{ myCharacters { nodes { one: likes(first: 1) { ${nodes} } all: likes { ${nodes} } } } }`,
    )
    const by = (...people: Person[]) => ({ nodes: people.map(({ username }) => ({ user: { username } })) })
    expect(list).toEqual({
      myCharacters: {
        nodes: [
          { one: by(bob), all: by(bob, ada) },
          { one: by(ada), all: by(ada) },
        ],
      },
    })
  })

  it('are refused for a page that no list has', async () => {
    const id = await made(characterApis[0], ada, { name: 'bounded' })
    const { errors } = await ada.graphql(likesOf, { id, first: 101 })
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: ['first'], limit: 100 }] })
  })
})

describe('POST /api/characters/{characterId}/like', () => {
  const like = (id: string, body: unknown, person = bob) => person.rest('POST', `/api/characters/${id}/like`, body)

  it.each(['', 'LIKE', 'love', 'unlike '])('refuses the action %j, even for a missing character', async (action) => {
    const body = { detail: 'Bad request', message: 'The action must be like or unlike' }
    expect(await like(missing, { action })).toMatchObject({ status: 400, body })
  })

  it.each([
    ['no action', {}, ['body', 'action'], 'missing', 'Field required'],
    ['an action that is no text', { action: 5 }, ['body', 'action'], 'string_type', 'Input should be a valid string'],
    ['an action that is null', { action: null }, ['body', 'action'], 'string_type', 'Input should be a valid string'],
  ])('names %s', async (_what, sent, location, type, message) => {
    const { status, body } = await like(missing, sent)
    expect([status, body]).toEqual([
      422,
      { detail: [{ location, message, type }], message: 'Input data validation failed' },
    ])
  })

  it.each([
    ['seven', 'int_parsing'],
    ['7e7d1f7a-2f6b-4f3a-9a51-0f6f4a1a2b3c', 'int_parsing'],
    ['1.5', 'int_parsing'],
    ['0', 'greater_than'],
    ['-1', 'greater_than'],
    ['9007199254740992', 'less_than_equal'],
  ])('names the id %s', async (id, type) => {
    const { status, body } = await like(id, { action: 'like' })
    expect([status, body]).toMatchObject([422, { detail: [{ location: ['path', 'characterId'], type }] }])
  })

  it('answers a private character byte for byte like a missing one', async () => {
    const hidden = await made(characterApis[1], ada, { name: 'hidden', isPublic: false })
    const [foreign, none] = [await like(hidden, { action: 'like' }), await like(missing, { action: 'like' })]
    expect([foreign.status, foreign.text]).toEqual([404, '{"detail":"Not found"}'])
    expect(none.text).toBe(foreign.text)
  })

  it('checks the token before it reads the body', async () => {
    const { status, body } = await like('seven', '{', app.stranger())
    expect([status, body]).toEqual([401, { detail: 'Unauthorized', message: 'Invalid or expired token' }])
  })
})
