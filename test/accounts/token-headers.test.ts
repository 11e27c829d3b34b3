import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { lastCode } from '../support/accounts/mailbox.js'
import { at, password, Person, type RestAnswer } from '../support/app/person.js'

const serviceToken = 'open-sesame-open-sesame-open-sesame'
const unauthorized = { detail: 'Unauthorized', message: 'Invalid or expired token' }

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ roles: 'app,chatlog,admin', env: { SERVICE_TOKEN: serviceToken } })
  ada = await app.person('ada')
})
afterAll(() => app.close())

const graphql = (person: Person, query: string, variables: object = {}) =>
  person.rest('POST', '/graphql', { query, variables })
const credentials = () => ({ email: `${ada.username}@example.com`, password })
const login = () => app.stranger().rest('POST', '/api/users/login', credentials())

describe('an answer with a token is stored by no cache', () => {
  const account = (username: string) => ({
    ...{ username, email: `${username}@example.com`, password },
    ...{ eulaAgreed: true, privacyAgreed: true },
  })
  const resetCode = async (): Promise<object> => {
    const email = credentials().email
    const request = { email, verification_type: 'password_reset' }
    await app.chatLog(serviceToken).rest('POST', '/smtp/send-verification', request)
    return { email, code: await lastCode(app, email) }
  }

  it.each<[name: string, ask: () => Promise<RestAnswer>, key: string]>([
    ['POST /api/users/login', login, 'token'],
    ['POST /api/users/register', () => app.stranger().rest('POST', '/api/users/register', account('new-rest')), 'id'],
    [
      'POST /api/auth/refresh',
      async () =>
        app.stranger().rest('POST', '/api/auth/refresh', { refresh_token: at((await login()).body, 'refresh_token') }),
      'refresh_token',
    ],
    [
      'POST /smtp/verify-code',
      async () => app.chatLog(serviceToken).rest('POST', '/smtp/verify-code', await resetCode()),
      'reset_token',
    ],
    [
      'POST /api/users/login of the dashboard',
      () => app.adminService().rest('POST', '/api/users/login', credentials()),
      'token',
    ],
    [
      'the mutation login',
      () =>
        graphql(app.stranger(), 'mutation ($input: LoginInput!) { login(input: $input) { token refreshToken } }', {
          input: credentials(),
        }),
      'refreshToken',
    ],
    [
      'the mutation register',
      () =>
        graphql(app.stranger(), 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }', {
          input: account('new-graphql'),
        }),
      'account',
    ],
    [
      'the mutation refreshSession',
      async () =>
        graphql(app.stranger(), 'mutation ($token: String!) { refreshSession(refreshToken: $token) { token } }', {
          token: at((await login()).body, 'refresh_token'),
        }),
      'token',
    ],
    [
      'the mutation createApiKey',
      () => graphql(ada, 'mutation { createApiKey(input: { name: "a program" }) { text } }'),
      'text',
    ],
  ])('%s', async (_name, ask, key) => {
    const { status, headers, text } = await ask()
    expect([status, text]).toEqual([200, expect.stringContaining(`"${key}":`)])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('and the same is true of all other answers to a caller', async () => {
    for (const path of ['/api/users/profile', '/api/auth/sessions', '/api/characters'])
      expect((await ada.rest('GET', path)).headers.get('cache-control')).toBe('no-store')
  })
})

