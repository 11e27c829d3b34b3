import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testServer, until } from '@parley/testing'
import { readConfig } from '../../src/config/config.js'
import { readOperatorConfig } from '../../src/config/operator-config.js'
import { needsOf, readAdminCommand, runAdminCommand } from '../../tools/operator/admin-command.js'
import { Refusal } from '../../tools/operator/command.js'
import { throughDoor } from '../../tools/operator/door.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { codeOf } from '../support/accounts/authenticator-app.js'
import { IdentityServer } from '../support/accounts/identity-server.js'
import { grantOf, newAddress, registrationApis } from '../support/accounts/registration-apis.js'
import { graphqlApi } from '../support/accounts/social-apis.js'
import { clients, openidSettings } from '../support/accounts/social-settings.js'

let app: TestApp
let ada: Person
let email: string
beforeAll(async () => {
  // a reply stalls until it is cancelled, and one runs at a time
  app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?stallAt=1', OFFICE_CONCURRENCY: '1' } })
  ada = await app.person('ada')
  email = `${ada.username}@example.com`
})
afterAll(() => app.close())

/** Runs the command line with the stores of the server. */
const admin = (...args: string[]) => adminOf(app, ...args)
async function adminOf({ dataDir, databaseUrl, mongodbUrl }: TestApp, ...args: string[]): Promise<string> {
  const command = await readAdminCommand(args, () => Promise.resolve(''))
  const config = readConfig({
    DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(mongodbUrl === undefined ? {} : { MONGODB_URL: mongodbUrl }),
  })
  return throughDoor(config, (ask, isAlone) => runAdminCommand({ ...command, isAlone }, ask), needsOf(command))
}
async function refusalOf(...args: string[]): Promise<Refusal> {
  const refusal: unknown = await admin(...args).catch((error: unknown) => error)
  if (refusal instanceof Refusal) return refusal
  throw new Error(`${args.join(' ')} was not refused`)
}
const json = async (...args: string[]): Promise<unknown> => JSON.parse(await admin(...args, '--json'))
const account = () => expect.objectContaining({ id: ada.id, username: ada.username, email })

// on PostgreSQL a command does not reach the worker inside of this process
const onDoor = testServer() === undefined ? describe : describe.skip

it.each([
  ['make is not a command.', ['make']],
  ['stop is not a command.', ['stop']],
  ['EMAIL is missing.', ['grant']],
  ['Unexpected argument: 2.', ['invitation', 'revoke', '1', '2']],
  ['This command has no option --name.', ['session', 'list', 'a@b.example', '--name', 'x']],
  ...['0', '-1', 'none', 'many'].map((uses): [string, string[]] => [
    '--uses is a whole number of at least 1.',
    ['invitation', 'create', '--uses', uses],
  ]),
  [
    '--until is a date such as 2037-01-31, or an instant with its zone such as 2037-01-31T12:00:00Z.',
    ['invitation', 'create', '--until', 'none'],
  ],
  ['LEVEL is BASIC or VIP.', ['membership', 'a@b.example', 'GOLD']],
  ['KIND is office or character.', ['queue', 'pause', 'all']],
  ["Unknown option '--no-such'", ['list', '--no-such']],
  ...['2037-02-31', '01/02/2037', 'garbage 2037', '2037-01-31T12:00'].map((until): [string, string[]] => [
    '--until is a date such as 2037-01-31, or an instant with its zone such as 2037-01-31T12:00:00Z.',
    ['ban', 'a@b.example', '--until', until],
  ]),
])('says in the last line what is wrong: %s', async (line, args) => {
  const { exitCode, message } = await refusalOf(...args)
  expect([exitCode, message.split('\n').at(-1)]).toEqual([64, line])
  expect(message).toMatch(/^npm run admin -- /)
})

it('shows the usage of the command that is wrong, of those with the same first word, or of all', async () => {
  const usage = async (...args: string[]) => (await refusalOf(...args)).message.split('\n').slice(0, -1)
  expect(await usage('grant')).toEqual(['npm run admin -- grant EMAIL'])
  expect(await usage('ban', 'list', '--no-such')).toEqual(['npm run admin -- ban list'])
  const space = ' '.repeat('npm run admin -- '.length)
  expect(await usage('session', 'stop')).toEqual([
    'npm run admin -- session list EMAIL',
    `${space}session end EMAIL [ID]`,
  ])
  expect((await usage('make')).length).toBeGreaterThan(30)
  await expect(admin('ban', '--help')).rejects.toThrow(
    /^npm run admin -- ban EMAIL \[--reason TEXT\] \[--until INSTANT\]$/,
  )
})

