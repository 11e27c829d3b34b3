import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readOperatorConfig } from '../../src/config/operator-config.js'
import { operatorSocket } from '../../src/config/data-folder/operator-socket.js'
import { UserTable } from '../../src/database/tables/users.js'
import { Refusal } from '../../tools/operator/command.js'
import { readAdminCommand, runAdminCommand, type AdminCommand } from '../../tools/operator/admin-command.js'
import { throughDoor } from '../../tools/operator/door.js'
import { proved } from '../support/accounts/proved.js'
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app/app.js'
import { at, Person } from '../support/app/person.js'
import { Processes } from '../support/app/processes.js'

const processes = await Processes.create()
afterAll(() => processes.close())

const adminEmails = 'listed@example.com'
const query = '{ userStats { totalUsers } }'

const openApp = (options: TestAppOptions = {}) =>
  createTestApp({ roles: 'app,admin', env: { ADMIN_EMAILS: adminEmails }, ...options })

/** Runs the command line with the environment of the server. */
async function command(
  { dataDir, databaseUrl, mongodbUrl }: Pick<TestApp, 'dataDir' | 'databaseUrl' | 'mongodbUrl'>,
  act: AdminCommand,
  env: Readonly<Record<string, string>> = {},
) {
  const stores = {
    DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(mongodbUrl === undefined ? {} : { MONGODB_URL: mongodbUrl }),
  }
  const config = readOperatorConfig({ ...stores, ADMIN_EMAILS: adminEmails, ...env })
  try {
    return { code: 0, said: await throughDoor(config, (ask) => runAdminCommand(act, ask)) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.exitCode, said: error.message }
  }
}

const signIn = async (url: string, email: string, password: string) => {
  const { body } = await new Person(url).rest('POST', '/api/users/login', { email, password })
  return new Person(url, '', '', at(body, 'token'))
}

describe('npm run admin', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app.close())

  it('reports that there is no administrator', async () => {
    expect(await command(app, { verb: 'list' })).toEqual({ code: 0, said: 'There are no administrators.' })
  })

  it('creates an administrator, with a password that it shows once', async () => {
    const { code, said } = await command(app, { verb: 'create', email: 'root@example.com', username: 'root' })
    expect(code).toBe(0)
    expect(said).toMatch(/^root@example\.com \(root, account \d+\) was created and is an administrator\.\nPassword/)
    const root = await signIn(app.url, 'root@example.com', /: (\S+)$/.exec(said)?.[1] ?? '')
    expect(await root.codes(query)).toEqual([])
  })

  it('creates one with a given password, and does not repeat the password', async () => {
    const password = 'a long enough password'
    const made = await command(app, { verb: 'create', email: 'own@example.com', username: 'own', password })
    expect(made.said).not.toContain(password)
    expect(await (await signIn(app.url, 'own@example.com', password)).codes(query)).toEqual([])
  })

  it.each([
    ['an address that somebody has', { email: 'ROOT@example.com', username: 'other' }, 'This e-mail address is taken'],
    ['a name that somebody has', { email: 'o@example.com', username: 'Root' }, 'This username is taken'],
    ['what is no address', { email: 'root', username: 'other' }, 'email: Not a valid e-mail address'],
    ['a short password', { email: 'o@example.com', username: 'other', password: 'hush' }, /^password: .* at least 8/],
  ])('refuses %s', async (_what, input, sentence) => {
    const { code, said } = await command(app, { verb: 'create', ...input })
    expect(code).toBe(65)
    if (typeof sentence === 'string') expect(said).toBe(sentence)
    else expect(said).toMatch(sentence)
    expect(said).not.toContain('hush')
  })

  it('grants and revokes the role from the next operation on, on open sockets too', async () => {
    const ada = await app.person('ada')
    const email = `${ada.username}@example.com`
    const socket = ada.socket()
    const overSocket = async () => {
      const { value } = (await socket.iterate({ query }).next()) as { value: { errors?: unknown } }
      return value.errors ? 'refused' : 'answered'
    }
    try {
      expect(await overSocket()).toBe('refused')
      const granted = await command(app, { verb: 'grant', email: email.toUpperCase() })
      expect(granted.said).toContain('is now an administrator.\nThe address is not verified')
      expect(await overSocket()).toBe('answered')
      expect((await command(app, { verb: 'grant', email })).said).toContain('was already an administrator')
      expect((await command(app, { verb: 'revoke', email })).said).toMatch(/is no longer an administrator\.$/)
      expect(await overSocket()).toBe('refused')
      expect(await ada.codes(query)).toEqual(['FORBIDDEN'])
      expect((await command(app, { verb: 'revoke', email })).said).toMatch(/was not an administrator\.$/)
    } finally {
      await socket.dispose()
    }
  })

  it('finds an account whose address was accepted by an earlier rule', async () => {
    const { id } = await app.person('olga')
    const email = 'ol..ga@b.c/'
    await app.app.database.write((db) => db.update(UserTable, { id: Number(id) }, { email, emailKey: email }))
    expect((await command(app, { verb: 'grant', email })).said).toContain('is now an administrator.')
    expect((await command(app, { verb: 'revoke', email })).said).toMatch(/is no longer an administrator\.$/)
  })

  it('lists all administrators, with the reason of their role', async () => {
    const listed = await Person.register(app.url, 'listed')
    expect((await command(app, { verb: 'list' })).said.split('\n')).toEqual([
      expect.stringMatching(/^root@example\.com \(root, account \d+\): granted$/),
      expect.stringMatching(/^own@example\.com \(own, account \d+\): granted$/),
      `listed@example.com (listed, account ${listed.id}): in ADMIN_EMAILS, which counts once the address is verified`,
    ])
    await app.app.database.write((db) => db.update(UserTable, { id: Number(listed.id) }, { emailVerified: true }))
    expect((await command(app, { verb: 'list' })).said).toMatch(
      /: in ADMIN_EMAILS, which counts after a password reset/,
    )
    await app.app.database.write((db) => db.update(UserTable, { id: Number(listed.id) }, proved))
    expect((await command(app, { verb: 'list' })).said).toMatch(/: in ADMIN_EMAILS$/)
    const { said } = await command(app, { verb: 'revoke', email: 'listed@example.com' })
    expect(said).toContain('stays an administrator: ADMIN_EMAILS has the address')
  })

  it('reports that no account has an address', async () => {
    for (const verb of ['grant', 'revoke'] as const)
      expect(await command(app, { verb, email: 'nobody@example.com' })).toEqual({
        code: 67,
        said: 'There is no account with the address nobody@example.com.',
      })
  })

  it('works on a stopped server too, and warns when it revokes the last administrator', async () => {
    await app.stop()
    const env = { ADMIN_EMAILS: 'nobody@else.example' }
    const revoke = (email: string) => command(app, { verb: 'revoke', email }, env)
    expect((await revoke('own@example.com')).said).toMatch(/is no longer an administrator\.$/)
    expect((await revoke('root@example.com')).said).toContain('\nNo administrators are left')
    expect((await command(app, { verb: 'list' }, env)).said).toBe('There are no administrators.')
    await command(app, { verb: 'grant', email: 'own@example.com' })
    app = await openApp({ dataDir: app.dataDir, databaseUrl: app.databaseUrl })
    const own = await signIn(app.url, 'own@example.com', 'a long enough password')
    expect(await own.codes(query)).toEqual([])
  })
})

