import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { characterApis, made } from '../support/characters/character-apis.js'
import type { Person } from '../support/app/person.js'

let app: TestApp
let ada: Person
let bob: Person
let admin: Person
let now = Date.parse('2030-01-01T00:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ clock: () => now })
  ;[ada, bob, admin] = [await app.person('ada'), await app.person('bob'), await app.admin()]
})
afterAll(() => app.close())

const missing = '999999'
const first = { name: 'Grace', greeting: 'Ahoy', context: 'A sailor', imageUrl: 'https://images.example/a' } as const

describe.each(characterApis.map((api) => [api.name, api] as const))('a character changed over %s', (_name, api) => {
  const fresh = (isPublic = true) => made(api, ada, { ...first, isPublic })

  it('keeps absent fields and clears null fields', async () => {
    const id = await fresh()
    const rows = [
      [{}, { ...first, isPublic: true }],
      [{ name: 'Hopper' }, { ...first, name: 'Hopper', isPublic: true }],
      [{ greeting: null }, { ...first, name: 'Hopper', greeting: null, isPublic: true }],
      [
        { context: null, imageUrl: null, greeting: '' },
        { name: 'Hopper', greeting: '', context: null, imageUrl: null, isPublic: true },
      ],
      [{ isPublic: false }, { name: 'Hopper', greeting: '', context: null, imageUrl: null, isPublic: false }],
    ] as const
    for (const [change, then] of rows) expect(await api.update(ada, id, change)).toEqual(then)
    expect(await api.update(ada, id, { ...first, isPublic: true })).toEqual({ ...first, isPublic: true })
  })

  it('loses its image for an empty address, as for null', async () => {
    const id = await fresh()
    const without = { ...first, imageUrl: null, isPublic: true }
    expect(await api.update(ada, id, { imageUrl: '' })).toEqual(without)
    expect(await api.update(ada, id, {})).toEqual(without)
  })

  it.each([
    [{ name: null }],
    [{ name: '' }],
    [{ name: 'x'.repeat(101) }],
    [{ greeting: 5 }],
    [{ imageUrl: 'no address' }],
    [{ context: 'x'.repeat(65_536) }],
  ])('refuses %j and changes nothing', async (change) => {
    const id = await fresh()
    expect(await api.update(ada, id, { greeting: 'new', ...change })).toBe('BAD_USER_INPUT')
    expect(await api.update(ada, id, {})).toEqual({ ...first, isPublic: true })
  })

  it('may be changed by its owner and by admins: a public one of another account is forbidden, a private one not found', async () => {
    const [open, hidden] = [await fresh(), await fresh(false)]
    const rows = [
      [bob, open, 'FORBIDDEN'],
      [bob, hidden, 'NOT_FOUND'],
      [bob, missing, 'NOT_FOUND'],
      [admin, missing, 'NOT_FOUND'],
      [app.stranger(), open, 'UNAUTHENTICATED'],
      [app.stranger(), missing, 'UNAUTHENTICATED'],
    ] as const
    for (const [person, id, refusal] of rows) {
      expect(await api.update(person, id, { name: 'x' })).toBe(refusal)
      expect(await api.delete(person, id)).toBe(refusal)
    }
    for (const id of [open, hidden]) expect(await api.update(ada, id, {})).toMatchObject({ name: 'Grace' })
    expect(await api.update(admin, hidden, { name: 'Renamed' })).toMatchObject({ name: 'Renamed', isPublic: false })
  })

  it('is found by its new name, in any case, and its updatedAt changes', async () => {
    const id = await fresh()
    now += 1_000
    await api.update(ada, id, { name: `Zoë ${api.name}` })
    expect(await api.list(bob, { search: `zOË ${api.name}` })).toEqual([`Zoë ${api.name}`])
    const { character } = await bob.data('query ($id: ID!) { character(id: $id) { updatedAt createdAt } }', { id })
    expect(character).toMatchObject({ updatedAt: new Date(now).toISOString() })
    expect(character).not.toMatchObject({ createdAt: new Date(now).toISOString() })
  })

  it('that an admin made private stays private until an admin makes it public', async () => {
    const id = await fresh()
    for (const person of [ada, bob]) expect(await api.setVisibility(person, id, false)).toBe('FORBIDDEN')
    expect(await api.setVisibility(app.stranger(), id, false)).toBe('UNAUTHENTICATED')
    for (const person of [ada, bob]) expect(await api.setVisibility(person, missing, false)).toBe('FORBIDDEN')
    expect(await api.setVisibility(admin, missing, true)).toBe('NOT_FOUND')

    expect(await api.setVisibility(admin, id, false)).toBe(false)
    expect(await api.list(bob, { search: `Moody ${api.name}` })).toEqual([])
    expect(await api.update(ada, id, { isPublic: true, name: 'Sneaky' })).toBe('FORBIDDEN')
    expect(await api.update(ada, id, { isPublic: false, name: 'Open' })).toMatchObject({
      name: 'Open',
      isPublic: false,
    })
    expect(await api.update(ada, id, { isPublic: true })).toBe('FORBIDDEN')

    expect(await api.setVisibility(admin, id, true)).toBe(true)
    for (const isPublic of [false, true]) expect(await api.update(ada, id, { isPublic })).toMatchObject({ isPublic })
    // an ordinary change by an admin has the same effect
    expect(await api.update(admin, id, { isPublic: false })).toMatchObject({ isPublic: false })
    expect(await api.update(ada, id, { isPublic: true })).toBe('FORBIDDEN')
    expect(await api.update(admin, id, { isPublic: true })).toMatchObject({ isPublic: true })
  })

  it('of an admin can be made public and private by its owner', async () => {
    const id = await made(api, admin, { ...first })
    expect(await api.setVisibility(admin, id, false)).toBe(false)
    expect(await api.update(admin, id, { isPublic: true })).toMatchObject({ isPublic: true })
  })
})