describe('npm run admin -- account', () => {
  it('lists all accounts, those with a text, and shows one', async () => {
    for (let number = 0; number < 3; number += 1) await app.person('many')
    expect(await json('account', 'list')).toHaveLength(4)
    expect(await json('account', 'list', email)).toEqual([account()])
    expect(await admin('account', 'list', 'nothing like it')).toBe('No accounts match.')
    expect(await json('account', 'show', email.toUpperCase())).toEqual({
      ...{ id: ada.id, username: ada.username, handle: null, email, emailVerified: false },
      ...{ membership: 'BASIC', role: 'USER', ban: null, awaitingApprovalSince: null },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    })
    expect(await admin('account', 'show', email)).toMatch(/^\S+ \(\S+, account \d+\): USER, BASIC, since \S+$/)
    await expect(admin('account', 'show', 'nobody@example.com')).rejects.toMatchObject({ exitCode: 67 })
  })

  it('deletes any account with its data', async () => {
    const bob = await app.person('bob')
    expect(await json('account', 'delete', `${bob.username}@example.com`)).toMatchObject({ id: bob.id })
    expect(await bob.codes('{ me { id } }')).toEqual(['UNAUTHENTICATED'])
    const last = await app.admin()
    const { body } = await last.rest('GET', '/api/users/profile')
    expect(await admin('account', 'delete', at(body, 'email'))).toContain('and all its data.')
  })
})

onDoor('npm run admin -- list', () => {
  it('says who makes each account an administrator, and that it awaits approval or is banned', async () => {
    const server = await IdentityServer.open()
    const env = { OIDC_ROLE_CLAIM: 'roles', OIDC_ADMIN_ROLES: 'boss', REGISTRATION_BY_PROVIDER: 'approval' }
    const own = await createTestApp({ env: { ...openidSettings('A', clients.post, server), ...env } })
    try {
      const claims = { roles: 'boss' }
      server.people.set('chief', { name: 'chief', email: 'chief@corp.example', email_verified: true, claims })
      await graphqlApi.enter(own.stranger(), 'a', await grantOf(server, 'chief'))
      const list = () => adminOf(own, 'list')
      expect(await list()).toMatch(
        /^chief@corp\.example \(chief, account \d+\): by the provider, waiting for approval$/,
      )
      const approve = () => adminOf(own, 'account', 'approve', 'chief@corp.example')
      expect(await approve()).toMatch(/ is approved and can sign in\.$/)
      expect(await approve()).toMatch(/ was already approved\.$/)
      expect(await list()).toMatch(/: by the provider$/)
      const bob = await own.person('bob')
      const address = `${bob.username}@example.com`
      await adminOf(own, 'ban', address, '--reason', 'spam', '--until', '2099-01-31')
      const banned = 'The account is banned until 2099-01-31T00:00:00.000Z: spam. It cannot sign in until the ban ends.'
      expect((await adminOf(own, 'grant', address)).split('\n').at(-1)).toBe(banned)
      expect((await adminOf(own, 'grant', address)).split('\n')).toEqual([
        expect.stringMatching(/ was already an administrator\.$/),
        banned,
      ])
      expect(await list()).toMatch(/: granted, banned until 2099-01-31T00:00:00\.000Z: spam$/m)
    } finally {
      await own.close()
      await server.close()
    }
  })
})

describe('npm run admin -- password', () => {
  it('prints a link for a new password once, and ends every session of the account', async () => {
    const eve = await app.person('eve')
    const address = `${eve.username}@example.com`
    const text = await admin('password', address)
    expect(text).toMatch(
      /^\S+ \(\S+, account \d+\) can set a new password with this link once, until \S+Z\. All its sessions have ended\.\nLink, shown only once: http:\/\/\S+\/#\/password-link\?token=[\w-]{43}$/,
    )
    expect(await eve.codes('{ me { id } }')).toEqual(['UNAUTHENTICATED'])
    const { url } = (await json('password', address)) as { url: string }
    const use = 'mutation ($input: UsePasswordLinkInput!) { usePasswordLink(input: $input) { account { id } } }'
    const inputOf = (link: string) => ({
      input: { token: /token=([\w-]+)$/.exec(link)?.[1], newPassword: 'a wholly new password' },
    })
    expect(await app.stranger().codes(use, inputOf(text))).toEqual(['BAD_USER_INPUT'])
    expect(await app.stranger().data(use, inputOf(url))).toEqual({ usePasswordLink: { account: { id: eve.id } } })
    await expect(admin('password', 'no-one@example.com')).rejects.toMatchObject({ exitCode: 67 })
  })
})