describe('the operator socket', () => {
  const onSqlite = processes.databaseUrl === undefined ? it : it.skip
  const modeOf = (path: string) => statSync(path).mode & 0o777

  it('is not on a port', async () => {
    const app = await openApp()
    for (const person of [app.stranger(), app.adminService()]) {
      const body = { query: '{ admins { isAdmin } }' }
      expect(JSON.stringify((await person.rest('POST', '/graphql', body)).body)).not.toContain('isAdmin":')
    }
    await app.close()
  })

  onSqlite('is open to nobody but the owner of the folder, and gone when the server is', async () => {
    const app = await openApp()
    const socket = operatorSocket(app.dataDir)
    expect(modeOf(socket)).toBe(0o600)
    expect(modeOf(join(socket, '..'))).toBe(0o700)
    await app.stop()
    expect(existsSync(socket)).toBe(false)
    await app.close()
  })

  onSqlite('takes the place of what a killed server left', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'))
    mkdirSync(join(dataDir, 'operator'), { mode: 0o755 })
    const leave = `require('node:net').createServer().listen(${JSON.stringify(operatorSocket(dataDir))}, () => process.kill(process.pid, 'SIGKILL'))`
    spawnSync(process.execPath, ['-e', leave])
    expect(existsSync(operatorSocket(dataDir))).toBe(true)
    const app = await openApp({ dataDir })
    expect((await command(app, { verb: 'list' })).said).toBe('There are no administrators.')
    expect(modeOf(join(dataDir, 'operator'))).toBe(0o700)
    await app.stop()
    // commands and starts ignore a stale socket file
    writeFileSync(operatorSocket(dataDir), '')
    expect((await command(app, { verb: 'list' })).said).toBe('There are no administrators.')
    await app.close()
  })

  onSqlite(
    'is reached where its path is longer than a socket can have, by links that are gone afterwards',
    async () => {
      const above = mkdtempSync(join(tmpdir(), 'parley-test-'))
      const dataDir = join(above, 'deep'.repeat(25), 'deeper'.repeat(30))
      const links = () => readdirSync(tmpdir()).filter((name) => /^parley-.{6}$/.test(name)).length
      const linksBefore = links()
      const app = await openApp({ dataDir })
      expect(modeOf(operatorSocket(dataDir))).toBe(0o600)
      const made = await command(app, {
        verb: 'create',
        email: 'deep@example.com',
        username: 'deep',
        password: 'long enough',
      })
      expect(made).toMatchObject({
        code: 0,
        said: expect.stringMatching(/^deep@example\.com .* is an administrator\.$/),
      })
      expect(await (await signIn(app.url, 'deep@example.com', 'long enough')).codes(query)).toEqual([])
      await app.stop()
      expect(existsSync(operatorSocket(dataDir))).toBe(false)
      expect((await command(app, { verb: 'list' })).said).toMatch(/^deep@example\.com /)
      expect(links()).toBe(linksBefore)
      await app.close()
      rmSync(above, { recursive: true })
    },
  )

  onSqlite('is not looked for in a folder without a database, as a server on PostgreSQL uses it', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'))
    mkdirSync(join(dataDir, 'images'))
    const advice = 'Set DATA_DIR to the data folder of the server, or DATABASE_URL if its database is PostgreSQL.'
    for (const act of [{ verb: 'list' }, { verb: 'create', email: 'a@b.example', username: 'a' }] as const) {
      const refused = await command({ dataDir, databaseUrl: undefined, mongodbUrl: undefined }, act)
      expect(refused).toEqual({ code: 66, said: `There is no database in ${dataDir}. ${advice}` })
    }
    rmSync(dataDir, { recursive: true })
  })

  onSqlite('is waited for while a server starts', async () => {
    const app = await openApp()
    const socket = operatorSocket(app.dataDir)
    rmSync(socket)
    const listed = command(app, { verb: 'list' })
    const late = createServer((connection) => {
      connection.once('data', () =>
        connection.end('HTTP/1.1 200 OK\r\nContent-Length: 22\r\nConnection: close\r\n\r\n{"data":{"admins":[]}}'),
      )
    })
    await new Promise<void>((resolve) => late.listen(socket, resolve))
    expect((await listed).said).toBe('There are no administrators.')
    await new Promise((resolve) => late.close(resolve))
    await app.close()
  })
})

