import { verificationCases } from './chat-log-cases.js'
import { completionCases } from './completion-cases.js'
import type { Case, Cases, World } from './endpoint-cases.js'
import { codeOf } from '../accounts/authenticator-app.js'
import { answers } from '../accounts/broken-provider.js'
import { at, password, Person } from '../app/person.js'
import { bomb, noise, notedPng, withCard } from '../images/pictures.js'
import { UserTable } from '../../../src/database/tables/users.js'
import { lastCode, mailsOf } from '../accounts/mailbox.js'
import { replyCases } from './reply-cases.js'
import { roomCases } from './room-cases.js'

/** The number of sign-ins that may wait for one provider (src/users/social/social-logins.ts). */
const loginsAtOnce = 64
const textFile = { query: '?name=a.txt', body: 'text', headers: { 'content-type': 'text/plain' } } as const

async function storedFile({ ada }: World): Promise<Case> {
  const stored = await ada.rest('POST', `/files${textFile.query}`, textFile.body, textFile.headers)
  return { path: { id: at(stored.body, 'id') } }
}

/** Registrations from one address. */
export const mostRegistrations = 120
export const mostRefreshes = 20
const nowhere = '00000000-0000-4000-8000-000000000000'

const missing = { id: '987654321' }
const hidden = { accessLevel: false }

const account = (username: string) => ({
  username,
  email: `${username}@example.com`,
  password,
  eulaAgreed: true,
  privacyAgreed: true,
})

