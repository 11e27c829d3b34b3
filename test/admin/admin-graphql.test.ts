import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { UserTable } from '../../src/database/tables/users.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, password, type Person } from '../support/app/person.js'

const stats = '{ userStats { totalUsers } }'
const serviceToken = 'open-sesame-open-sesame-open-sesame'
const login = 'mutation Login($input: LoginInput!) { login(input: $input) { token refreshToken account { id } } }'
const refresh = 'mutation Refresh($old: String!) { refreshSession(refreshToken: $old) { token } }'

const settings = [
  ['on the loopback', {}],
  ['behind a service token', { SERVICE_TOKEN: serviceToken }],
] as const

describe.each(settings)('POST /graphql of the admin service %s', (_where, env) => {
  let app: TestApp
  let admin: Person
  beforeAll(async () => {
    app = await createTestApp({ roles: 'app,admin', env })
    admin = await app.admin()
  })
  afterAll(() => app.close())

  const codes = async (token: string | undefined, query: string, more: object = {}) => {
    const { body } = await app.adminService(token).rest('POST', '/graphql', { query, ...more })
    const { errors = [] } = body as { errors?: { extensions: { code: string } }[] }
    return errors.map(({ extensions }) => extensions.code)
  }
  const change = (person: Person, values: Partial<{ role: 'USER' | 'ADMIN'; bannedAt: number }>) =>
    app.app.database.write((db) => db.update(UserTable, { id: Number(person.id) }, values))

  it('answers an administrator, and every operation of the public schema', async () => {
    for (const query of [stats, '{ me { role } }', '{ examine(input: { part: REPLIES }) { examined } }'])
      expect(await codes(admin.token, query)).toEqual([])
    expect(await codes(admin.token, '{ __typename')).toEqual(['GRAPHQL_PARSE_FAILED'])
    // those of listeners without accounts are not served
    expect(await codes(admin.token, '{ admins { isAdmin } }')).toEqual(['GRAPHQL_VALIDATION_FAILED'])
  })

  it('refuses guests, and tokens of no account', async () => {
    for (const token of [undefined, 'nonsense', serviceToken])
      for (const query of [
        stats,
        '{ me { id } }',
        '{ __typename',
        '',
        'mutation { signOutEverywhere }',
        '{ models { name } }',
      ])
        expect(await codes(token, query)).toEqual(['UNAUTHENTICATED'])
    const { body } = await app.adminService().rest('POST', '/graphql', {})
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
  })

  it('refuses accounts without the role, also when it was revoked', async () => {
    const ada = await app.person('ada')
    expect(await codes(ada.token, '{ me { id } }')).toEqual(['FORBIDDEN'])
    await change(ada, { role: 'ADMIN' })
    expect(await codes(ada.token, '{ me { id } }')).toEqual([])
    await change(ada, { role: 'USER' })
    expect(await codes(ada.token, '{ me { id } }')).toEqual(['FORBIDDEN'])
  })

  it('signs out an account without the role, and executes nothing beside that', async () => {
    const ada = await app.person('ada')
    const input = { email: `${ada.username}@example.com`, password }
    const token = at(await app.adminService().data(login, { input }), 'login', 'token')
    for (const query of ['mutation { signOut signOutEverywhere }', 'query { signOut: me { id } }', '{ me { id } }'])
      expect(await codes(token, query)).toEqual(['FORBIDDEN'])
    const signedOut = await app.adminService(token).rest('POST', '/graphql', { query: 'mutation { signOut }' })
    expect(signedOut.body).toEqual({ data: { signOut: true } })
    expect(await codes(token, '{ me { id } }')).toEqual(['UNAUTHENTICATED'])
    expect(await ada.codes('{ me { id } }')).toEqual([])
  })

  it('refuses a banned administrator', async () => {
    const banned = await app.admin()
    expect(await codes(banned.token, stats)).toEqual([])
    await change(banned, { bannedAt: Date.now() })
    expect(await codes(banned.token, stats)).toEqual(['UNAUTHENTICATED'])
    const input = { email: `${banned.username}@example.com`, password }
    expect(await codes(undefined, login, { variables: { input } })).toEqual(['FORBIDDEN'])
  })

  it('signs in and renews a session without a token', async () => {
    const input = { email: `${admin.username}@example.com`, password }
    const service = app.adminService()
    const signedIn = await service.data(login, { input })
    expect(await codes(at(signedIn, 'login', 'token'), stats)).toEqual([])
    const renewed = await service.data(refresh, { old: at(signedIn, 'login', 'refreshToken') })
    expect(await codes(at(renewed, 'refreshSession', 'token'), stats)).toEqual([])
    const wrong = { input: { ...input, password: 'wrong' } }
    expect(await codes(undefined, login, { variables: wrong })).toEqual(['UNAUTHENTICATED'])
  })

  it.each([
    ['another field', 'mutation { refreshSession(refreshToken: "x") { token } deleteAccount { deletedAccountId } }'],
    ['another field under the name of a sign-in', 'mutation { login: signOutEverywhere }'],
    ['a fragment', 'mutation { ...F } fragment F on Mutation { signOutEverywhere }'],
    ['the end of a session', 'mutation { signOut }'],
    ['a query of that name', 'query { login: models { name } }'],
    [
      'another operation of the document',
      'mutation A { refreshSession(refreshToken: "x") { token } } query B { me { id } }',
    ],
  ])('executes without a token nothing beside them: %s', async (_what, query) => {
    expect(await codes(undefined, query, { operationName: query.includes('query B') ? 'B' : undefined })).toEqual([
      'UNAUTHENTICATED',
    ])
  })

  it('answers other methods and the other transports like an unknown path', async () => {
    const status = 'SERVICE_TOKEN' in env ? 401 : 404
    for (const [method, path] of [
      ['GET', '/graphql?query={__typename}'],
      ['PUT', '/graphql'],
      ['POST', '/graphql/stream'],
    ] as const)
      expect((await fetch(app.adminService().url + path, { method })).status).toBe(status)
  })

  it('refuses pages of other sites', async () => {
    const headers = { origin: 'https://evil.example', 'content-type': 'application/json' }
    const body = JSON.stringify({ query: stats })
    const { url } = app.adminService()
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.status).toBeGreaterThanOrEqual(400)
  })
})