describe('PUT /api/characters/{id}', () => {
  const put = (id: string, body: unknown, person = ada) => person.rest('PUT', `/api/characters/${id}`, body)
  const fresh = () => made(characterApis[1], ada, { ...first })

  it('returns the bare character in the documented shape', async () => {
    const id = await fresh()
    const { status, body } = await put(id, { name: 'Hopper' })
    expect([status, body]).toEqual([
      200,
      {
        ...first,
        description: null,
        exampleDialogues: null,
        tags: [],
        id: Number(id),
        name: 'Hopper',
        accessLevel: true,
        userId: Number(ada.id),
        likeCount: 0,
        createdAt: expect.any(String),
        updatedAt: new Date(now).toISOString(),
      },
    ])
  })

  it.each([
    [{ character_name: 'A', image: 'https://images.example/b', accesslevel: 'false' }],
    [{ name: 'A', image_url: 'https://images.example/b', access_level: 0 }],
  ])('accepts the names of every line: %j', async (body) => {
    const answer = await put(await fresh(), { ...body, userId: 1, userid: 'x' })
    expect(answer.body).toMatchObject({
      name: 'A',
      imageUrl: 'https://images.example/b',
      accessLevel: false,
      userId: Number(ada.id),
    })
  })

  it('accepts a form', async () => {
    const id = await fresh()
    const form = new FormData()
    form.append('character_name', 'Formed')
    form.append('accessLevel', 'false')
    const headers = { authorization: `Bearer ${ada.token ?? ''}` }
    const response = await fetch(`${app.url}/api/characters/${id}`, { method: 'PUT', headers, body: form })
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { name: 'Formed', greeting: 'Ahoy', accessLevel: false },
    ])
  })

  it('keeps the access level when it is null, which has no meaning in any line', async () => {
    expect((await put(await fresh(), { accessLevel: null, greeting: null })).body).toMatchObject({
      accessLevel: true,
      greeting: null,
    })
  })

  it('reports every fault under the name that was sent', async () => {
    const { status, body } = await put(await fresh(), { character_name: null, accesslevel: 'perhaps', image: 'x' })
    expect(status).toBe(422)
    const faults = (body as { detail: { location: string[]; type: string }[] }).detail
    expect(faults.map(({ location, type }) => [...location, type].join(' '))).toEqual([
      'body character_name string_type',
      'body image value_error',
      'body accesslevel bool_parsing',
    ])
  })

  it('answers a private character of another account byte for byte like a missing one', async () => {
    const hidden = await made(characterApis[1], ada, { ...first, isPublic: false })
    const [foreign, none] = [await put(hidden, {}, bob), await put(missing, {}, bob)]
    expect([foreign.status, foreign.text]).toEqual([404, '{"detail":"Not found"}'])
    expect(none.text).toBe(foreign.text)
    expect(await put(await fresh(), {}, bob)).toMatchObject({ status: 403, text: '{"detail":"Forbidden"}' })
  })

  it.each(['PUT', 'DELETE'])('%s checks the token, then the form of the id', async (method) => {
    const body = method === 'PUT' ? '{' : undefined
    expect((await app.stranger().rest(method, '/api/characters/seven', body)).status).toBe(401)
    expect((await ada.rest(method, '/api/characters/seven', method === 'PUT' ? {} : undefined)).body).toMatchObject({
      detail: [{ location: ['path', 'id'], type: 'int_parsing' }],
    })
  })
})

describe('PUT /api/characters/{id}/access-level', () => {
  const put = (id: string, body: unknown, person = admin) =>
    person.rest('PUT', `/api/characters/${id}/access-level`, body)

  it('returns a sentence, under each of its names', async () => {
    const id = await made(characterApis[1], ada, { ...first })
    for (const name of ['accessLevel', 'access_level', 'accesslevel']) {
      const answer = await put(id, { [name]: 'false' })
      expect(answer).toMatchObject({ status: 200, text: `Successfully made character ${id} private` })
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    }
  })

  it('refuses in the order of token, body, rights and existence', async () => {
    const forbidden = { status: 403, text: '{"detail":"Forbidden"}' }
    expect((await put(missing, '{', app.stranger())).status).toBe(401)
    expect((await put(missing, {}, bob)).body).toMatchObject({ detail: [{ type: 'missing' }] })
    expect((await put(missing, { accessLevel: 'perhaps' }, bob)).body).toMatchObject({
      detail: [{ type: 'bool_parsing' }],
    })
    expect(await put(missing, { accessLevel: true }, bob)).toMatchObject(forbidden)
    const own = await made(characterApis[1], bob, { ...first })
    expect(await put(own, { accessLevel: true }, bob)).toMatchObject(forbidden)
    expect(await put(missing, { accessLevel: true })).toMatchObject({ status: 404, text: '{"detail":"Not found"}' })
  })
})
