import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { print, type ExecutionResult, type GraphQLError } from 'graphql'
import type { Logger } from '@parley/runtime'
import { ConfigError } from '../../src/config/config-error.js'
import { readConfig } from '../../src/config/config.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { faultsIn, faultsOf } from '../support/app/config-faults.js'
import type { Person } from '../support/app/person.js'
import { getOperation, postOperation, resultsOf } from '../support/http/operation-streams.js'

const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')
const sha256 = (text: string) => digest('sha256', text)

const me = 'query Me { me { id } }'
const find = gql('query Find($id: ID!) { user(id: $id) { id username } }')
const rename = 'mutation Rename($input: UpdateProfileInput!) { updateProfile(input: $input) { account { username } } }'
const send = 'mutation Send($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
const follow = 'subscription Follow($id: ID!) { generation(id: $id) { status } }'
const rows = 'entries(first: 100) @include(if: $all) { nodes { id index inputData outputData } }'
const rooms = `query Rooms($n: Int, $all: Boolean!) { myRooms(first: $n) { nodes { id ${rows} } } }`
const nodes =
  'query Nodes($ids: [ID!]!) { nodes(nodeIds: $ids) { ... on OfficeRoom { entries(first: 100) { nodes { id } } } } }'
const some = 'query Some($n: Int = 5) { characters(first: $n) { nodes { id name } } }'
const schemaOf = 'query SchemaOf { __schema { queryType { name } } }'
const other = '{ me { username } }'

const folder = mkdtempSync(join(tmpdir(), 'parley-trusted-'))
const fileOf = (name: string, content: unknown) => {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const codegenOf = (texts: readonly string[], hashOf = sha256) =>
  Object.fromEntries(texts.map((text) => [hashOf(text), text]))
const apolloOf = (texts: readonly string[]) => ({
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: texts.map((body) => ({ id: sha256(body), name: 'Any', type: 'query', body })),
})

const byExtension = (hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hash } } })
const refusal = (message: unknown, code: string) => ({ errors: [{ message, extensions: { code } }] })
const notFound = refusal('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND')
const notSupported = refusal('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED')
const notTrusted = refusal('This server runs trusted documents only', 'DOCUMENT_NOT_TRUSTED')

const post = async (person: Person, body: object) => {
  const { status, body: answer } = await person.rest('POST', '/graphql', body)
  return [status, answer]
}