it('npm run admin -- password works while the server is stopped', async () => {
  const first = await createTestApp()
  const { dataDir, databaseUrl } = first
  const eve = await first.person('eve')
  await first.stop()
  const { url } = JSON.parse(await adminOf(first, 'password', `${eve.username}@example.com`, '--json')) as {
    url: string
  }
  const second = await createTestApp({ dataDir, databaseUrl })
  const use = 'mutation ($input: UsePasswordLinkInput!) { usePasswordLink(input: $input) { account { id } } }'
  const input = { token: url.split('token=')[1], newPassword: 'a wholly new password' }
  expect(await second.stranger().data(use, { input })).toEqual({ usePasswordLink: { account: { id: eve.id } } })
  await second.stop()
  await first.close()
})

it('npm run admin -- settings says whose environment it shows where no server was asked', async () => {
  const server = await createTestApp({ env: { REGISTRATION: 'closed' } })
  try {
    const own = /the environment is that of this command/
    const shown = await adminOf(server, 'settings')
    // on PostgreSQL no server is asked
    if (server.databaseUrl === undefined) {
      expect(shown).toContain('REGISTRATION=closed (environment)')
      expect(shown).not.toMatch(own)
    }
    await server.stop()
    const alone = await adminOf(server, 'settings')
    expect(alone).toContain('REGISTRATION=open (default)')
    expect(alone).toMatch(own)
    expect(await adminOf(server, 'settings', 'set', 'HELP_URL', '/help.html')).toMatch(own)
    const environment = {
      REGISTRATION: 'closed',
      SOCIAL_A_ISSUER: 'https://id.example',
      SOCIAL_A_CLIENT_ID: 'p',
      SOCIAL_A_CLIENT_SECRET: 's',
    }
    const needs = needsOf(await readAdminCommand(['settings'], () => Promise.resolve('')))
    const { installationSettings, social } = readOperatorConfig(environment, needs)
    expect([installationSettings.fixed, social.length]).toEqual([{ REGISTRATION: 'closed' }, 1])
  } finally {
    await server.close()
  }
})

describe('npm run admin -- membership', () => {
  it('sets the membership of an account', async () => {
    const vip = await app.person('vip')
    const address = `${vip.username}@example.com`
    expect(await json('membership', address, 'VIP')).toMatchObject({ id: vip.id, membership: 'VIP' })
    expect(await vip.data('{ me { membership } }')).toEqual({ me: { membership: 'VIP' } })
    expect(await admin('membership', address, 'BASIC')).toMatch(/ now has the BASIC membership\.$/)
    await expect(admin('membership', 'nobody@example.com', 'VIP')).rejects.toMatchObject({ exitCode: 67 })
  })
})

describe('npm run admin -- ban list', () => {
  it('has the accounts whose bans are in force', async () => {
    const mallory = await app.person('mallory')
    const address = `${mallory.username}@example.com`
    expect(await admin('ban', 'list')).toBe('No accounts are banned.')
    expect(await json('ban', address, '--reason', 'spam', '--until', '2099-01-31')).toMatchObject({ id: mallory.id })
    const ban = { bannedAt: expect.any(String), until: '2099-01-31T00:00:00.000Z', reason: 'spam' }
    expect(await json('ban', 'list')).toEqual([expect.objectContaining({ id: mallory.id, ban })])
    expect(await admin('ban', 'list')).toMatch(/, banned until 2099-01-31T00:00:00\.000Z: spam$/)
    expect(await admin('audit', 'account_banned')).toContain(', until 2099-01-31T00:00:00.000Z, by the operator')
    expect(await json('unban', address)).toMatchObject({ ban: null })
    expect(await json('ban', 'list')).toEqual([])
  })
})

describe('npm run admin -- session', () => {
  it('lists the sessions of an account, ends one, and ends all', async () => {
    const eve = await app.person('eve')
    const address = `${eve.username}@example.com`
    const sessions = (await json('session', 'list', address)) as { id: string }[]
    expect(sessions).toHaveLength(1)
    const [newest] = sessions
    expect(Object.keys(newest ?? {}).sort()).toEqual(['createdAt', 'expiresAt', 'id', 'lastUsedAt', 'userAgent'])
    expect(await json('session', 'end', address, newest?.id ?? '')).toMatchObject({ sessionId: newest?.id })
    await expect(admin('session', 'end', address, 'nope')).rejects.toMatchObject({
      exitCode: 67,
      message: 'There is no session nope.',
    })
    expect(await admin('session', 'end', address)).toMatch(/^Every session of .* has ended\.$/)
    expect(await admin('session', 'list', address)).toBe('There are no sessions.')
    expect(await eve.codes('{ me { id } }')).toEqual(['UNAUTHENTICATED'])
  })
})