describe('with TRUSTED_DOCUMENTS_ONLY', () => {
  const manifest = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>

  it('the admin service runs the documents of the console, by their hash too', async () => {
    const documents = manifest('pages/dashboard/trusted-documents.json')
    const others = Object.keys(manifest('packages/client/trusted-documents.json'))
    expect(others.filter((hash) => hash in documents)).toEqual([])
    const app = await createTestApp({
      roles: 'app,admin',
      env: { TRUSTED_DOCUMENTS_ONLY: 'true', PLAYGROUND: 'false' },
    })
    try {
      const account = { username: 'chief', email: 'chief@example.com', password }
      const service = app.stranger()
      await service.rest('POST', '/api/users/register', { ...account, eulaAgreed: true, privacyAgreed: true })
      await app.app.database.write((db) => db.update(UserTable, { email: account.email }, { role: 'ADMIN' }))
      const { body } = await service.rest('POST', '/api/users/login', { email: account.email, password })
      const admin = app.adminService(at(body, 'token'))
      for (const [documentId, text] of Object.entries(documents)) {
        const answers = [
          await admin.rest('POST', '/graphql', { query: text }),
          await admin.rest('POST', '/graphql', { query: '', documentId }),
        ]
        for (const answer of answers) {
          const { errors = [] } = answer.body as { errors?: { extensions: { code: string } }[] }
          // without its variables
          expect([text, [], ['BAD_USER_INPUT']]).toContainEqual(errors.map(({ extensions }) => extensions.code))
        }
      }
    } finally {
      await app.close()
    }
  })

  const folder = mkdtempSync(join(tmpdir(), 'parley-console-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('the admin service runs the trusted documents alone', async () => {
    const file = join(folder, 'documents.json')
    writeFileSync(file, JSON.stringify({ [createHash('sha256').update(stats).digest('hex')]: stats }))
    const app = await createTestApp({ roles: 'app,admin', env: { TRUSTED_DOCUMENTS: file } })
    const admin = await app.admin()
    const { dataDir, databaseUrl } = app
    await app.stop()
    const strict = await createTestApp({
      ...{ roles: 'app,admin', dataDir, databaseUrl },
      env: { TRUSTED_DOCUMENTS: file, TRUSTED_DOCUMENTS_ONLY: 'true', PLAYGROUND: 'false' },
    })
    try {
      const codes = async (token: string | undefined, query: string) => strict.adminService(token).codes(query)
      expect(await codes(admin.token, stats)).toEqual([])
      expect(await codes(admin.token, '{ me { id } }')).toEqual(['DOCUMENT_NOT_TRUSTED'])
      expect(await codes(undefined, 'mutation { refreshSession(refreshToken: "x") { token } }')).toEqual([
        'UNAUTHENTICATED',
      ])
    } finally {
      await strict.close()
    }
  })
})