/** The parameters of a GET, with objects as JSON. */
const textsOf = (parameters: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

const get = async (person: Person, parameters: object, headers: object = {}) => {
  const search = new URLSearchParams(textsOf(parameters))
  const authorization = `Bearer ${person.token ?? ''}`
  const response = await fetch(`${person.url}/graphql?${search.toString()}`, { headers: { ...headers, authorization } })
  return [response.status, await response.json()]
}

/** The results by POST and by GET. */
const overStreams = async (person: Person, request: object) =>
  (await Promise.all([postOperation(person, request), getOperation(person, textsOf(request))].map(resultsOf))).flat()

/** The first result, or the errors of an operation that did not start. */
const overSocket = async (person: Person, payload: object): Promise<Partial<ExecutionResult>> => {
  const client = person.socket()
  try {
    const first = (await client.iterate({ query: '', ...payload }).next()) as { value: ExecutionResult }
    return first.value
  } catch (errors) {
    if (!Array.isArray(errors)) throw errors
    return { errors: errors as GraphQLError[] }
  } finally {
    await client.dispose()
  }
}

let app: TestApp
let ada: Person
const lines: { event: string; [field: string]: unknown }[] = []
const note = (fields: object, event: string) => void lines.push({ ...fields, event })
const log: Logger = { debug: note, info: note, warn: note, error: note }

beforeAll(async () => {
  const named = fileOf('codegen.json', { ...codegenOf([me, print(find), rename, rooms, nodes]), 'send-1': send })
  const sha1 = fileOf(
    'codegen-sha1.json',
    // as text: in an object the last id would be no key
    JSON.stringify(codegenOf([some], (text) => digest('sha1', text))).replace(/\}$/, `,"__proto__":"${other}"}`),
  )
  const apollo = fileOf('apollo.json', apolloOf([follow, me]))
  app = await createTestApp({ env: { TRUSTED_DOCUMENTS: [named, sha1, apollo].join(', ') }, log })
  ada = await app.person('ada')
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

describe('a trusted document is requested by its hash', () => {
  const mine = () => ({ data: { me: { id: ada.id } } })

  it.each([
    ['extensions.persistedQuery', byExtension(sha256(me))],
    ['an empty text beside it', { query: '', ...byExtension(sha256(me)) }],
    ['documentId', { documentId: sha256(me) }],
    ['documentId with its algorithm', { documentId: `sha256:${sha256(me)}` }],
  ])('over HTTP and a socket, with %s', async (_way, request) => {
    expect(await post(ada, request)).toEqual([200, mine()])
    expect(await get(ada, request)).toEqual([200, mine()])
    expect(await overSocket(ada, request)).toEqual(mine())
    expect(await overStreams(ada, request)).toEqual([mine(), mine()])
  })

  it('with variables, and the name of its operation', async () => {
    const request = { ...byExtension(sha256(print(find))), operationName: 'Find', variables: { id: ada.id } }
    const found = { data: { user: { id: ada.id, username: ada.username } } }
    expect(await post(ada, request)).toEqual([200, found])
    expect(await get(ada, request)).toEqual([200, found])
    const { data, errors } = await overSocket(ada, { ...request, variables: { id: [] } })
    expect([data, errors]).toMatchObject([undefined, [{ extensions: { code: 'BAD_USER_INPUT' } }]])
    expect(await post(ada, { ...request, operationName: 'Found' })).toMatchObject([
      400,
      { errors: [{ extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } }] },
    ])
  })

  it('by the SHA-1 of GraphQL Code Generator, and by an id that its tool has chosen', async () => {
    const documentId = digest('sha1', some)
    expect(await post(ada, { documentId })).toEqual([200, { data: { characters: { nodes: [] } } }])
    expect(await post(ada, { documentId: '__proto__' })).toEqual([200, { data: { me: { username: ada.username } } }])
    const roomId = await ada.room()
    const variables = { input: { roomId, text: 'Hello' } }
    const [status, body] = await post(ada, { documentId: 'send-1', variables })
    expect([status, body]).toMatchObject([200, { data: { sendMessage: { generation: { id: expect.any(String) } } } }])
    const { id } = (body as { data: { sendMessage: { generation: { id: string } } } }).data.sendMessage.generation
    expect(await overSocket(ada, { ...byExtension(sha256(follow)), variables: { id } })).toMatchObject({
      data: { generation: { status: expect.any(String) } },
    })
  })

  it('with the rights of its caller', async () => {
    expect(await post(app.stranger(), { documentId: sha256(me) })).toEqual([200, { data: { me: null } }])
    const variables = { input: { username: 'eve' } }
    expect(await post(app.stranger(), { documentId: sha256(rename), variables })).toMatchObject([
      200,
      { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
    ])
  })

  it('by GET only where the text could be sent by GET', async () => {
    const variables = { input: { username: 'ada-by-get' } }
    expect((await get(ada, { documentId: sha256(rename), variables }))[0]).toBe(405)
    expect((await get(ada, { documentId: sha256(follow), variables: { id: 'x' } }))[0]).toBe(405)
    expect((await get(ada, { extensions: '{' }))[0]).toBe(400)
  })

  it('and its log line has the operation, not the hash', async () => {
    lines.length = 0
    await post(ada, byExtension(sha256(me)))
    await post(ada, byExtension(sha256(other)))
    await overSocket(ada, byExtension(sha256(me)))
    const operations = lines.filter(({ rootFields, codes }) => rootFields ?? codes)
    expect(operations).toMatchObject([
      { operation: 'Me', rootFields: ['me'] },
      { codes: ['PERSISTED_QUERY_NOT_FOUND'] },
      { operation: 'Me', rootFields: ['me'] },
    ])
    expect(operations[1]).not.toHaveProperty('rootFields')
    expect(JSON.stringify(lines)).not.toContain(sha256(other))
  })
})

describe('the cost of a trusted document', () => {
  const codesOf = async (text: string, variables: object) => {
    const [, answer] = await post(ada, { documentId: sha256(text), variables })
    return ((answer as { errors?: { extensions: { code: string } }[] }).errors ?? []).map(
      ({ extensions }) => extensions.code,
    )
  }

  it('still depends on page sizes, conditions and the lengths of lists', async () => {
    expect(await codesOf(rooms, { n: 1, all: true })).toEqual([])
    expect(await codesOf(rooms, { n: 100, all: true })).toEqual(['BAD_USER_INPUT'])
    expect(await codesOf(rooms, { n: 100, all: false })).toEqual([])
    expect(await codesOf(rooms, { n: 1, all: true })).toEqual([])
    expect(await codesOf(nodes, { ids: ['x'] })).toEqual([])
    expect(await codesOf(nodes, { ids: Array.from({ length: 60 }, () => 'x') })).toEqual(['BAD_USER_INPUT'])
  })
})

describe('an unknown hash', () => {
  it('gets an error, after which the text is accepted with its hash', async () => {
    const unknown = byExtension(sha256(other))
    expect(await post(ada, unknown)).toEqual([200, notFound])
    expect(await get(ada, unknown)).toEqual([200, notFound])
    expect(await post(ada, { documentId: 'x'.repeat(500_000) })).toEqual([200, notFound])
    expect(await overSocket(ada, unknown)).toEqual(notFound)
    expect(await overStreams(ada, unknown)).toEqual([notFound, notFound])
    const named = { data: { me: { username: ada.username } } }
    expect(await post(ada, { query: other, ...unknown })).toEqual([200, named])
    expect(await overSocket(ada, { query: other, ...unknown })).toEqual(named)
    // nothing is registered
    expect(await post(ada, unknown)).toEqual([200, notFound])
  })

  it('that is not a text is a request without a document', async () => {
    for (const persistedQuery of [{ version: 1, sha256Hash: 7 }, { sha256Hash: {} }, {}, 'x'])
      expect(await post(ada, { extensions: { persistedQuery } })).toMatchObject([
        400,
        refusal(expect.any(String), 'BAD_REQUEST'),
      ])
  })

  it('makes Apollo Client send the text', async () => {
    const sent: unknown[] = []
    const http = new HttpLink({
      uri: `${app.url}/graphql`,
      fetch: (url, init) => {
        sent.push(Object.keys(JSON.parse(init?.body as string) as object).sort())
        return fetch(url, init)
      },
    })
    const client = new ApolloClient({
      link: new PersistedQueryLink({ sha256 }).concat(http),
      cache: new InMemoryCache(),
    })
    const named = gql('query Named($id: ID!) { user(id: $id) { username } }')
    const { data } = await client.query({ query: named, variables: { id: ada.id } })
    expect(data).toMatchObject({ user: { username: ada.username } })
    const withText = ['extensions', 'operationName', 'query', 'variables']
    expect(sent).toEqual([withText.filter((key) => key !== 'query'), withText])
    client.stop()
  })
})

describe('a server without TRUSTED_DOCUMENTS', () => {
  it('answers a hash so that clients send no more of them, and runs a text beside one', async () => {
    const plain = await createTestApp()
    const eve = await plain.person('eve')
    for (const request of [byExtension(sha256(me)), { documentId: sha256(me) }]) {
      expect(await post(eve, request)).toEqual([200, notSupported])
      expect(await overSocket(eve, request)).toEqual(notSupported)
      expect(await post(eve, { query: me, ...request })).toEqual([200, { data: { me: { id: eve.id } } }])
    }
    await plain.close()
  })
})

describe('a server with TRUSTED_DOCUMENTS_ONLY', () => {
  let strict: TestApp
  let eve: Person
  beforeAll(async () => {
    const env = {
      TRUSTED_DOCUMENTS: fileOf('only.json', codegenOf([me, some])),
      TRUSTED_DOCUMENTS_ONLY: 'true',
    }
    // registers through an earlier server on the same data, since the documents of the tests are not trusted
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    const before = await createTestApp({ dataDir, embedded: true })
    const person = await before.person('eve')
    await before.stop()
    strict = await createTestApp({ dataDir, embedded: true, env, databaseUrl: before.databaseUrl })
    eve = person.movedTo(strict.url)
  })
  afterAll(() => strict.close())

  it('runs its documents, by hash and by text', async () => {
    const mine = { data: { me: { id: eve.id } } }
    expect(await post(eve, { documentId: sha256(me) })).toEqual([200, mine])
    expect(await post(eve, { query: me })).toEqual([200, mine])
    expect(await overSocket(eve, byExtension(sha256(me)))).toEqual(mine)
  })

  it.each([
    ['another document', other],
    ['a trusted one with another space', `${me} `],
    ['introspection', schemaOf],
    ['the name of a type', '{ __typename }'],
    ['a mutation', 'mutation { createOfficeRoom { room { id } } }'],
    ['a subscription', 'subscription { generation(id: "x") { status } }'],
    ['what is no document', '{'],
  ])('refuses %s', async (_what, query) => {
    expect(await post(eve, { query })).toEqual([400, notTrusted])
    expect(await get(eve, { query })).toEqual([400, notTrusted])
    expect(await overSocket(eve, { query })).toEqual(notTrusted)
    expect(await overStreams(eve, { query })).toEqual([notTrusted, notTrusted])
    expect(await post(eve, byExtension(sha256(query)))).toEqual([200, notFound])
  })

  it('has no GraphiQL, and serves the REST interface as before', async () => {
    expect(await get(eve, {})).toEqual([400, notTrusted])
    expect((await get(eve, {}, { accept: 'text/html' }))[0]).toBe(406)
    expect((await eve.rest('GET', '/api/characters')).status).toBe(200)
    expect((await eve.rest('POST', '/api/chatrooms', { room_name: 'Deck' })).status).toBe(200)
  })
})

describe('the server does not start with', () => {
  const wide = Array.from({ length: 16 }, (_, n) => `a${String(n)}: me { id }`).join(' ')

  it.each([
    [
      'a document that does not fit the schema',
      'query Bad { nothing }',
      'Bad',
      'Cannot query field "nothing" on type "Query".',
    ],
    ['a document that is none', 'query Bad {', 'Bad', 'Syntax Error: Expected Name, found <EOF>.'],
    ['one with too many aliases', `query Wide { ${wide} }`, 'Wide', 'Aliases limit of 15 exceeded, found 16.'],
    [
      'one that costs too much with every page size',
      'query Deep($n: Int) { characters(first: $n) { nodes { id } } myRooms(first: 100) { nodes { entries(first: 100) { nodes { id } } } } }',
      'Deep',
      expect.stringMatching(/^The operation costs \d+, more than 5000: ask for fewer rows or fields$/),
    ],
  ])('%s, and names its file and operation', async (_what, text, operation, fault) => {
    const file = fileOf('faulty.json', codegenOf([me, text]))
    const faults = await faultsAtStart({ TRUSTED_DOCUMENTS: file })
    expect(faults).toEqual([expect.stringContaining(`TRUSTED_DOCUMENTS: ${file}, ${operation} cannot be run: `)])
    expect(faults[0]?.split(' cannot be run: ')[1]).toEqual(fault)
  })

  it('introspection, where it is hidden', async () => {
    const file = fileOf('introspection.json', codegenOf([schemaOf]))
    const faults = await faultsAtStart({ TRUSTED_DOCUMENTS: file, TRUSTED_DOCUMENTS_ONLY: 'true' })
    expect(faults).toEqual([expect.stringContaining(`${file}, SchemaOf cannot be run: GraphQL introspection`)])
  })

  it.each([
    ['that cannot be read', () => join(folder, 'missing.json'), 'names a file that cannot be read (ENOENT): FILE'],
    ['that is a folder', () => folder, 'must name a file: FILE'],
    ['that is too large', () => fileOf('large.json', ' '.repeat(8_388_609)), 'must name a file of at most 8 MiB: FILE'],
    ...[
      ['that is not JSON', '-----BEGIN SECRET-----'],
      ['of another form', []],
      ['of texts that are none', { a: 1 }],
    ].map(([what, content]): [string, () => string, string] => [
      what as string,
      () => fileOf('form.json', content),
      "must name a manifest, a JSON object of texts by their hash or Apollo's own: FILE",
    ]),
    [
      'with a SHA-256 of another text',
      () => fileOf('hash.json', { [sha256(me)]: some }),
      'FILE, Some has a hash that is not that of its text',
    ],
    [
      'with a SHA-1 of another text',
      () => fileOf('hash.json', { [digest('sha1', me)]: '{ me { id } }' }),
      `FILE, ${digest('sha1', me)} has a hash that is not that of its text`,
    ],
    [
      'with too many documents',
      () => fileOf('many.json', Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [String(n), me]))),
      'must name at most 2000 documents',
    ],
  ])('a file %s', (_what, fileIn, fault) => {
    const file = fileIn()
    expect(faultsIn({ TRUSTED_DOCUMENTS: file })).toEqual([`TRUSTED_DOCUMENTS: ${fault.replace('FILE', file)}`])
  })

  it('two texts of one id', () => {
    const [one, two] = [fileOf('one.json', { a: me }), fileOf('two.json', { a: some })]
    expect(faultsIn({ TRUSTED_DOCUMENTS: `${one},${two}` })).toEqual([
      `TRUSTED_DOCUMENTS: ${two}, Some has the hash of ${one}, Me, and another text`,
    ])
    expect(faultsIn({ TRUSTED_DOCUMENTS: `${one},${one}` })).toEqual([])
  })

  it('settings that contradict each other', () => {
    expect(faultsIn({ TRUSTED_DOCUMENTS: 'a.json,,b.json' })).toEqual([
      'TRUSTED_DOCUMENTS: must be files separated by commas, none of them empty',
    ])
    // the documents of the client package are enough
    expect(faultsIn({ TRUSTED_DOCUMENTS_ONLY: 'true' })).toEqual([])
    const only = { TRUSTED_DOCUMENTS: fileOf('fine.json', codegenOf([me])), TRUSTED_DOCUMENTS_ONLY: 'true' }
    expect(faultsIn(only)).toEqual([])
    expect(readConfig(only).playground).toBe(false)
    expect(faultsIn({ ...only, PLAYGROUND: 'true' })).toEqual([
      'PLAYGROUND: needs introspection, which TRUSTED_DOCUMENTS_ONLY hides',
    ])
  })

  it('but a worker of its own reads no files', () => {
    expect(faultsIn({ TRUSTED_DOCUMENTS: join(folder, 'missing.json'), ROLES: 'office' })).toEqual([])
  })

  async function faultsAtStart(env: Record<string, string>): Promise<readonly string[]> {
    const dataDir = mkdtempSync(join(folder, 'data-'))
    const error: unknown = await createTestApp({ dataDir, embedded: true, env }).then(
      (started) => started.close(),
      (refusal: unknown) => refusal,
    )
    return faultsOf(() => {
      if (error instanceof ConfigError) throw error
    })
  }
})
