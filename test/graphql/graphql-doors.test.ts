import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { getIntrospectionQuery, type ExecutionResult } from 'graphql'
import WebSocket from 'ws'
import { createLogger } from '@parley/runtime'
import { buildPublicSchema } from '../support/app/schemas.js'
import { Pipeline } from '../../resolvers/pipeline/pipeline.js'
import { createRequestContext } from '../../resolvers/context/request-context.js'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { attacks, registerOne } from '../support/http/attacks.js'
import { folded, watch } from '../support/app/watch.js'

type Door = (
  person: Person,
  query: string,
  variables?: object,
  operationName?: string,
) => Promise<{ codes: string[]; messages: string[]; fields: unknown[]; text: string }>

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ env: { CORS_ORIGINS: 'https://app.example' } })
  ada = await app.person('ada')
})
afterAll(() => app.close())

interface Answered {
  readonly message: string
  readonly extensions?: Record<string, unknown>
}

function answered(errors: readonly Answered[], text: string) {
  return {
    codes: errors.map(({ extensions }) => String(extensions?.['code'])),
    messages: errors.map(({ message }) => message),
    fields: errors.flatMap(({ extensions }) => extensions?.['fields'] ?? []),
    text,
  }
}

const http: Door = async (person, query, variables = {}, operationName) => {
  const { text, body } = await person.rest('POST', '/graphql', { query, variables, operationName })
  return answered((body as { errors?: [] }).errors ?? [], text)
}

const socket: Door = async (person, query, variables = {}, operationName) => {
  const client = person.socket()
  try {
    const { value } = (await client.iterate({ query, variables: { ...variables }, operationName }).next()) as {
      value: ExecutionResult
    }
    return answered(value.errors ?? [], JSON.stringify(value))
  } catch (errors) {
    if (!Array.isArray(errors)) throw errors
    return answered(errors as [], JSON.stringify(errors))
  } finally {
    await client.dispose()
  }
}

const eventStream: Door = async (person, query, variables = {}, operationName) => {
  const client = person.eventStream()
  try {
    const asked = { query, variables: { ...variables }, ...(operationName === undefined ? {} : { operationName }) }
    const { value } = (await client.iterate(asked).next()) as { value: ExecutionResult }
    return answered(value.errors ?? [], JSON.stringify(value))
  } finally {
    client.dispose()
  }
}

/** The access of the REST facade. */
const inProcess: Door = async (person, query, variables = {}, operationName) => {
  const pipeline = new Pipeline(buildPublicSchema(app.app.product), createLogger('silent'))
  const origin = { authorization: person.token, requestId: 'test', ipAddress: null }
  const context = await createRequestContext(app.app.product, origin)
  try {
    const document = await pipeline.parse(query, context)
    const result = await pipeline.execute({ document, operationName, variables: { ...variables }, context })
    return answered(result.errors ?? [], JSON.stringify(result))
  } catch (error) {
    return answered([error as Answered], JSON.stringify(error))
  }
}

const fieldsOf = {
  login: 'login(input: $login) { token }',
  character: 'createCharacter(input: $character) { character { id } }',
  first: 'characters(first: $first) { nodes { id } }',
  order: 'characters(orderBy: $order) { nodes { id } }',
  ids: 'nodes(nodeIds: $ids) { __typename }',
  expires: 'updateApiKey(id: "1", input: { expiresAt: $expires }) { apiKey { id } }',
} as const

/** A document with one variable, used where its name says. */
function documentWith(definition: string): string {
  const name = /^\$(\w+)/.exec(definition)?.[1] as keyof typeof fieldsOf
  const kind = ['first', 'order', 'ids'].includes(name) ? 'query' : 'mutation'
  return `${kind} (${definition}) { ${fieldsOf[name]} }`
}

const notNull = (variable: string, type: string) =>
  `Variable ${variable}; Expected non-nullable type "${type}" not to be null.`

type Fields = readonly (readonly [path: readonly (string | number)[], rule: string])[]

