import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { cacheExchange, Client, fetchExchange } from '@urql/core'
import { GraphQLClient, request } from 'graphql-request'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { registerOne } from '../support/http/attacks.js'
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
    ['a mutation with an empty name', { query, operationName: '' }, 400],
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
