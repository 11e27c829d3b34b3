import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { cacheExchange, Client, fetchExchange } from '@urql/core'
import { GraphQLClient, request } from 'graphql-request'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { getOperation, postOperation, resultsOf } from '../support/http/operation-streams.js'
import { registerOne } from '../support/http/attacks.js'
import { eventsIn } from '../support/http/sse.js'
import type { Person } from '../support/app/person.js'

let app: TestApp
let ada: Person
/** The methods of the last requests of each client. */
let methods: string[] = []
const realFetch = globalThis.fetch

beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  globalThis.fetch = (input, init) => {
    methods.push(init?.method ?? 'GET')
    return realFetch(input, init)
  }
})
afterAll(async () => {
  globalThis.fetch = realFetch
  await app.close()
})

const url = () => `${app.url}/graphql`
const find = 'query Find($id: ID!) { user(id: $id) { username } }'
const rename = 'mutation Rename($input: UpdateProfileInput!) { updateProfile(input: $input) { account { username } } }'
const signed = () => ({ authorization: `Bearer ${ada.token ?? ''}` })

describe('a stock client queries and mutates without options', () => {
  it('urql, which queries by GET', async () => {
    methods = []
    const client = new Client({ url: url(), exchanges: [cacheExchange, fetchExchange] })
    const { data, error } = await client.query<unknown>(find, { id: ada.id }).toPromise()
    expect([error, data]).toEqual([undefined, { user: { __typename: 'User', username: ada.username } }])
    const mine = new Client({ url: url(), exchanges: [fetchExchange], fetchOptions: { headers: signed() } })
    const renamed = await mine.mutation<unknown>(rename, { input: { username: 'ada-urql' } }).toPromise()
    expect([renamed.error, renamed.data]).toMatchObject([undefined, { updateProfile: {} }])
    expect((await mine.query<unknown>('{ me { username } }', {}).toPromise()).data).toEqual({
      me: { username: 'ada-urql' },
    })
    expect(methods).toEqual(['GET', 'POST', 'GET'])
  })

  it.each([false, true])('Apollo Client, with GET for queries: %s', async (useGETForQueries) => {
    methods = []
    const link = new HttpLink({ uri: url(), ...(useGETForQueries ? { useGETForQueries } : {}), headers: signed() })
    const client = new ApolloClient({ link, cache: new InMemoryCache() })
    const { data } = await client.query({ query: gql(find), variables: { id: ada.id } })
    expect(data).toMatchObject({ user: { __typename: 'User' } })
    const username = `ada-apollo-${String(useGETForQueries)}`
    const renamed = await client.mutate({ mutation: gql(rename), variables: { input: { username } } })
    expect(renamed.data).toMatchObject({ updateProfile: { account: { username } } })
    expect(methods).toEqual([useGETForQueries ? 'GET' : 'POST', 'POST'])
    client.stop()
  })

  it.each(['POST', 'GET'] as const)('graphql-request, by %s', async (method) => {
    methods = []
    const document = '{ characters { nodes { id } } }'
    expect(await request(url(), document)).toEqual({ characters: { nodes: [] } })
    const client = new GraphQLClient(url(), { method, headers: signed() })
    expect(await client.request('{ me { id } }')).toEqual({ me: { id: ada.id } })
    expect(methods).toEqual(['POST', method])
  })
})

