import { z } from 'zod'

const answerSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
})

/** Runs a GraphQL operation and returns its data. Throws its first error. */
export async function ask(
  url: string,
  { query, variables = {}, token }: { query: string; variables?: object; token?: string | undefined },
): Promise<Record<string, unknown>> {
  const response = await postJson(`${url}/graphql`, { query, variables }, token)
  const { data, errors = [] } = answerSchema.parse(await response.json())
  if (errors[0] || !data) throw new Error(errors[0]?.message ?? `${url} answered ${response.status}`)
  return data
}

const signedIn = z.object({ login: z.object({ token: z.string() }) })

/** The message of the refusal of an operation; undefined for one that runs. */
export async function refusalOf(
  url: string,
  operation: { query: string; variables?: object },
): Promise<string | undefined> {
  const response = await postJson(`${url}/graphql`, operation)
  const { data, errors = [] } = answerSchema.parse(await response.json())
  return data ? undefined : errors[0]?.message
}

/** The names of the headers of an answer, without those of the connection, in alphabetical order. */
export function headerNames({ headers }: Response): string[] {
  return [...headers.keys()].filter((name) => !['connection', 'keep-alive'].includes(name)).sort()
}

export function postJson(url: string, body: object, token?: string): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Registers an account and signs in; returns the token. */
export async function signIn(url: string, username: string): Promise<string> {
  const [email, password] = [`${username}@example.com`, 'correct horse battery']
  const input = { username, email, password, eulaAgreed: true, privacyAgreed: true }
  const register = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
  await ask(url, { query: register, variables: { input } })
  const login = 'mutation ($input: LoginInput!) { login(input: $input) { token } }'
  return signedIn.parse(await ask(url, { query: login, variables: { input: { email, password } } })).login.token
}