const refusedVariables: readonly (readonly [definition: string, variables: object, message: string, fields: Fields])[] =
  [
    [
      '$login: LoginInput!',
      { login: { email: 5, password: 'hunter2' } },
      'Variable "$login" got invalid value at "login.email"; Expected type "String!". String cannot represent a non string value.',
      [[['login', 'email'], 'type']],
    ],
    [
      '$login: LoginInput!',
      { login: { email: 'hunter2' } },
      'Variable "$login" got invalid value; Field "password" of required type "String!" was not provided.',
      [[['login', 'password'], 'required']],
    ],
    [
      '$login: LoginInput!',
      { login: { email: { hunter2: 1 }, password: null, more: 'hunter2' } },
      'Variable "$login" got invalid value at "login.email"; Expected type "String!". String cannot represent a non string value.',
      [
        [['login', 'email'], 'type'],
        [['login', 'password'], 'required'],
        [['login', 'more'], 'format'],
      ],
    ],
    [
      '$login: LoginInput!',
      { login: { email: 'a', password: null } },
      'Variable "$login" got invalid value at "login.password"; Expected non-nullable type "String!" not to be null.',
      [[['login', 'password'], 'required']],
    ],
    [
      '$login: LoginInput!',
      { login: 'hunter2' },
      'Variable "$login" got invalid value; Expected type "LoginInput!" to be an object.',
      [[['login'], 'type']],
    ],
    [
      '$login: LoginInput!',
      {},
      'Variable "$login" of required type "LoginInput!" was not provided.',
      [[['login'], 'required']],
    ],
    [
      '$character: CharacterInput!',
      { character: { name: 'x', tags: ['a', { hunter2: 'hunter2' }] } },
      'Variable "$character" got invalid value at "character.tags[1]"; Expected type "String!". String cannot represent a non string value.',
      [[['character', 'tags', 1], 'type']],
    ],
    [
      '$character: CharacterInput!',
      { character: { name: 'x', tags: 5 } },
      'Variable "$character" got invalid value at "character.tags"; Expected type "[String!]". String cannot represent a non string value.',
      [[['character', 'tags'], 'type']],
    ],
    [
      '$first: Int!',
      { first: 'hunter2: hunter2' },
      'Variable "$first" got invalid value; Expected type "Int!". Int cannot represent non-integer value.',
      [[['first'], 'type']],
    ],
    [
      '$first: Int!',
      { first: 5_000_000_000 },
      'Variable "$first" got invalid value; Expected type "Int!". Int cannot represent non 32-bit signed integer value.',
      [[['first'], 'type']],
    ],
    [
      '$order: CharacterOrder!',
      { order: 'hunter2' },
      'Variable "$order" got invalid value; Expected type "CharacterOrder!". Its values are OLDEST, NEWEST, MOST_LIKED, MOST_TALKED.',
      [[['order'], 'type']],
    ],
    [
      '$expires: DateTime',
      { expires: 'hunter2' },
      'Variable "$expires" got invalid value; Expected type "DateTime". An instant in ISO 8601: UTC with milliseconds and `Z`, such as `2026-01-31T12:00:00.000Z`.',
      [[['expires'], 'type']],
    ],
    ['$ids: [ID!]!', { ids: null }, notNull('"$ids" got invalid value', '[ID!]!'), [[['ids'], 'required']]],
    [
      '$ids: [ID!]!',
      { ids: ['a', null] },
      notNull('"$ids" got invalid value at "ids[1]"', 'ID!'),
      [[['ids', 1], 'required']],
    ],
    [
      '$order: CharacterOrder!',
      { order: null },
      notNull('"$order" got invalid value', 'CharacterOrder!'),
      [[['order'], 'required']],
    ],
    [
      '$login: LoginInput!',
      { login: null },
      notNull('"$login" got invalid value', 'LoginInput!'),
      [[['login'], 'required']],
    ],
    [
      '$expires: DateTime!',
      { expires: null },
      notNull('"$expires" got invalid value', 'DateTime!'),
      [[['expires'], 'required']],
    ],
    [
      '$login: LoginInput!',
      { login: { email: 'a', password: 'hunter2', pasword: 'hunter2' } },
      'Variable "$login" got invalid value; Field "pasword" is not defined by type "LoginInput". Did you mean "password"?',
      [[['login', 'pasword'], 'format']],
    ],
    [
      '$login: LoginInput!',
      { login: { email: 'a', password: 'hunter2', [' " is not defined by type "LoginInput".']: 'hunter2' } },
      'Variable "$login" got invalid value; Field " " is not defined by type "LoginInput"." is not defined by type "LoginInput".',
      [[['login', ' " is not defined by type "LoginInput".'], 'format']],
    ],
  ]