describe('npm run admin -- key', () => {
  it('creates, lists, changes and revokes the keys of an account', async () => {
    const made = (await json('key', 'create', email, '--name', 'report')) as { text: string; apiKey: { id: string } }
    const { id } = made.apiKey
    const opens = async () =>
      (await fetch(`${app.url}/v1/models`, { headers: { authorization: `Bearer ${made.text}` } })).status
    expect(await admin('key', 'list', email)).toMatch(
      /^\d+: pk-parley-\S+…, "report", for v1, never used, 0 messages today, 0 tokens this month$/,
    )
    expect(await opens()).toBe(200)
    expect(await json('key', 'list', email)).toEqual([
      expect.objectContaining({ id, name: 'report', models: null, lastUsedAt: expect.any(String) }),
    ])
    const limits = [
      '--scopes',
      'v1,api',
      '--models',
      'local,character/*',
      '--messages-per-day',
      '2',
      '--tokens-per-month',
      '500',
    ]
    expect(await admin('key', 'update', email, id, ...limits, '--until', '2099-01-31')).toMatch(
      /, "report" until 2099-01-31T00:00:00\.000Z, for v1 and api, last used \S+, 0 of 2 messages today, 0 of 500 tokens this month, only local,character\/\*$/,
    )
    const none = ['--models', 'all', '--messages-per-day', 'none', '--until', 'none']
    expect(await json('key', 'update', email, id, '--name', 'agent', ...none)).toMatchObject({
      ...{ id, name: 'agent', models: null, messagesPerDay: null, tokensPerMonth: 500, expiresAt: null },
      usage: { messages: { used: 0, limit: null }, tokens: { used: 0, limit: 500 } },
    })
    await expect(admin('key', 'update', email, id, '--models', 'nothing')).rejects.toMatchObject({
      exitCode: 65,
      message: expect.stringMatching(/^models: A model of a key is `local`/),
    })
    // as the page shows it
    expect(await admin('key', 'update', email, id, '--models', 'Local')).toMatch(/, only local$/)
    await expect(admin('key', 'update', email, id, '--scopes', 'root')).rejects.toMatchObject({ exitCode: 64 })
    await expect(admin('key', 'update', email, '999999', '--name', 'x')).rejects.toMatchObject({ exitCode: 67 })
    expect(await json('key', 'revoke', email, id)).toEqual({ account: account(), keyId: id })
    expect(await opens()).toBe(401)
    expect(await admin('key', 'list', email)).toBe('There are no API keys.')
    await expect(admin('key', 'revoke', email, id)).rejects.toThrow(`There is no key ${id}.`)
  })

  it.each(['0', '-1', '1.5', 'many'])('has no limit of %s', async (limit) => {
    await expect(admin('key', 'create', email, `--messages-per-day=${limit}`)).rejects.toMatchObject({
      exitCode: 64,
      message: expect.stringContaining('A limit is a whole number of at least 1, or none.'),
    })
  })
})

