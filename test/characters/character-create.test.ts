import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { characterApis, made, type CharacterApi, type Sketch } from '../support/characters/character-apis.js'
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

const post = (body: unknown, headers?: Record<string, string>, person = ada) =>
  person.rest('POST', '/api/characters', body, headers)
const namesOf = (person: Person) => characterApis[1].list(person, { ownerId: person.id })

describe('POST /api/characters', () => {
  const image = 'https://images.example/thumbnail?id=a'

  it('returns the wrapped character', async () => {
    const sent = { name: 'Grace', greeting: 'Ahoy', context: 'A sailor', imageUrl: image, accessLevel: false }
    const { status, headers, body } = await post({ ...sent, userId: bob.id, user_id: bob.id, more: 1 })
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const data = {
      ...sent,
      description: null,
      exampleDialogues: null,
      tags: [],
      id: expect.any(Number),
      userId: Number(ada.id),
      likeCount: 0,
      createdAt: instant,
      updatedAt: instant,
    }
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(body).toEqual({ status: 'success', message: 'Character created', data, errors: null })
    expect((await ada.rest('GET', `/api/characters?userId=${ada.id}`)).body).toContainEqual(data)
  })

  it('fills in fields that are not sent', async () => {
    const { body } = await post({ name: 'x', greeting: null, accessLevel: null })
    const data = { name: 'x', greeting: null, context: null, imageUrl: null, accessLevel: true }
    expect(body).toMatchObject({ data })
  })

  it.each([
    [
      { character_name: 'n', image_url: image, access_level: 'false' },
      { name: 'n', imageUrl: image },
    ],
    [
      { character_name: 'n', image, accesslevel: 0 },
      { name: 'n', imageUrl: image },
    ],
    [
      { name: 'n', imageUrl: image, accessLevel: 'FALSE' },
      { name: 'n', imageUrl: image },
    ],
    [{ name: 'n', character_name: 'other', accessLevel: false, access_level: true }, { name: 'n' }],
    [
      { name: null, character_name: 'n', imageUrl: null, image, accesslevel: false },
      { name: 'n', imageUrl: image },
    ],
  ])('reads every line’s names: %j', async (sent, data) => {
    expect((await post(sent)).body).toMatchObject({ data: { ...data, accessLevel: false } })
  })

  it.each(['imageUrl', 'image_url', 'image'])('creates one without an image for an empty %s', async (key) => {
    const { status, body } = await post({ name: 'x', [key]: '' })
    expect([status, body]).toMatchObject([200, { data: { name: 'x', imageUrl: null } }])
  })

  const long = (length: number) => `at most ${String(length)} characters`
  const notOneLine = 'Value error, text must not contain control or direction characters'
  const notStorable = 'Value error, text must not contain NUL or half a character'
  const objectMessage = 'Input should be a valid dictionary or object to extract fields from'
  const rows: readonly (readonly [what: string, body: unknown, key: string, type: string, message: string])[] = [
    ['an empty body', '', '', 'missing', 'Field required'],
    ['a list', '[]', '', 'model_attributes_type', objectMessage],
    ['a text', '"name"', '', 'model_attributes_type', objectMessage],
    ['no name', {}, 'name', 'missing', 'Field required'],
    ['an empty name', { name: '' }, 'name', 'string_too_short', 'String should have at least 1 character'],
    ['a name of 101', { name: '🚀'.repeat(101) }, 'name', 'string_too_long', `String should have ${long(100)}`],
    [
      'a context of 65,536',
      { name: 'x', context: '🚀'.repeat(65_536) },
      'context',
      'string_too_long',
      `String should have ${long(65_535)}`,
    ],
    ['a number for a name', { name: 5 }, 'name', 'string_type', 'Input should be a valid string'],
    ['null for a name', { name: null }, 'name', 'string_type', 'Input should be a valid string'],
    [
      'an empty old name',
      { character_name: '' },
      'character_name',
      'string_too_short',
      'String should have at least 1 character',
    ],
    ['two lines', { name: 'a\nb' }, 'name', 'value_error', notOneLine],
    ['half a character', { name: '\ud800' }, 'name', 'value_error', notOneLine],
    ['a list for a greeting', { name: 'x', greeting: [] }, 'greeting', 'string_type', 'Input should be a valid string'],
    ['a NUL', { name: 'x', context: '\0' }, 'context', 'value_error', notStorable],
    [
      'an image of ftp',
      { name: 'x', image: 'ftp://a/b' },
      'image',
      'value_error',
      'Value error, not an http or https address',
    ],
    [
      'an image of 501',
      { name: 'x', imageUrl: `http://a/${'b'.repeat(492)}` },
      'imageUrl',
      'string_too_long',
      `String should have ${long(500)}`,
    ],
    [
      'a relative image',
      { name: 'x', image_url: '/thumbnail?id=a' },
      'image_url',
      'value_error',
      'Value error, not an http or https address',
    ],
    [
      'an image of data',
      { name: 'x', imageUrl: 'data:image/png;base64,AAAA' },
      'imageUrl',
      'value_error',
      'Value error, not an http or https address',
    ],
    ['a blank image', { name: 'x', image: ' ' }, 'image', 'value_error', 'Value error, not an http or https address'],
    [
      'an unclear level',
      { name: 'x', accesslevel: 2 },
      'accesslevel',
      'bool_parsing',
      'Input should be a valid boolean, unable to interpret input',
    ],
  ]

  it.each(rows)('names %s', async (_what, sent, key, type, message) => {
    const location = key === '' ? ['body'] : ['body', key]
    const { status, body } = await post(sent, { 'content-type': 'application/json' })
    expect([status, body]).toEqual([
      422,
      { detail: [{ location, message, type }], message: 'Input data validation failed' },
    ])
  })

  it('reports every fault of one body', async () => {
    const { status, body } = await post(
      { name: '', greeting: 1, context: 2, image: 'x', access_level: 'y' },
      { 'idempotency-key': 'k'.repeat(256) },
    )
    expect(status).toBe(422)
    expect((body as { detail: { location: string[] }[] }).detail.map(({ location }) => location.join('.'))).toEqual([
      'header.idempotency-key',
      'body.name',
      'body.greeting',
      'body.context',
      'body.image',
      'body.access_level',
    ])
  })

  it('is 422 with the byte where JSON ends', async () => {
    const { body } = await post('{"name":é}')
    expect(body).toMatchObject({ detail: [{ location: ['body', 8], type: 'json_invalid' }] })
  })

  it('accepts a name and an image of maximum length', async () => {
    const longest = { name: '🚀'.repeat(100), imageUrl: `http://a/${'b'.repeat(491)}` }
    expect((await post(longest)).body).toMatchObject({ data: longest })
  })

  it('checks the token before it reads the body', async () => {
    const { status, body } = await post('{', {}, app.stranger())
    expect([status, body]).toEqual([401, { detail: 'Unauthorized', message: 'Invalid or expired token' }])
  })
})