export const applicationCases: Cases = {
  ...completionCases,
  ...replyCases,
  register: {
    200: (world) => ({ body: account(world.name()) }),
    400: ({ ada }) => ({ body: account(ada.username) }),
    // for the closed registration of a whole installation
    403: 'tested elsewhere',
    429: async ({ stranger }) => {
      const refused = { ...account('nobody'), eulaAgreed: false }
      const headers = { 'x-forwarded-for': '203.0.113.9' }
      const register = () => stranger.rest('POST', '/api/users/register', refused, headers)
      await Promise.all(Array.from({ length: mostRegistrations }, register))
      return { body: refused, headers }
    },
  },
  login: {
    200: ({ ada }) => ({ body: { email: `${ada.username}@example.com`, password } }),
    401: { body: { email: 'nobody@example.com', password } },
    403: async ({ app, administrator }) => {
      const { id, username } = await app.person('banned')
      await ban(administrator, id)
      return { body: { email: `${username}@example.com`, password } }
    },
    429: async (world) => {
      const body = { email: `${world.name()}@example.com`, password }
      const failing = Array.from({ length: 10 }, () => world.stranger.rest('POST', '/api/users/login', body))
      await Promise.all(failing)
      return { body }
    },
  },
  completeSignIn: {
    200: async ({ app }) => {
      const { recoveryCode, challenge } = await withFactor(app)
      return { body: { challenge: await challenge(), recovery_code: recoveryCode } }
    },
    400: { body: { challenge: 'none', code: '000000' } },
    401: async ({ app }) => ({ body: { challenge: await (await withFactor(app)).challenge(), code: '000000' } }),
    403: async ({ app }) => {
      const { id, recoveryCode, challenge } = await withFactor(app)
      const body = { challenge: await challenge(), recovery_code: recoveryCode }
      // without the end of its sessions, which ends the challenge too
      await app.app.database.write((db) => db.update(UserTable, { id: Number(id) }, { bannedAt: 1 }))
      return { body }
    },
    429: async ({ app, stranger }) => {
      const { challenge } = await withFactor(app)
      for (let count = 0; count < 10; count += 1)
        await stranger.rest('POST', '/api/auth/second-factor', { challenge: await challenge(), code: '000000' })
      return { body: { challenge: await challenge(), code: '000000' } }
    },
  },
  updateProfile: {
    403: async (world) => ({ body: { username: 'by a key' }, headers: await world.apiKey() }),
    200: async (world) => ({ by: await world.app.person(), body: { email: `${world.name()}@example.com` } }),
    400: ({ eve }) => ({ body: { username: eve.username } }),
    409: 'tested elsewhere',
  },
  // only administrators may change levels in this world
  updateMembership: {
    200: ({ administrator }) => ({ by: administrator, body: { membershipType: 'VIP' } }),
    400: { body: { membershipType: 'GOLD' } },
    403: { body: { membershipType: 'VIP' } },
  },
  refreshSession: {
    200: async ({ app }) => ({ body: { refresh_token: (await signIn(app)).refreshToken } }),
    401: { body: { refresh_token: 'none' } },
    429: async ({ stranger }) => {
      const body = { refresh_token: 'none' }
      const headers = { 'x-forwarded-for': '203.0.113.10' }
      const refresh = () => stranger.rest('POST', '/api/auth/refresh', body, headers)
      await Promise.all(Array.from({ length: mostRefreshes }, refresh))
      return { body, headers }
    },
  },
  signOut: {
    403: async (world) => ({ headers: await world.apiKey() }),
    204: async ({ app }) => ({ by: await app.person() }),
  },
  signOutEverywhere: {
    403: async (world) => ({ headers: await world.apiKey() }),
    204: async ({ app }) => ({ by: await app.person() }),
  },
  listSessions: { 403: async (world) => ({ headers: await world.apiKey() }), 200: {} },
  revokeSession: {
    403: async (world) => ({ path: { id: nowhere }, headers: await world.apiKey() }),
    204: async ({ app }) => {
      const { person, sessionId } = await signIn(app)
      return { by: person, path: { id: sessionId } }
    },
    404: { path: { id: nowhere } },
  },
  createApiKey: {
    403: async (world) => ({ body: { name: 'by a key' }, headers: await world.apiKey() }),
    200: { body: { name: 'my script' }, again: { name: 'another script' } },
    404: (world) => world.retryOfDeleted('/api/auth/api-keys', { name: 'my script' }, ['id']),
  },
  listApiKeys: { 403: async (world) => ({ headers: await world.apiKey() }), 200: {} },
  updateApiKey: {
    403: async (world) => ({ path: missing, body: { name: 'by a key' }, headers: await world.apiKey() }),
    200: async ({ app }) => {
      const by = await app.person()
      const { body } = await by.rest('POST', '/api/auth/api-keys', { name: 'my script' })
      const change = { name: 'agent', models: ['local'], messages_per_day: 10, tokens_per_month: null }
      return { by, path: { id: String((body as { id: number }).id) }, body: change }
    },
    404: { path: missing, body: {} },
  },
  revokeApiKey: {
    403: async (world) => ({ path: missing, headers: await world.apiKey() }),
    204: async ({ app }) => {
      const by = await app.person()
      const { body } = await by.rest('POST', '/api/auth/api-keys', { name: 'my script' })
      return { by, path: { id: String((body as { id: number }).id) } }
    },
    404: { path: missing },
  },
  ...verificationCases('/api/auth', ({ stranger }) => stranger),
  resetPassword: {
    204: async (world) => {
      const { app } = world
      const { username } = await app.person()
      const email = `${username}@example.com`
      const headers = { 'x-forwarded-for': world.address() }
      const auth = (path: string, body: object) => app.stranger().rest('POST', `/api/auth/${path}`, body, headers)
      await auth('send-verification', { email, verification_type: 'password_reset' })
      const verified = await auth('verify-code', { email, code: await lastCode(app, email) })
      return { headers, body: { reset_token: at(verified.body, 'reset_token'), new_password: password } }
    },
    // for an installation without passwords
    403: 'tested elsewhere',
    400: { body: { reset_token: 'none', new_password: password } },
    429: async (world) => {
      const body = { reset_token: 'none', new_password: password }
      const headers = { 'x-forwarded-for': world.address() }
      const reset = () => world.stranger.rest('POST', '/api/auth/reset-password', body, headers)
      await Promise.all(Array.from({ length: 100 }, reset))
      return { body, headers }
    },
  },
  ...socialCases('A'),
  ...socialCases('B'),
  ...socialCases('C'),
  deleteUser: {
    204: async ({ app }) => {
      const leaving = await app.person()
      return { by: leaving, path: { id: leaving.id } }
    },
    403: ({ eve }) => ({ path: { id: eve.id } }),
    404: { path: missing },
    409: 'tested elsewhere',
  },
  exportData: {
    403: async (world) => ({ headers: await world.apiKey() }),
    202: async ({ app }) => ({ by: await app.person() }),
    429: async (world) => ({ by: await withArchive(world) }),
  },
  readDataExport: {
    403: async (world) => ({ headers: await world.apiKey() }),
    200: async (world) => ({ by: await withArchive(world) }),
    404: ({ eve }) => ({ by: eve }),
  },
  createDataExportLink: {
    403: async (world) => ({ headers: await world.apiKey() }),
    200: async (world) => ({ by: await withArchive(world) }),
    404: ({ eve }) => ({ by: eve }),
  },
  showAccountRecovery: { 200: async (world) => ({ query: await recoveryLink(world) }), 404: { query: '?token=none' } },
  recoverAccount: {
    200: async (world) => ({
      query: await recoveryLink(world),
      body: 'new_password=another+password',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    404: { query: '?token=none' },
    409: 'tested elsewhere',
    422: async (world) => ({ query: await recoveryLink(world) }),
    429: 'tested elsewhere',
  },
  showDataExport: { 200: archiveLink, 404: { query: '?token=none' } },
  downloadDataExport: { 200: archiveLink, 404: { query: '?token=none' } },
  // 401 where accounts are required is tested elsewhere
  listCharacters: { 200: { query: '?limit=1' }, 401: 'tested elsewhere' },
  listMyCharacters: { 200: { query: '?limit=1' } },
  readCharacter: {
    401: 'tested elsewhere',
    200: async (world) => ({ by: world.eve, path: { id: await world.character() } }),
    404: { path: missing },
  },
  createCharacter: {
    200: { body: { name: 'Grace' }, again: { name: 'Ada' } },
    404: (world) => world.retryOfDeleted('/api/characters', { name: 'Grace' }, ['data', 'id']),
  },
  updateCharacter: {
    200: async (world) => ({ path: { id: await world.character() }, body: { name: 'Hopper' } }),
    403: async (world) => ({ by: world.eve, path: { id: await world.character() }, body: {} }),
    404: { path: missing, body: {} },
  },
  setAccessLevel: {
    200: async (world) => ({ by: await world.app.admin(), path: { id: await world.character() }, body: hidden }),
    403: { path: missing, body: hidden },
    404: async ({ app }) => ({ by: await app.admin(), path: missing, body: hidden }),
  },
  deleteCharacter: {
    204: async (world) => ({ path: { id: await world.character() } }),
    403: async (world) => ({ by: world.eve, path: { id: await world.character() } }),
    404: { path: missing },
  },
  importCharacter: {
    200: {
      form: { card: '{"name":"Grace","first_mes":"Ahoy"}' },
      again: { card: '{"name":"Ada","first_mes":"Ahoy"}' },
    },
    400: { form: { card: withCard(bomb(), { name: 'Grace', first_mes: 'Ahoy' }) } },
    404: (world) =>
      world.retryOfDeleted(
        '/api/characters/cards',
        { card: '{"name":"Grace","first_mes":"Ahoy"}' },
        ['id'],
        '/api/characters',
      ),
  },
  exportCharacter: {
    200: async (world) => ({ path: { id: await world.character() } }),
    404: { path: missing },
  },
  setLike: {
    200: async (world) => ({ path: { characterId: await world.character() }, body: { action: 'like' } }),
    400: { path: { characterId: '1' }, body: { action: 'hate' } },
    404: { path: { characterId: '987654321' }, body: { action: 'like' } },
  },
  storeImage: {
    200: async () => ({
      form: { image: await noise(4, 3).png().toBuffer() },
      again: { image: await noise(5, 3).png().toBuffer() },
    }),
    422: { form: { image: Buffer.alloc(0) }, headers: { 'idempotency-key': 'k'.repeat(256) } },
  },
  uploadFile: {
    202: { ...textFile, again: {} },
    404: async ({ ada }) => {
      const headers = { ...textFile.headers, 'idempotency-key': 'a deleted file' }
      const stored = await ada.rest('POST', `/files${textFile.query}`, textFile.body, headers)
      await ada.rest('DELETE', `/files/${at(stored.body, 'id')}`)
      return { ...textFile, headers }
    },
    413: { ...textFile, body: 'x'.repeat(25_000_001) },
    415: { ...textFile, headers: { ...textFile.headers, 'content-encoding': 'gzip' } },
  },
  readFile: { 200: storedFile, 404: { path: { id: 'unknown' } } },
  downloadFile: { 200: storedFile, 404: { path: { id: 'unknown' } } },
  removeFile: { 204: storedFile, 404: { path: { id: 'unknown' } } },
  setProfileImage: {
    403: async (world) => ({
      form: { profileImage: await noise(4, 3).png().toBuffer() },
      headers: await world.apiKey(),
    }),
    200: async () => ({ form: { profileImage: await noise(4, 3).png().toBuffer() } }),
  },
  readLogo: {
    200: logo,
    206: async (world) => ({ ...(await logo(world)), headers: { range: 'bytes=0-3' } }),
    304: async (world) => {
      const { query } = await logo(world)
      return { query, headers: { 'if-none-match': `"${query.slice('?id='.length)}"`, 'cache-control': 'max-age=0' } }
    },
    404: { query: '?id=none' },
    416: async (world) => ({ ...(await logo(world)), headers: { range: 'bytes=99999999-' } }),
  },
  readImage: {
    200: image,
    206: async (world) => ({ ...(await image(world)), headers: { range: 'bytes=0-3' } }),
    304: async (world) => {
      const id = await world.image()
      // without a cache-control header fetch would send `no-cache`
      return { query: `?id=${id}`, headers: { 'if-none-match': `"${id}"`, 'cache-control': 'max-age=0' } }
    },
    404: { query: '?id=none' },
    416: async (world) => ({ ...(await image(world)), headers: { range: 'bytes=99999-' } }),
  },
  ...roomCases,
  searchEntries: { 200: { query: '?query=Hello' }, 404: { query: `?query=Hello&room_id=${nowhere}` } },
  isReady: { 503: 'without its database' },
}

async function ban(administrator: Person, id: string): Promise<void> {
  await administrator.data('mutation ($id: ID!) { banUser(id: $id) { account { id } } }', { id })
}

/** Signs a new person in; returns the session. */
async function signIn(app: World['app']) {
  const person = await app.person()
  const { body } = await person.rest('POST', '/api/users/login', { email: `${person.username}@example.com`, password })
  const { mySessions } = await person.data('{ mySessions { id current } }')
  const sessions = mySessions as { id: string; current: boolean }[]
  const other = sessions.find(({ current }) => !current)
  return { person, refreshToken: at(body, 'refresh_token'), sessionId: other?.id ?? '' }
}

/** A new person whose archive is READY. */
async function withArchive({ app }: World): Promise<Person> {
  const path = '/api/users/data-export'
  const person = await app.person()
  await person.rest('POST', path)
  while (at((await person.rest('GET', path)).body, 'status') === 'RUNNING') await app.app.product.dataExports.round()
  return person
}

/** The query of the link in the notice to an address that was changed. */
async function recoveryLink({ app }: World): Promise<string> {
  const person = await app.person()
  await app.app.database.write((db) => db.update(UserTable, { id: Number(person.id) }, { emailVerified: true }))
  await person.rest('PUT', '/api/users/profile', { email: `moved-${person.id}@example.com` })
  const [mail] = await mailsOf(app, `${person.username}@example.com`)
  return `?${/account-recovery\?(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''}`
}

async function archiveLink(world: World): Promise<Case> {
  const { body } = await (await withArchive(world)).rest('POST', '/api/users/data-export/link')
  return { query: new URL(at(body, 'url')).search }
}

async function image(world: World): Promise<Case> {
  return { query: `?id=${await world.image()}` }
}

/** The broken provider of the world serves every slot. */
function socialCases(place: 'A' | 'B' | 'C'): Cases {
  const body = { code: 'any' }
  const waiting: Promise<unknown>[] = []
  return {
    [`socialLogin${place}`]: {
      200: ({ provider }) => {
        provider.hangUp()
        provider.answer({})
        return { body }
      },
      400: ({ provider }) => {
        const sub = `uninvited ${place}`
        provider.answer({ token: provider.tokens({ sub }), userinfo: answers.json({ sub, name: 'Uninvited' }) })
        return { body: { ...body, invitation_token: 'none' } }
      },
      401: ({ provider }) => {
        provider.answer({ token: answers.json({ error: 'invalid_grant' }, 400) })
        return { body }
      },
      403: async ({ provider, stranger, administrator }) => {
        const sub = `banned ${place}`
        provider.answer({ token: provider.tokens({ sub }), userinfo: answers.json({ sub, name: 'Banned' }) })
        const entered = await stranger.rest('POST', `/api/auth/social-${place.toLowerCase()}`, body)
        const { me } = await new Person(stranger.url, '', '', at(entered.body, 'token')).data('{ me { id } }')
        await ban(administrator, at(me, 'id'))
        return { body }
      },
      429: async ({ provider, stranger }) => {
        await provider.keepWaiting(loginsAtOnce, () => {
          // answered when the provider disconnects
          waiting.push(stranger.rest('POST', `/api/auth/social-${place.toLowerCase()}`, body))
        })
        return { body }
      },
      503: async ({ provider }) => {
        provider.hangUp()
        await Promise.all(waiting)
        provider.answer({ token: answers.hangUp })
        return { body }
      },
    },
  }
}

async function logo({ administrator }: World) {
  const value = `data:image/png;base64,${(await notedPng()).toString('base64')}`
  const document =
    'mutation ($value: String) { setInstallationSetting(input: { name: INSTALLATION_LOGO, value: $value }) { setting { name } } }'
  await administrator.data(document, { value })
  const { search } = new URL(at(await administrator.data('{ installation { logoUrl } }'), 'installation', 'logoUrl'))
  return { query: search }
}

/** An account with an authenticator app, the challenges of its sign-ins, and a recovery code. */
async function withFactor(app: World['app']) {
  const person = await app.person('careful')
  const { startTotp } = await person.data('mutation { startTotp { challenge secret } }')
  const started = startTotp as { challenge: string; secret: string }
  const input = { challenge: started.challenge, code: codeOf(started.secret, Date.now()) }
  const added = await person.data('mutation ($input: AddTotpInput!) { addTotp(input: $input) { recoveryCodes } }', {
    input,
  })
  const credentials = { email: `${person.username}@example.com`, password }
  const challenge = async () => {
    const { body } = await app.stranger().rest('POST', '/api/users/login', credentials)
    return at(body, 'challenge')
  }
  return { id: person.id, recoveryCode: at(added, 'addTotp', 'recoveryCodes', 0), challenge }
}
