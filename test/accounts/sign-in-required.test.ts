import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { until } from '@parley/testing'
import { facadeRoutes } from '../../rest-facade/mount.js'
import { repliesStreams } from '../../rest-facade/replies/replies-routes.js'
import { lineOf } from '../../rest-facade/contract/lines.js'
import { apiLines, limits, type ApiLine } from '../../src/limits.js'
import { accessRows } from '../support/accounts/access-rows.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { noLimits } from '../support/app/many-people.js'
import { at, password, Person } from '../support/app/person.js'

const settings = { RATE_LIMITS: noLimits }
const required = { ...settings, SIGN_IN_REQUIRED: 'true' }
const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'))
const fields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
  Object.keys(type?.getFields() ?? {}).map((field) => `${type?.name ?? ''}.${field}`),
)

/** What people need before they have an account, or in place of its password. Every other field and row is refused. */
const openFields = [
  'Query.installation',
  'Query.invitation',
  'Query.me',
  'Query.passwordLink',
  'Query.socialProviders',
  'Mutation.completeSignIn',
  'Mutation.login',
  'Mutation.recoverAccount',
  'Mutation.refreshSession',
  'Mutation.register',
  'Mutation.resetPassword',
  'Mutation.sendVerification',
  'Mutation.socialLogin',
  'Mutation.usePasswordLink',
  'Mutation.verifyCode',
]
const openRows = [
  'completeSignIn',
  'listProviders',
  'login',
  'refreshSession',
  'register',
  'resetPassword',
  'sendVerification',
  'socialLoginA',
  'socialLoginB',
  'socialLoginC',
  'verifyCode',
]

describe('SIGN_IN_REQUIRED=true', () => {
  let app: TestApp
  let ada: Person
  let count = 0
  beforeAll(async () => {
    app = await createTestApp({ roles: 'app,chatlog', env: required })
    ada = await app.person('ada')
  })
  afterAll(() => app.close())

  const nowhere = '00000000-0000-4000-8000-000000000000'
  const fixtures = {
    characterId: '1',
    roomId: nowhere,
    keptRoomId: nowhere,
    generationId: nowhere,
    unique: () => `fresh${(count += 1)}`,
  }

  it.each(fields)('gives guests no data of %s, unless the sign-in needs it', async (field) => {
    const row = accessRows[field]
    const [type, name = ''] = field.split('.')
    const asked = { query: row?.document ?? '', variables: { ...row?.variables?.(fixtures) } }
    const stranger = app.stranger()
    const { data, errors = [] } =
      type === 'Subscription' ? await firstEvent(stranger, asked) : await stranger.graphql(asked.query, asked.variables)
    const outcome = errors[0]?.extensions.code ?? (data?.[name] === null ? 'null' : 'data')
    expect(outcome).toBe(openFields.includes(field) ? row?.anonymous : 'UNAUTHENTICATED')
  })

  it('refuses operations over a socket, with an invalid token, and beside an open one', async () => {
    const query = '{ installation { signInRequired } characters { nodes { id } } models { name } }'
    const socket = app.stranger().socket()
    const { value } = (await socket.iterate({ query }).next()) as { value: Awaited<ReturnType<Person['graphql']>> }
    await socket.dispose()
    const invalid = await new Person(app.url, '', '', 'invalid').graphql(query)
    for (const { data, errors } of [value, invalid]) {
      expect(data).toEqual({ installation: { signInRequired: true }, characters: null, models: null })
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED'])
    }
  })

  it('changes nothing for those who sign in', async () => {
    const email = at(await ada.data('{ me { email } }'), 'me', 'email')
    const { body } = await app.stranger().rest('POST', '/api/users/login', { email, password })
    const signedIn = new Person(app.url, '', '', at(body, 'token'))
    expect((await signedIn.rest('GET', '/api/characters')).status).toBe(200)
    expect(await signedIn.data('{ models { name } }')).toHaveProperty('models')
    expect((await app.chatLog().rest('GET', '/doclog/officerooms?user_id=u')).status).not.toBe(401)
    expect((await fetch(`${app.url}/health/ready`)).status).toBe(200)
    expect((await fetch(`${app.url}/openapi.json`)).status).toBe(200)
  })
})