describe.each(characterApis.map((api) => [api.name, api] as const))('creation over %s', (_name, api) => {
  it('requires a signed-in caller', async () => {
    expect(await api.create(app.stranger(), { name: 'x' })).toBe('UNAUTHENTICATED')
  })

  const faulty: readonly Sketch[] = [
    {},
    { name: '' },
    { name: null },
    { name: 5 },
    { name: 'x'.repeat(101) },
    { name: 'a\u2028b' },
    { name: 'x', greeting: 'a\0b' },
    { name: 'x', context: '\udc00' },
    { name: 'x', imageUrl: 'javascript:alert(1)' },
    { name: 'x', imageUrl: 'data:image/png;base64,AAAA' },
    { name: 'x', imageUrl: '/thumbnail?id=a' },
    { name: 'x', imageUrl: `http://a/${'b'.repeat(492)}` },
  ]
  it.each(faulty.map((sketch) => [sketch]))('refuses %j and creates nothing', async (sketch) => {
    const eve = await app.person('eve')
    expect(await api.create(eve, sketch)).toBe('BAD_USER_INPUT')
    expect(await namesOf(eve)).toEqual([])
  })

  describe('with an idempotency key', () => {
    const sketch = { name: 'once', greeting: 'hi', isPublic: false }

    it('returns the first character again for the same input, and refuses another', async () => {
      const eve = await app.person('eve')
      const first = await api.create(eve, sketch, 'k')
      expect(await api.create(eve, { ...sketch, context: null }, 'k')).toEqual(first)
      for (const other of [{ ...sketch, name: 'twice' }, { ...sketch, isPublic: true }, { name: 'once' }])
        expect(await api.create(eve, other, 'k')).toBe('CONFLICT')
      expect(await namesOf(eve)).toEqual(['once'])
    })

    it('creates one character for 20 simultaneous requests', async () => {
      const eve = await app.person('eve')
      const made20 = await Promise.all(Array.from({ length: 20 }, () => api.create(eve, sketch, 'k')))
      expect(new Set(made20.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
      expect(await namesOf(eve)).toEqual(['once'])
    })

    it('belongs to the caller, and is not used up by a refusal', async () => {
      const [eve, mia] = [await app.person('eve'), await app.person('mia')]
      expect(await api.create(eve, { name: '' }, 'k')).toBe('BAD_USER_INPUT')
      const outcomes = [await api.create(eve, sketch, 'k'), await api.create(mia, sketch, 'k')]
      expect(outcomes[0]).not.toEqual(outcomes[1])
      expect(await api.create(mia, sketch, 'other')).not.toEqual(outcomes[1])
      expect(await namesOf(mia)).toEqual(['once', 'once'])
    })

    it.each([['k'.repeat(256)]])('refuses the key %j', async (key) => {
      expect(await api.create(ada, sketch, key)).toBe('BAD_USER_INPUT')
    })
  })

  it('creates two characters for two requests without a key', async () => {
    const eve = await app.person('eve')
    expect(await made(api, eve, { name: 'two' })).not.toBe(await made(api, eve, { name: 'two' }))
  })
})

it('recognizes a key of GraphQL in REST, and the reverse', async () => {
  const retried = async (first: CharacterApi, then: CharacterApi) => {
    const eve = await app.person('eve')
    const outcome = await first.create(eve, { name: 'moved' }, 'k')
    expect(await then.create(eve, { name: 'moved' }, 'k')).toEqual(outcome)
    expect(await then.create(eve, { name: 'else' }, 'k')).toBe('CONFLICT')
  }
  await retried(characterApis[0], characterApis[1])
  await retried(characterApis[1], characterApis[0])
})

it('answers a used key with 409 and a sentence', async () => {
  const headers = { 'idempotency-key': 'spoken' }
  await post({ name: 'first' }, headers)
  const { status, body } = await post({ name: 'second' }, headers)
  expect([status, body]).toEqual([
    409,
    { detail: 'Conflict', message: 'This idempotency key was used with another input' },
  ])
})
