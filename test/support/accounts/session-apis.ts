import { at, password, Person } from '../app/person.js'

/** The answer of a sign-in or a refresh. */
export interface SignedIn {
  readonly person: Person
  readonly refreshToken: string
}

export interface ListedSession {
  readonly id: string
  readonly current: boolean
  readonly userAgent: string | null
}

/** Operations on sessions, in one form for GraphQL and REST. A refusal is thrown as its code. */
export interface SessionApi {
  readonly name: 'GraphQL' | 'REST'
  signIn(person: Person): Promise<SignedIn>
  refresh(person: Person, refreshToken: string): Promise<SignedIn>
  signOut(person: Person): Promise<void>
  signOutEverywhere(person: Person): Promise<void>
  list(person: Person): Promise<ListedSession[]>
  revoke(person: Person, id: string): Promise<void>
}

const withToken = ({ url, id, username }: Person, token: string) => new Person(url, id, username, token)
const emailOf = ({ username }: Person) => `${username}@example.com`

const login = `mutation ($email: String!, $password: String!) {
  login(input: { email: $email, password: $password }) { token refreshToken }
}`
const refresh =
  'mutation ($text: String!) { refreshSession(refreshToken: $text) { token refreshToken account { id } } }'

async function graphql(person: Person, query: string, variables: object = {}): Promise<Record<string, unknown>> {
  const { data, errors } = await person.graphql(query, variables)
  if (errors[0]) throw new Error(errors[0].extensions.code)
  return data ?? {}
}

export const graphqlApi: SessionApi = {
  name: 'GraphQL',
  signIn: async (person) => {
    const made = await graphql(person, login, { email: emailOf(person), password })
    return {
      person: withToken(person, at(made, 'login', 'token')),
      refreshToken: at(made, 'login', 'refreshToken'),
    }
  },
  refresh: async (person, text) => {
    const made = await graphql(new Person(person.url), refresh, { text })
    return {
      person: withToken(person, at(made, 'refreshSession', 'token')),
      refreshToken: at(made, 'refreshSession', 'refreshToken'),
    }
  },
  signOut: async (person) => {
    await graphql(person, 'mutation { signOut }')
  },
  signOutEverywhere: async (person) => {
    await graphql(person, 'mutation { signOutEverywhere }')
  },
  list: async (person) =>
    (await graphql(person, '{ mySessions { id current userAgent } }'))['mySessions'] as ListedSession[],
  revoke: async (person, id) => {
    await graphql(person, 'mutation ($id: ID!) { revokeSession(id: $id) { revokedSessionId } }', { id })
  },
}

const codes: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
}

async function rest(person: Person, method: string, path: string, sent?: object): Promise<unknown> {
  const { status, body } = await person.rest(method, path, sent)
  if (status >= 400) throw new Error(codes[status] ?? String(status))
  return body
}

const restApi: SessionApi = {
  name: 'REST',
  signIn: async (person) => {
    const made = await rest(person, 'POST', '/api/users/login', { email: emailOf(person), password })
    return { person: withToken(person, at(made, 'token')), refreshToken: at(made, 'refresh_token') }
  },
  refresh: async (person, refresh_token) => {
    const made = await rest(new Person(person.url), 'POST', '/api/auth/refresh', { refresh_token })
    return { person: withToken(person, at(made, 'token')), refreshToken: at(made, 'refresh_token') }
  },
  signOut: async (person) => {
    await rest(person, 'POST', '/api/auth/logout')
  },
  signOutEverywhere: async (person) => {
    await rest(person, 'POST', '/api/auth/logout-everywhere')
  },
  list: async (person) => {
    const rows = (await rest(person, 'GET', '/api/auth/sessions')) as {
      id: string
      current: boolean
      user_agent: string
    }[]
    return rows.map(({ id, current, user_agent: userAgent }) => ({ id, current, userAgent }))
  },
  revoke: async (person, id) => {
    await rest(person, 'DELETE', `/api/auth/sessions/${id}`)
  },
}

export const sessionApis: readonly SessionApi[] = [graphqlApi, restApi]
