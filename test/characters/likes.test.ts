import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp } from '../support/app/app.js'
import type { TestApp } from '../support/app/app.js'
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