const refusedLiterals: readonly (readonly [query: string, message: string])[] = [
  [
    'mutation { login(input: { email: 5, password: "hunter2" }) { token } }',
    'Argument "input" got invalid value at "input.email"; Expected type "String!". String cannot represent a non string value.',
  ],
  [
    'mutation { login(input: { email: "hunter2" }) { token } }',
    'Argument "input" got invalid value; Field "LoginInput.password" of required type "String!" was not provided.',
  ],
  [
    'mutation { login(input: { email: "a", password: null }) { token } }',
    'Argument "input" got invalid value at "input.password"; Expected non-nullable type "String!" not to be null.',
  ],
  [
    'mutation { login(input: { email: "a", password: "hunter2", more: "hunter2" }) { token } }',
    'Argument "input" got invalid value at "input.more"; Field "more" is not defined by type "LoginInput".',
  ],
  [
    'mutation { login(input: { email: "a", password: "hunter2", pasword: "hunter2" }) { token } }',
    'Argument "input" got invalid value at "input.pasword"; Field "pasword" is not defined by type "LoginInput". Did you mean "password"?',
  ],
  [
    '{ nodes(nodeIds: null) { __typename } }',
    'Argument "nodeIds" got invalid value; Expected non-nullable type "[ID!]!" not to be null.',
  ],
  [
    '{ nodes(nodeIds: [null]) { __typename } }',
    'Argument "nodeIds" got invalid value; Expected non-nullable type "ID!" not to be null.',
  ],
  [
    '{ nodes(nodeIds: [["hunter2"]]) { __typename } }',
    'Argument "nodeIds" got invalid value; Expected type "ID!". An ID is a string or an integer.',
  ],
  [
    '{ character(id: ["hunter2"]) { id } }',
    'Argument "id" got invalid value; Expected type "ID!". An ID is a string or an integer.',
  ],
  [
    'mutation { createApiKey(input: { name: "k", expiresAt: "hunter2" }) { text } }',
    'Argument "input" got invalid value at "input.expiresAt"; Expected type "DateTime". An instant in ISO 8601: UTC with milliseconds and `Z`, such as `2026-01-31T12:00:00.000Z`.',
  ],
  [
    'mutation { login(input: "hunter2") { token } }',
    'Argument "input" got invalid value; Expected type "LoginInput!" to be an object.',
  ],
  [
    'mutation { createCharacter(input: { name: "x", tags: ["a", { hunter2: "hunter2" }] }) { character { id } } }',
    'Argument "input" got invalid value at "input.tags"; Expected type "String!". String cannot represent a non string value.',
  ],
  [
    '{ characters(first: "hunter2") { nodes { id } } }',
    'Argument "first" got invalid value; Expected type "Int". Int cannot represent non-integer value.',
  ],
  [
    '{ characters(orderBy: hunter2) { nodes { id } } }',
    'Argument "orderBy" got invalid value; Expected type "CharacterOrder". Its values are OLDEST, NEWEST, MOST_LIKED, MOST_TALKED.',
  ],
  [
    'query ($first: Int = "hunter2") { characters(first: $first) { nodes { id } } }',
    'Variable "$first" got invalid value; Expected type "Int". Int cannot represent non-integer value.',
  ],
  [
    '{ me @include(if: "hunter2") { id } }',
    'Argument "if" got invalid value; Expected type "Boolean!". Boolean cannot represent a non boolean value.',
  ],
]