describe('the command line', () => {
  const read = (args: string[], input = '') => readAdminCommand(args, () => Promise.resolve(input))
  const create = { verb: 'create', email: 'ada@b.example' }

  it.each([
    [['list'], { verb: 'list' }],
    [['grant', 'ada@b.example'], { verb: 'grant', email: 'ada@b.example' }],
    [['create', 'ada@b.example'], create],
    [['create', 'ada@b.example', '--username', 'root'], { ...create, username: 'root' }],
    [['create', '--password-stdin', 'ada@b.example'], { ...create, password: ' a b ' }],
  ])('reads %j', async (args, command) => {
    expect(await read(args, ' a b \n')).toEqual(command)
  })

  it.each([
    [[]],
    [['grant']],
    [['make', 'ada@b.example']],
    [['list', 'ada@b.example']],
    [['revoke', 'ada@b.example', 'bob@b.example']],
    [['grant', 'ada@b.example', '--username', 'ada']],
    [['create', 'ada@b.example', '--password', 'x']],
  ])('says how it is used instead of %j', async (args) => {
    const usage: unknown = expect.stringMatching(/^npm run admin -- /)
    await expect(read(args)).rejects.toMatchObject({ exitCode: 64, message: usage })
  })

  it('reads a password, derives the username from the address, and creates missing stores', async () => {
    const args = ['create', 'grace@a.example', '--password-stdin']
    const made = await processes.run('tools/admin.ts', { args, input: 'typed by nobody\n' })
    expect(made.code).toBe(0)
    expect(made.output).toMatch(/^grace@a\.example \(grace, account \d+\) was created and is an administrator\.\n$/)
    // the command may run as another user than the server
    expect(existsSync(join(processes.dataDir, 'images'))).toBe(false)
    const server = await processes.start()
    const grace = await signIn(server.url, 'grace@a.example', 'typed by nobody')
    expect(await grace.codes(query)).toEqual([])
    expect((await command(processes, { verb: 'revoke', email: 'grace@a.example' })).code).toBe(0)
    expect(await grace.codes(query)).toEqual(['FORBIDDEN'])

    const alone = { ROLES: 'admin', ADMIN_PORT: '0' }
    if (processes.databaseUrl === undefined) {
      const { code, output } = await processes.run('main/main.ts', { env: { ...alone, LOG_LEVEL: 'error' } })
      expect(code).toBe(78)
      expect(JSON.parse(output)).toMatchObject({
        faults: [
          `DATA_DIR: another Parley process is using ${processes.dataDir}`,
          'ROLES: on the embedded stores one process runs app, chatlog, admin; apart they need DATABASE_URL',
        ],
      })
    } else {
      const dashboard = await processes.start(alone)
      const stats = await fetch(`http://127.0.0.1:${String(dashboard.ports['admin'])}/api/admin/users/stats`)
      expect(await stats.json()).toMatchObject({ totalUsers: 1 })
      expect(await dashboard.stop('SIGTERM')).toBe(0)
    }
    expect(await server.stop('SIGTERM')).toBe(0)
  })
})