describe.each(['Bearer null', 'Bearer undefined', 'bearer  null', 'Bearer ', 'Bearer', 'null', 'undefined', ''])(
  'the header "Authorization: %s"',
  (authorization) => {
    const rest = (method: string, path: string, body?: unknown) =>
      app.stranger().rest(method, path, body, { authorization })

    it('counts as a missing token where a token is optional', async () => {
      expect((await rest('GET', '/api/characters')).status).toBe(200)
      const made = await rest('POST', '/api/rooms/officerooms', { user_id: 'guest-1', room_name: 'Office' })
      expect(made.status).toBe(200)
      const path = `/api/rooms/officerooms/${at(made.body, 'room_id')}`
      expect((await rest('GET', `${path}/logs`)).status).toBe(200)
      expect((await rest('DELETE', path)).status).toBe(204)
      expect((await rest('POST', '/graphql', { query: '{ me { id } }' })).body).toEqual({ data: { me: null } })
    })

    it('is refused where a token is required', async () => {
      for (const path of ['/api/users/profile', '/api/characters/my', '/api/auth/sessions'])
        expect(await rest('GET', path)).toMatchObject({ status: 401, body: unauthorized })
      const rooms = await rest('POST', '/graphql', { query: '{ myRooms { nodes { id } } }' })
      expect(rooms.body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
      expect((await rest('GET', '/v1/models')).status).toBe(401)
      for (const internal of [app.chatLog(), app.adminService()]) {
        const answer = await internal.rest('GET', '/openapi.json', undefined, { authorization })
        expect(answer).toMatchObject({ status: 401 })
      }
    })
  },
)

describe('the credential of a connection_init', () => {
  const url = () => `${app.url.replace('http', 'ws')}/graphql`
  /** The caller of a socket with this payload, or how it was closed. */
  const callerOf = async (connectionParams: Record<string, unknown>, headers: Record<string, string> = {}) => {
    class Socket extends WebSocket {
      constructor(to: string, protocols: string) {
        super(to, protocols, { headers })
      }
    }
    const socket = createClient({ url: url(), webSocketImpl: Socket, retryAttempts: 0, connectionParams })
    try {
      const result: { value?: { data?: unknown } } = await socket.iterate({ query: '{ me { id } }' }).next()
      return result.value?.data
    } catch (error) {
      const { code, reason } = error as { code: number; reason: string }
      return [code, reason]
    } finally {
      await socket.dispose()
    }
  }

  it.each<[where: string, payload: (token: string) => Record<string, unknown>]>([
    ['authorization', (authorization) => ({ authorization })],
    ['Authorization', (token) => ({ Authorization: `Bearer ${token}` })],
    ['authToken', (authToken) => ({ authToken })],
    ['authToken with the prefix', (token) => ({ authToken: `bearer ${token}` })],
    ['token', (token) => ({ token })],
    ['accessToken', (accessToken) => ({ accessToken })],
    ['headers', (token) => ({ headers: { Authorization: `Bearer ${token}`, 'x-other': 7 } })],
    ['headers in lower case', (authorization) => ({ headers: { authorization } })],
    ['the first name that is not null', (token) => ({ authorization: null, authToken: undefined, token })],
    ['the first name, before others', (authorization) => ({ token: 'x.y.z', authorization, headers: 'none' })],
  ])('is read as %s', async (_where, payload) => {
    expect(await callerOf(payload(ada.token ?? ''))).toEqual({ me: { id: ada.id } })
  })

  it.each([
    ...['Basic YWRhOnNlY3JldA==', 'two words', 'Bearer two words', 'tökén'],
    ...[7, true, {}, { token: 'x.y.z' }, ['x.y.z']],
  ])('closes the socket when it is not a token: %j', async (value) => {
    const closed = [4401, 'Unreadable token']
    for (const name of ['authorization', 'Authorization', 'authToken', 'token', 'accessToken'])
      expect(await callerOf({ [name]: value })).toEqual(closed)
    expect(await callerOf({ headers: { Authorization: value } })).toEqual(closed)
    expect(await callerOf({ headers: [['Authorization', value]] })).toEqual(closed)
    // of a client with a second one, too
    const authorization = `Bearer ${ada.token ?? ''}`
    expect(await callerOf({ token: value }, { authorization })).toEqual(closed)
  })

  it.each([
    {},
    { authorization: '' },
    { token: 'Bearer ' },
    { authorization: null },
    { headers: {} },
    { headers: null },
  ])('counts as missing in %j', async (payload) => {
    expect(await callerOf(payload)).toEqual({ me: null })
  })

  it('is that of the handshake when the payload has none', async () => {
    const authorization = `Bearer ${ada.token ?? ''}`
    expect(await callerOf({ other: 7, headers: {} }, { authorization })).toEqual({ me: { id: ada.id } })
  })

  it.each(['Bearer null', 'Bearer undefined', 'bearer  null', 'null', 'undefined'])(
    'counts as missing as "%s", which clients write without a token',
    async (authorization) => {
      expect(await callerOf({ authorization })).toEqual({ me: null })
    },
  )
})

describe('an invalid token', () => {
  const stale = () => new Person(app.url, '', '', 'x.y.z')

  it('is refused on the routes of rooms, where no token is needed', async () => {
    expect(await stale().rest('GET', '/api/rooms/officerooms/00000000-0000-4000-8000-000000000000/logs')).toMatchObject(
      { status: 401, body: unauthorized },
    )
  })

  it('makes the query me UNAUTHENTICATED, while public data is still answered', async () => {
    const { data, errors } = await stale().graphql('{ me { id } characters { nodes { id } } }')
    expect(data).toEqual({ me: null, characters: { nodes: [] } })
    expect(errors).toMatchObject([{ path: ['me'], extensions: { code: 'UNAUTHENTICATED' } }])
    expect(await app.stranger().data('{ me { id } }')).toEqual({ me: null })
    expect(await ada.data('{ me { id } }')).toEqual({ me: { id: ada.id } })
  })
})