onDoor('npm run admin -- invitation', () => {
  it('creates, lists and revokes invitations', async () => {
    const options = [
      '--email',
      'New@example.com',
      '--membership',
      'VIP',
      '--until',
      new Date(Date.now() + 86_400_000).toISOString(),
    ]
    const created = await json('invitation', 'create', ...options)
    expect(created).toMatchObject({
      invitation: { email: 'New@example.com', role: 'USER', membership: 'VIP', maxUses: 1, uses: 0 },
      url: expect.stringMatching(/\/#\/sign-up\?invitation=[\w-]{32}$/),
    })
    expect(await admin('invitation', 'create', '--uses', '5')).toMatch(
      /^Invitation \d+: USER, BASIC, for any address, 0 of 5 used, until \S+, created \S+ by the operator\nLink, shown only once: http/,
    )
    const [first, second] = (await json('invitation', 'list')) as { id: string }[]
    for (const { id } of [first, second].filter((each) => each !== undefined))
      expect(await admin('invitation', 'revoke', id)).toBe(`Revoked invitation ${id}.`)
    expect(await admin('invitation', 'list')).toBe('There are no invitations.')
    await expect(admin('invitation', 'revoke', '1')).rejects.toMatchObject({ exitCode: 67 })
    await expect(admin('invitation', 'create', '--role', 'CHIEF')).rejects.toMatchObject({ exitCode: 64 })
  })

  it('says that an account is approved already', async () => {
    expect(await json('account', 'approve', email)).toMatchObject({ changed: false, account: { id: ada.id } })
  })

  it('says which link has made an account, and makes no set-up link while there is an administrator', async () => {
    const [{ register }] = registrationApis
    const use = async (...args: string[]) => {
      const made = (await json(...args)) as { url: string; invitation?: { id: string } }
      const address = newAddress()
      const invitationToken = made.url.split('invitation=')[1] ?? ''
      expect(await register(app, address, { invitationToken })).toBe('registered')
      return { address, id: made.invitation?.id ?? '' }
    }
    const { id } = await use('invitation', 'create')
    const newest = async () => (await admin('audit', 'account_created')).split('\n')[0]
    expect(await newest()).toMatch(new RegExp(`, role USER, membership BASIC, by invitation ${id}$`))
    await admin('invitation', 'revoke', id)
    const chief = await use('setup-link')
    expect(await newest()).toMatch(/, role ADMIN, membership BASIC, by the set-up link$/)
    await expect(admin('setup-link')).rejects.toThrow('There is an administrator already')
    await admin('account', 'delete', chief.address)
  })
})

onDoor('npm run admin -- audit', () => {
  it('lists the acts of commands, the newest first, or those with a text', async () => {
    await admin('membership', email, 'VIP')
    await admin('membership', email, 'BASIC')
    const of = `account ${ada.id} (${ada.username}), from`
    expect((await admin('audit', ada.username)).split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^\d{4}-.+Z MEMBERSHIP_CHANGED: /),
      expect.stringContaining(`${of} BASIC, to VIP, by the operator`),
    ])
    expect(await json('audit', 'membership_changed')).toContainEqual(
      expect.objectContaining({ action: 'MEMBERSHIP_CHANGED', actorKind: 'OPERATOR', targetLabel: ada.username }),
    )
    expect(await admin('audit', 'nothing like it')).toBe('No entries match.')
  })
})