describe.each(apiLines)('SIGN_IN_REQUIRED=true in line %s', (line: ApiLine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ env: { ...required, API_LINE: line } })
  })
  afterAll(() => app.close())
  const routes = [
    ...facadeRoutes({ line: lineOf(line), imageHosts: [], messageLimit: limits.messageLength }),
    ...repliesStreams,
  ]

  it('refuses guests at every REST endpoint but those of the sign-in', async () => {
    const ask = async (method: string, path: string, authorization?: string) => {
      const response = await fetch(app.url + path.replaceAll(/:\w+/g, '1'), {
        method,
        headers: { ...(authorization && { authorization }), 'content-type': 'application/json' },
        ...(method !== 'get' && { body: '{}' }),
      })
      return { status: response.status, body: await response.text() }
    }
    const refusal = await ask('get', '/api/auth/sessions')
    expect(refusal.status).toBe(401)
    const answers = await Promise.all(
      routes.flatMap(({ about: { id }, method, paths }) =>
        paths.flatMap((path) =>
          [undefined, 'Bearer invalid'].map(async (token) => ({ id, answer: await ask(method, path, token) })),
        ),
      ),
    )
    const open = answers.filter(({ answer }) => answer.body !== refusal.body || answer.status !== 401)
    const known = new Set(routes.map(({ about: { id } }) => id))
    expect([...new Set(open.map(({ id }) => id))].toSorted()).toEqual(openRows.filter((id) => known.has(id)))
  })
})

describe('SIGN_IN_REQUIRED while the server runs', () => {
  it('ends what guests read, and opens again', async () => {
    const app = await createTestApp({ env: settings })
    try {
      const admin = await app.admin()
      const guest = app.stranger()
      const setting =
        'mutation ($value: String) { setInstallationSetting(input: { name: SIGN_IN_REQUIRED, value: $value }) { setting { source } } }'
      const made = await guest.data('mutation { createOfficeRoom(input: { userId: "guest" }) { room { id } } }')
      const roomId = at(made, 'createOfficeRoom', 'room', 'id')
      const socket = guest.socket()
      const query = 'subscription ($id: ID!) { roomEvents(roomId: $id) { __typename } }'
      const events = socket.iterate<object>({ query, variables: { id: roomId } })
      expect(await events.next()).toMatchObject({ value: { data: { roomEvents: expect.any(Object) } } })
      await admin.data(setting, { value: 'true' })
      await until('guests are refused', async () => (await guest.codes('{ models { name } }'))[0] === 'UNAUTHENTICATED')
      const write =
        'mutation ($id: ID!) { saveLogEntry(input: { roomId: $id, inputData: "a", outputData: "b" }) { entry { id } } }'
      await admin.data(write, { id: roomId })
      await expect(events.next()).rejects.toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
      await socket.dispose()
      expect((await guest.data('{ installation { guestRooms signInRequired } }'))['installation']).toEqual({
        guestRooms: false,
        signInRequired: true,
      })
      await admin.data(setting, { value: null })
      await until('guests are let in', async () => (await guest.codes('{ models { name } }')).length === 0)
    } finally {
      await app.close()
    }
  })
})

async function firstEvent(person: Person, asked: { query: string; variables: Record<string, unknown> }) {
  const socket = person.socket()
  try {
    const { value } = (await socket.iterate(asked).next()) as { value: Partial<Awaited<ReturnType<Person['graphql']>>> }
    return value
  } catch (errors) {
    if (!Array.isArray(errors)) throw errors
    return { errors: errors as Awaited<ReturnType<Person['graphql']>>['errors'] }
  } finally {
    await socket.dispose()
  }
}