describe.each([
  ['HTTP', http],
  ['a socket', socket],
  ['an event stream', eventStream],
  ['the facade', inProcess],
] as const)('through %s', (_name, door) => {
  it.each(attacks.map(([name, query, code, variables = {}]) => [name, query, code, variables] as const))(
    'refuses %s before anything runs, without echo',
    async (_attack, query, code, variables) => {
      const users = () => app.app.database.read((db) => db.count(UserTable))
      const before = await users()
      const { codes, text } = await door(ada, query, variables)
      expect([...new Set(codes)]).toEqual([code])
      expect(text).not.toContain('hunter2')
      expect(await users()).toBe(before)
    },
  )

  it.each(refusedVariables)(
    'names the field of a variable, and what it expects: %s %j',
    async (definition, variables, message, fields) => {
      const { codes, messages, fields: named, text } = await door(ada, documentWith(definition), variables)
      expect([codes, messages]).toEqual([['BAD_USER_INPUT'], [message]])
      expect(named).toMatchObject(fields.map(([path, rule]) => ({ path, rule })))
      expect(text).not.toContain('hunter2')
    },
  )

  it.each(refusedLiterals)('names the field of a literal, and what it expects: %s', async (query, message) => {
    const { codes, messages, text } = await door(ada, query)
    expect([codes, messages]).toEqual([['GRAPHQL_VALIDATION_FAILED'], [message]])
    expect(text).toMatch(/"locations":\[\{"line":1,"column":\d+\}\]/)
    expect(text).not.toContain('hunter2')
  })

  it('repeats at most 100 characters of a key, and names at most 20 fields', async () => {
    const keys = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${String(n)}${'k'.repeat(1_000)}`, 1]))
    const { messages, fields, text } = await door(ada, documentWith('$login: LoginInput!'), {
      login: { email: 'a', password: 'hunter2hunter2', ...keys },
    })
    expect(messages).toEqual([
      `Variable "$login" got invalid value; Field "0${'k'.repeat(99)}…" is not defined by type "LoginInput".`,
    ])
    expect(fields).toHaveLength(20)
    expect(text.length).toBeLessThan(20_000)
  })

  it('does not repeat a literal around a variable that is null', async () => {
    const query = `mutation ($email: String = "a") { login(input: { email: $email, password: "hunter2hunter2" }) { token } }`
    const { messages, text } = await door(ada, query, { email: null })
    expect(messages).toEqual(['Argument "input" got invalid value; "$email" must not be null.'])
    expect(text).not.toContain('hunter2')
  })

  it.each([
    ['a name that it lacks', `mutation A { ${registerOne} }`, 'Safe'],
    ['no name among several', `mutation A { ${registerOne} } query B { me { id } }`, undefined],
    ['an empty name among several', `mutation A { ${registerOne} } query B { me { id } }`, ''],
    ['the name of a fragment', `mutation A { ...F } fragment F on Mutation { ${registerOne} }`, 'F'],
  ])('runs nothing of a document with %s', async (_what, query, operationName) => {
    const users = () => app.app.database.read((db) => db.count(UserTable))
    const before = await users()
    expect((await door(ada, query, {}, operationName)).codes).toEqual(['OPERATION_RESOLUTION_FAILURE'])
    expect(await users()).toBe(before)
  })

  it('runs the named operation', async () => {
    const two = 'query A { __typename } mutation B { __typename }'
    expect((await door(ada, two, {}, 'B')).text).toContain('"__typename":"Mutation"')
  })

  it('runs a document whose fragments repeat each other, like those of UI components', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `F${n}`)
    const fields = 'id username email createdAt membership emailVerified profileImageUrl'
    const fragments = names.map((name) => `fragment ${name} on Account { ${fields} }`)
    const { codes, text } = await door(ada, `{ me { ...${names.join(' ...')} } } ${fragments.join(' ')}`)
    expect([codes, text]).toEqual([[], expect.stringContaining(ada.username)])
    expect((await door(ada, getIntrospectionQuery())).codes).toEqual([])
  })

  it('computes the cost of a document again for other page sizes and conditions', async () => {
    const rows = 'entries(first: 100) { nodes { id index inputData outputData } }'
    const query = `query ($n: Int, $all: Boolean!) { myRooms(first: $n) { nodes { id ${rows.replace(' {', ' @include(if: $all) {')} } } }`
    const codesOf = async (variables: object) => (await door(ada, query, variables)).codes
    expect(await codesOf({ n: 1, all: true })).toEqual([])
    expect(await codesOf({ n: 100, all: true })).toEqual(['BAD_USER_INPUT'])
    expect(await codesOf({ n: 100, all: false })).toEqual([])
    expect(await codesOf({ n: 1, all: true })).toEqual([])
  })

  it('answers introspection', async () => {
    const { codes, text } = await door(ada, '{ __schema { queryType { name } } }')
    expect(codes).toEqual([])
    expect(text).toContain('Query')
  })

  it('answers objects of another account byte for byte like missing ones', async () => {
    const [eve, roomId] = [await app.person('eve'), await ada.room()]
    const generationId = await ada.say(roomId)
    const missing = '00000000-0000-4000-8000-000000000000'
    for (const [query, foreign] of [
      ['query ($id: ID!) { room(id: $id) { id } }', roomId],
      ['query ($id: ID!) { generation(id: $id) { id } }', generationId],
      ['mutation ($id: ID!) { cancelGeneration(id: $id) { generation { id } } }', generationId],
      [
        'mutation ($id: ID!) { saveLogEntry(input: { roomId: $id, inputData: "a", outputData: "b" }) { entry { id } } }',
        roomId,
      ],
      ['mutation ($id: ID!) { sendMessage(input: { roomId: $id, text: "x" }) { replayed } }', roomId],
    ] as const)
      for (const person of [eve, app.stranger()])
        expect((await door(person, query, { id: foreign })).text).toBe(
          (await door(person, query, { id: missing })).text,
        )
  })
})

describe('a document over HTTP without the named operation', () => {
  it('is a bad request by POST and by GET', async () => {
    const [query, operationName] = ['query A { __typename }', 'Safe']
    expect((await ada.rest('POST', '/graphql', { query, operationName })).status).toBe(400)
    const path = `/graphql?${new URLSearchParams({ query, operationName }).toString()}`
    expect((await ada.rest('GET', path)).status).toBe(400)
  })
})

describe('an unexpected exception', () => {
  it('is masked and logged', async () => {
    const broken = { ...app.app.product, users: undefined as never }
    const events: string[] = []
    const note = (_fields: object, event: string) => {
      events.push(event)
    }
    const log = { debug: note, info: note, warn: note, error: note }
    const pipeline = new Pipeline(buildPublicSchema(broken), log)
    const context = await createRequestContext(app.app.product, {
      authorization: undefined,
      requestId: 't',
      ipAddress: null,
    })
    const { errors } = await pipeline.execute({
      document: await pipeline.parse('{ user(id: 1) { id } }', context),
      context,
    })
    expect(errors?.map((error) => [error.message, error.extensions['code']])).toEqual([
      ['Server error', 'INTERNAL_SERVER_ERROR'],
    ])
    expect(events).toEqual(['operation.failed'])
  })
})

describe('a socket', () => {
  const open = (headers: Record<string, string> = {}) =>
    new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
  const outcome = (ws: WebSocket) =>
    new Promise<string>((resolve) => {
      ws.once('open', () => resolve('open'))
      ws.once('error', ({ message }) => resolve(message))
    })

  it.each([
    ['no origin', {}, 'open'],
    ['a configured origin', { origin: 'https://app.example' }, 'open'],
    ['a foreign origin', { origin: 'https://evil.example' }, 'Unexpected server response: 403'],
  ])('with %s: %p -> %s', async (_name, headers: Record<string, string>, expected) => {
    const ws = open(headers)
    expect(await outcome(ws)).toBe(expected)
    expect(ws.extensions).toBe('')
    ws.terminate()
  })

  it('of the same host is accepted', async () => {
    const ws = open({ origin: app.url })
    expect(await outcome(ws)).toBe('open')
    ws.terminate()
  })

  it.each([
    ['a message over 407 KiB', JSON.stringify({ type: 'connection_init', payload: { x: 'x'.repeat(417_000) } }), 1009],
    ['nonsense', '{"type":', 4400],
  ])('closes on %s', async (_name, message, code) => {
    const ws = open()
    await outcome(ws)
    const closed = new Promise<number>((resolve) => ws.once('close', resolve))
    ws.send(message)
    expect(await closed).toBe(code)
  })

  it('treats an invalid token as missing, and reads the caller from the store for every operation', async () => {
    const badToken = Object.assign(app.stranger(), { token: 'nonsense' })
    expect((await socket(badToken, '{ me { id } myRooms { nodes { id } } }')).codes).toEqual([
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
    ])
    expect((await socket(badToken, '{ characters { nodes { id } } }')).codes).toEqual([])
    // it would have no owner
    const room = 'mutation { createOfficeRoom(input: { userId: "guest" }) { room { id } } }'
    for (const each of [room, room.replace('(input: { userId: "guest" })', '')])
      expect([(await socket(badToken, each)).codes, await badToken.codes(each)]).toEqual([
        ['UNAUTHENTICATED'],
        ['UNAUTHENTICATED'],
      ])
    const bob = await app.person('bob')
    const client = bob.socket()
    const me = async () => JSON.stringify((await client.iterate({ query: '{ me { id } }' }).next()).value)
    expect(await me()).toContain(bob.id)
    await app.app.database.write((db) => db.delete(UserTable, { id: Number(bob.id) }))
    expect(await me()).toContain('UNAUTHENTICATED')
    await client.dispose()
  })

  it('that never reads harms no other client', async () => {
    const roomId = await ada.room()
    const ws = open()
    await outcome(ws)
    ws.send(JSON.stringify({ type: 'connection_init', payload: { authorization: ada.token } }))
    await new Promise((resolve) => ws.once('message', resolve))
    const id = await ada.say(roomId)
    const query = 'subscription ($id: ID!) { generation(id: $id) { delta } }'
    ws.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query, variables: { id } } }))
    ws.pause()
    expect(folded(await watch(ada, id)).length).toBeGreaterThanOrEqual(200)
    ws.terminate()
  })

  it('gets a close code to reconnect when the server stops, even during a reply', async () => {
    const other = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?stallAt=2' }, drainMs: 50 })
    const eve = await other.person('eve')
    const ws = new WebSocket(`${other.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    await outcome(ws)
    const closed = new Promise<number>((resolve) => ws.once('close', resolve))
    await eve.say(await eve.room())
    await other.close()
    expect(await closed).toBe(1012)
  })
})