describe('an empty text counts as absent', () => {
  const query = 'query A { me { id } }'
  const answer = { data: { me: { id: expect.any(String) } } }

  it('as the name of an operation, at every door', async () => {
    const named = { query, operationName: '' }
    expect((await ada.rest('POST', '/graphql', named)).body).toEqual(answer)
    expect((await ada.rest('GET', `/graphql?${new URLSearchParams(named).toString()}`)).body).toEqual(answer)
    expect(await resultsOf(postOperation(ada, named))).toEqual([answer])
    expect(await resultsOf(getOperation(ada, named))).toEqual([answer])
    const socket = ada.socket()
    for await (const result of socket.iterate(named)) expect(result).toEqual(answer)
    await socket.dispose()
  })

  it('as a cursor of a list, a search and a subscription', async () => {
    const id = await ada.room()
    const generationId = await ada.say(id)
    await app.idle()
    const lists =
      'query ($id: ID!, $cursor: String) { room(id: $id) { forward: entries(after: $cursor, first: 1) { nodes { index } } ' +
      'backward: entries(before: $cursor, last: 1) { nodes { index } } generations(after: $cursor) { nodes { id } } } ' +
      'myRooms(after: $cursor) { nodes { id } } characters(after: $cursor) { nodes { id } } ' +
      'searchEntries(query: "Hello", after: $cursor) { nodes { entry { index } } } }'
    const found = await ada.data(lists, { id })
    expect(found).toMatchObject({ room: { forward: { nodes: [{ index: 1 }] } } })
    expect(await ada.data(lists, { id, cursor: '' })).toEqual(found)
    const socket = ada.socket()
    const first = async (subscription: string, cursor?: string) => {
      const variables = { id: generationId, cursor }
      for await (const { data, errors } of socket.iterate({ query: subscription, variables })) return { data, errors }
      return undefined
    }
    for (const subscription of [
      'subscription ($id: ID!, $cursor: String) { generation(id: $id, after: $cursor) { cursor delta } }',
      'subscription ($cursor: String) { myRoomEvents(after: $cursor) { reset rooms { id } } }',
    ]) {
      const whole = await first(subscription)
      expect(whole).toEqual({ data: expect.anything(), errors: undefined })
      expect(await first(subscription, '')).toEqual(whole)
    }
    await socket.dispose()
    const events = async (path: string, headers = {}) =>
      eventsIn((await ada.rest('GET', `/generations/${generationId}/stream${path}`, undefined, headers)).text)
    expect(await events('?after=', { 'last-event-id': '' })).toEqual(await events(''))
    const characters = '/api/characters?limit=1'
    expect((await ada.rest('GET', `${characters}&cursor=`)).text).toBe((await ada.rest('GET', characters)).text)
  })

  it('as an idempotency key', async () => {
    const room = 'mutation { createOfficeRoom(input: { idempotencyKey: "" }) { room { id } } }'
    expect(await ada.data(room)).not.toEqual(await ada.data(room))
    const id = await ada.room()
    const sent = [await ada.say(id, 'Hello', '')]
    await app.idle()
    sent.push(await ada.say(id, 'Hello', ''))
    await app.idle()
    expect(new Set(sent).size).toBe(2)
    const again =
      'mutation ($id: ID!) { regenerate(roomId: $id, index: 2, idempotencyKey: "") { generation { id } replayed } }'
    expect(await ada.data(again, { id })).toMatchObject({ regenerate: { replayed: false } })
    await app.idle()
  })
})

describe('a request that a page of any site can send without a preflight', () => {
  const users = () => app.app.database.read((db) => db.count(UserTable))
  const query = `mutation A { ${registerOne} }`
  const both = `query B { me { id } } ${query}`
  const get = (parameters: Record<string, string>) =>
    realFetch(`${url()}?${new URLSearchParams(parameters).toString()}`, { headers: signed() })

  it('may query by GET, without a cached answer', async () => {
    const response = await get({ query: '{ me { id } }' })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await response.json()).toEqual({ data: { me: { id: ada.id } } })
  })

  it.each([
    ['a mutation', { query }, 405],
    ['a mutation by its name', { query, operationName: 'A' }, 405],
    ['a mutation beside a query', { query: both, operationName: 'A' }, 405],
    ['a mutation with an empty name', { query, operationName: '' }, 405],
    ['no name among several', { query: both }, 400],
    ['an empty name among several', { query: both, operationName: '' }, 400],
    ['a query and a mutation of one name', { query: both.replace('query B', 'query A'), operationName: 'A' }, 400],
    ['a mutation in a fragment', { query: `query { ...F } fragment F on Mutation { ${registerOne} }` }, 400],
    ['a subscription', { query: 'subscription { roomEvents(roomId: "x") { __typename } }' }, 405],
  ])('may not send %s by GET', async (_name, parameters, status) => {
    const before = await users()
    const response = await get(parameters)
    expect([response.status, await response.json()]).toEqual([status, { errors: expect.any(Array) }])
    expect(await users()).toBe(before)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'may not mutate by POST with the content type "%s"',
    async (type) => {
      const before = await users()
      for (const body of [JSON.stringify({ query }), new URLSearchParams({ query }).toString()]) {
        const headers: Record<string, string> = type === '' ? {} : { 'content-type': type }
        const response = await realFetch(`${url()}?${new URLSearchParams({ query }).toString()}`, {
          method: 'POST',
          headers,
          body: type === '' ? new TextEncoder().encode(body) : body,
        })
        expect([response.status, await response.json()]).toEqual([400, { errors: expect.any(Array) }])
      }
      expect(await users()).toBe(before)
    },
  )
})