onDoor('npm run admin -- settings', () => {
  it('lists and changes the settings that can change, until they are unset', async () => {
    expect(await admin('settings')).toBe(
      [
        'REGISTRATION=open (default)',
        'REGISTRATION_BY_PROVIDER=open (default)',
        'REGISTRATION_DOMAINS= (default)',
        'GUEST_ROOMS=true (default)',
        'SIGN_IN_REQUIRED=false (default)',
        'SHARE_LINKS=false (default)',
        'INSTALLATION_NAME=Parley (default)',
        'INSTALLATION_LOGO= (default)',
        'ACCENT_COLOR= (default)',
        'TERMS_URL= (default)',
        'PRIVACY_URL= (default)',
        'HELP_URL= (default)',
        'INSTALLATION_NOTICE= (default)',
        'PASSWORD_SIGN_IN=true (default)',
        'ADMIN_SECOND_FACTOR=optional (default)',
        'model Local: label "Local" (default), BASIC can use it (default), VIP can use it (default)',
      ].join('\n'),
    )
    const decided = { model: 'Local', label: 'House', memberships: ['VIP' as const] }
    await app.app.product.modelDecisions.set({ kind: 'service' }, decided)
    expect(await admin('settings')).toMatch(
      /model Local: label "House" \(database\), BASIC cannot use it \(database\), VIP can use it \(default\) since \d/,
    )
    expect(await json('settings')).toMatchObject({ models: [{ model: 'Local', offered: true, label: 'House' }] })
    await app.app.product.modelDecisions.set({ kind: 'service' }, { model: 'Local', label: null, memberships: null })
    expect(await admin('settings', 'set', 'REGISTRATION', 'closed')).toMatch(/^REGISTRATION=closed \(database since \d/)
    expect(await json('settings', 'unset', 'REGISTRATION')).toEqual({
      ...{ name: 'REGISTRATION', value: 'open', source: 'DEFAULT', changedAt: null, fault: null },
    })
    await expect(admin('settings', 'set', 'REGISTRATION', 'shut')).rejects.toMatchObject({
      exitCode: 65,
      message: expect.stringContaining('REGISTRATION must be one of open, invite, approval, closed'),
    })
    await expect(admin('settings', 'set', 'REGISTRATION_DOMAINS', 'corp.example,http://x')).rejects.toMatchObject({
      message: 'REGISTRATION_DOMAINS must be domains such as corp.example, separated by commas; number 2 is none',
    })
    const required = () => admin('settings', 'set', 'ADMIN_SECOND_FACTOR', 'required')
    expect(await required()).toMatch(/\nWarning: no administrator has a second factor\./)
    const last = await app.admin()
    const { startTotp } = await last.data('mutation { startTotp { challenge secret } }')
    const { challenge, secret } = startTotp as { challenge: string; secret: string }
    const input = { challenge, code: codeOf(secret, Date.now()), name: 'phone' }
    await last.data('mutation ($input: AddTotpInput!) { addTotp(input: $input) { factor { id } } }', { input })
    expect(await required()).not.toContain('Warning')
    await admin('settings', 'unset', 'ADMIN_SECOND_FACTOR')
    const { body } = await last.rest('GET', '/api/users/profile')
    await admin('account', 'delete', at(body, 'email'))
    await expect(admin('settings', 'set', 'API_LINE', '0.1')).rejects.toMatchObject({ exitCode: 64 })
  })
})

onDoor('npm run admin -- queue', () => {
  const stateOf = async (id: string) => {
    const query = 'query ($id: ID!) { generation(id: $id) { status position queueReason estimatedStartAt } }'
    return (await ada.data(query, { id }))['generation']
  }
  const waits = (id: string) =>
    until('it waits because of the pause', async () => at(await stateOf(id), 'queueReason') === 'PAUSED')
  const runs = (id: string) => until('it runs', async () => at(await stateOf(id), 'status') === 'RUNNING')
  const health = async (): Promise<unknown> => (await fetch(`${app.url}/health/ready`)).json()

  it('pauses a kind: running replies go on, later ones wait, and the health of the server has a warning', async () => {
    const running = await ada.say(await ada.room())
    await runs(running)
    expect(await json('queue', 'pause', 'office')).toEqual([
      { kind: 'OFFICE', paused: true, waiting: 0, workers: [expect.objectContaining({ state: 'READY', running: 1 })] },
    ])
    const waiting = await ada.say(await ada.room())
    await waits(waiting)
    expect(await stateOf(waiting)).toMatchObject({ status: 'QUEUED', position: 1, estimatedStartAt: null })
    const other = await ada.say(await ada.room('chat'))
    await runs(other)
    const warning: unknown = expect.stringContaining('The queue of office is paused')
    await until('the health has the warning', async () => JSON.stringify(await health()).includes('office is paused'))
    expect(await health()).toEqual({ status: 'ready', warnings: [warning] })

    const lines = (await admin('queue', 'list')).split('\n')
    expect(lines).toEqual([
      'office: paused, 1 waiting; READY, 1 of 1 running',
      'character: 0 waiting; READY, 1 of 1 running',
      expect.stringMatching(new RegExp(`^${running}: office, RUNNING, of `)),
      expect.stringMatching(new RegExp(`^${waiting}: office, QUEUED at 1 \\(PAUSED\\), of `)),
      expect.stringMatching(new RegExp(`^${other}: character, RUNNING, of `)),
      '3 replies are waiting or running.',
    ])

    let isDrained = false
    const drained = json('queue', 'drain').then((queues) => {
      isDrained = true
      return queues
    })
    expect(await json('queue', 'cancel', running)).toEqual({ id: running })
    expect(isDrained).toBe(false)
    await admin('queue', 'cancel', other)
    expect(await drained).toMatchObject([
      { kind: 'OFFICE', paused: true, waiting: 1 },
      { kind: 'CHARACTER', paused: true },
    ])
    expect(await stateOf(waiting)).toMatchObject({ status: 'QUEUED' })
    expect(await json('queue', 'resume')).toMatchObject([{ paused: false }, { paused: false }])
    await runs(waiting)
    await until('the warning ends', async () => !JSON.stringify(await health()).includes('paused'))
    await admin('queue', 'cancel', waiting)
    await expect(admin('queue', 'cancel', waiting)).rejects.toThrow(`There is no waiting or running reply ${waiting}.`)
  })

  it.each([[['pause', 'all']], [['resume', 'office', 'character']], [['cancel']], [['stop']]])(
    'is not %j',
    async (args) => {
      await expect(admin('queue', ...args)).rejects.toMatchObject({ exitCode: 64 })
    },
  )
})
