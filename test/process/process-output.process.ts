import { once } from 'node:events'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { portNames } from '../../src/config/ports.js'
import { allRoles } from '../../src/config/roles.js'
import { freePort } from '../support/app/free-port.js'
import { Processes } from '../support/app/processes.js'
import { valueIn } from '../support/app/value-in.js'

interface LogLine {
  readonly level: string
  readonly name: string
  readonly [field: string]: unknown
}

const everyPort = {
  ...{ APP_PORT: '0', CHATLOG_PORT: '0', ADMIN_PORT: '0', AI_GATEWAY_PORT: '0', AI_OFFICE_PORT: '0' },
  ...{ AI_CHARACTER_PORT: '0', ROLES: 'app,chatlog,admin,gateway,office,character' },
}

/** Code that runs first in the process and in its workers. */
const preload = (code: string) => ({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` })

/** Throws unless every line is JSON. */
function linesOf(output: string): LogLine[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LogLine)
}

let processes: Processes
beforeAll(async () => {
  processes = await Processes.create({ embedded: true })
})
afterAll(() => processes.close())

const runMain = (env: Record<string, string>) => processes.run('main/main.ts', { env })

describe('the output of a server', () => {
  it('is JSON line by line, including its workers, with its start, its addresses, its drain and its stop', async () => {
    const server = await processes.start({ ...everyPort, APP_PROT: '8099' })
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
    await until('it says that there is no administrator', async () => server.output().includes('administrator.missing'))
    expect(await server.stop('SIGTERM')).toBe(0)
    const lines = linesOf(server.output())
    const own = lines.filter(({ kind }) => kind === undefined)
    expect(own[0]).toMatchObject({ level: 'info', name: 'starting', version: '0.1.0', node: process.version })
    expect(own).toContainEqual(
      expect.objectContaining({ level: 'warn', name: 'setting.ignored', setting: 'APP_PROT', meant: 'APP_PORT' }),
    )
    const advice: unknown = expect.stringMatching(/^npm run admin -- (?:setup-link|create EMAIL)$/)
    expect(own).toContainEqual(expect.objectContaining({ level: 'info', name: 'administrator.missing', advice }))
    expect(own.find(({ name }) => name === 'ready')).toMatchObject({
      addresses: Object.fromEntries(
        Object.entries(server.ports).map(([name, port]) => [name, `http://127.0.0.1:${String(port)}`]),
      ),
    })
    const end = ['draining', 'stopped']
    expect(own.filter(({ name }) => end.includes(name))).toMatchObject([{ signal: 'SIGTERM' }, { name: 'stopped' }])
    for (const worker of ['office', 'character']) {
      const events = lines.filter(({ kind, workerPid }) => kind === worker && workerPid === undefined)
      expect(events.map(({ name }) => name)).toEqual(expect.arrayContaining(['starting', ...end]))
    }
    expect(server.output()).not.toContain('To get started')
  })

  it.each(['app', 'office'])('may lose its reader: the role %s still stops on a signal', async (ROLES) => {
    const { child, ended, seen } = processes.launch('main/main.ts', { env: { ...everyPort, ROLES } })
    await seen(/"name":"ready"/)
    child.stdout?.destroy()
    child.kill('SIGTERM')
    expect(await ended).not.toBeNull()
  })

  it('may be on a full disk: the server goes on, stops in order, and its exit code is 0', async () => {
    const [APP_PORT, METRICS_PORT] = [String(await freePort()), String(await freePort())]
    const full = openSync('/dev/full', 'w')
    const { child, ended } = processes.launch('main/main.ts', { env: { APP_PORT, METRICS_PORT }, stdout: full })
    closeSync(full)
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${APP_PORT}${path}`)).status
    await until(
      'the server serves',
      () => statusOf('/health/ready').catch(() => 0),
      (status) => status === 200,
    )
    for (let n = 0; n < 30; n += 1) expect(await statusOf('/api/nothing')).toBe(404)
    const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
    expect(valueIn(metrics, 'parley_log_lines_dropped_total')).toBeGreaterThanOrEqual(30)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it.each([
    ['true', () => 'To become the administrator, open this link within 24 hours: http://'],
    ['false', (url: string) => `To get started:\n  curl ${url}/graphql `],
  ])('also has text on a terminal: the addresses and a first step (CHAT_PAGE=%s)', async (chatPage, firstStep) => {
    const terminal = preload('process.stdout.isTTY = true')
    const env = { ...terminal, ...everyPort, ROLES: 'app,office', LOCAL_MODEL: '', CHAT_PAGE: chatPage }
    const { seen, ended, child, output } = processes.launch('main/main.ts', { env })
    const url = await seen(/\n {2}GraphQL {5}(http:\/\/127\.0\.0\.1:\d+)\/graphql /)
    child.kill('SIGTERM')
    await ended
    expect(output()).toContain(firstStep(url))
    expect(output()).toContain('model answers. To use a real model: LOCAL_MODEL=/path/to/model.gguf npm start')
    expect((await runMain({ ...terminal, APP_PORT: 'x' })).output).toMatch(/^APP_PORT: must be /)
  })

  it('is JSON for a warning of Node.js too', async () => {
    const env = preload("process.on('SIGUSR2', () => process.emitWarning('odd', 'OddWarning'))")
    const { child, seen, ended, output } = processes.launch('main/main.ts', { env })
    await seen(/"name":"ready"/)
    child.kill('SIGUSR2')
    await seen(/"name":"process.warned"/)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(linesOf(output())).toContainEqual(
      expect.objectContaining({ name: 'process.warned', err: expect.objectContaining({ message: 'odd' }) }),
    )
  })

  it('is JSON for an uncaught error too, and the exit code is 1', async () => {
    const env = preload("process.on('SIGUSR2', () => { throw new Error('odd') })")
    const { child, seen, ended, output } = processes.launch('main/main.ts', { env })
    await seen(/"name":"ready"/)
    child.kill('SIGUSR2')
    expect(await ended).toBe(1)
    // the start logs on after it is ready
    expect(linesOf(output())).toContainEqual(
      expect.objectContaining({ name: 'exception.uncaught', err: expect.objectContaining({ message: 'odd' }) }),
    )
  })
})

describe('a process that does not start', () => {
  it('reports all faults of its configuration in one line of JSON', async () => {
    const { code, output } = await runMain({ APP_PORT: 'x', LOG_LEVEL: 'loud' })
    expect(code).toBe(78)
    expect(linesOf(output)).toMatchObject([
      {
        level: 'error',
        name: 'start.failed',
        faults: [expect.stringMatching(/^APP_PORT: /), expect.stringMatching(/^LOG_LEVEL: /)],
      },
    ])
  })

  it('reports in the same line what its settings name and cannot be used: data folder, model and certificate', async () => {
    const file = join(processes.dataDir, 'a-file')
    writeFileSync(file, '')
    const tls = { AI_TLS_PORT: '0', TLS_CERT_FILE: file, TLS_KEY_FILE: join(file, 'key') }
    const env = {
      ...tls,
      ROLES: 'app,gateway',
      APP_PORT: 'x',
      DATA_DIR: join(file, 'data'),
      LOCAL_MODEL: join(file, 'm'),
    }
    const { code, output } = await runMain(env)
    expect(code).toBe(78)
    const [{ faults } = {}] = linesOf(output) as { readonly faults?: readonly string[] }[]
    expect(faults?.map((fault) => fault.split(':')[0])).toEqual([
      ...['APP_PORT', 'LOCAL_MODEL', 'TLS_CERT_FILE', 'TLS_KEY_FILE', 'DATA_DIR'],
    ])
    expect(faults?.at(-1)).toBe(`DATA_DIR: the folder ${join(file, 'data')} cannot be made: ${file} is not a folder`)
    const ofFile = await runMain({ DATA_DIR: file })
    expect(ofFile.code).toBe(78)
    expect(linesOf(ofFile.output)).toMatchObject([{ faults: [`DATA_DIR: ${file} is not a folder`] }])
  })

  it('reports a data folder below a folder that this user may not enter as one that cannot be reached', async () => {
    const closed = join(processes.dataDir, 'closed')
    const dataDir = join(closed, 'data')
    mkdirSync(dataDir, { recursive: true })
    const options = { env: { DATA_DIR: dataDir }, obeysModes: true }
    try {
      for (const [mode, verb] of [[0o600, 'reached'] as const, [0o500, 'made'] as const]) {
        chmodSync(closed, mode)
        const { code, output } = await processes.run('main/main.ts', options)
        expect(code).toBe(78)
        const fault = `DATA_DIR: the folder ${dataDir} cannot be ${verb} (EACCES)`
        expect(linesOf(output)).toMatchObject([{ faults: [fault] }])
        chmodSync(closed, 0o700)
        rmSync(dataDir, { recursive: true, force: true })
      }
    } finally {
      chmodSync(closed, 0o700)
    }
  })

  it.each([
    [allRoles, 'separate', Object.values(portNames)],
    [allRoles, 'shared', Object.values(portNames)],
    [['app', 'chatlog', 'admin'], 'separate', ['APP_PORT', 'ADMIN_PORT']],
    [['office', 'character'], 'shared', ['AI_OFFICE_PORT', 'AI_CHARACTER_PORT', 'METRICS_PORT']],
    [['office'], 'separate', ['AI_OFFICE_PORT', 'METRICS_PORT']],
  ])('names every port that is taken, with its number: ROLES=%s WORKERS=%s', async (roles, WORKERS, settings) => {
    const holders = settings.map(() => createServer())
    for (const holder of holders) await once(holder.listen(0, '127.0.0.1'), 'listening')
    const numbers = holders.map((holder) => String((holder.address() as AddressInfo).port))
    const tls = { TLS_CERT_FILE: 'test/fixtures/tls/first-cert.pem', TLS_KEY_FILE: 'test/fixtures/tls/first-key.pem' }
    const env = {
      ...everyPort,
      ...tls,
      WORKERS,
      LOG_LEVEL: 'silent',
      ...Object.fromEntries(settings.map((name, n) => [name, numbers[n]])),
    }
    const { code, output } = await runMain({ ...env, ROLES: roles.join(',') })
    for (const holder of holders) holder.close()
    expect(code).toBe(78)
    const faults = settings.map((name, n) => `${name}: another program listens on port ${numbers[n] ?? ''}`)
    expect(linesOf(output)).toMatchObject([{ name: 'start.failed', faults }])
  })

  it('reads its settings from a file, and names the line that cannot be read, as commands do', async () => {
    const file = join(processes.dataDir, 'settings.env')
    writeFileSync(file, '# a comment\nAPP_PORT=x\nLOG_LEVEL="loud"\n')
    const { code, output } = await runMain({ ENV_FILE: file, APP_PORT: '0' })
    expect(code).toBe(78)
    expect(linesOf(output)).toMatchObject([{ faults: [expect.stringMatching(/^LOG_LEVEL: must be one of/)] }])
    writeFileSync(file, 'APP_PORT=0\nsecret\n')
    const fault = `${file}: line 2 is not NAME=value, or its quotes do not end`
    expect(linesOf((await runMain({ ENV_FILE: file })).output)).toMatchObject([{ faults: [fault] }])
    for (const command of ['admin', 'doctor', 'backup', 'upgrade-check', 'seed'])
      expect(
        await processes.run(`tools/${command}.ts`, {
          env: { ENV_FILE: file },
          args: command === 'admin' ? ['list'] : [],
        }),
      ).toEqual({ code: 78, output: `${fault}\n` })
  })

  it.each([
    ['203.0.113.7', 'is an address that this machine does not have'],
    ['fe80::1', 'is an address that cannot be listened at'],
  ])('names HOST and its value %s, which cannot be listened at', async (host, fault) => {
    const { code, output } = await runMain({ HOST: host, LOG_LEVEL: 'silent' })
    expect(code).toBe(78)
    expect(linesOf(output)).toMatchObject([{ faults: [`HOST: ${host} ${fault}`] }])
  })

  it('names INTERNAL_HOST and its value for a listener of that address', async () => {
    const env = { INTERNAL_HOST: '203.0.113.7', SERVICE_TOKEN: 't'.repeat(32), ROLES: 'app,chatlog', CHATLOG_PORT: '0' }
    const { code, output } = await runMain({ ...env, LOG_LEVEL: 'silent' })
    expect(code).toBe(78)
    const fault = 'INTERNAL_HOST: 203.0.113.7 is an address that this machine does not have'
    expect(linesOf(output)).toMatchObject([{ faults: [fault] }])
  })

  it.each([
    ['DATABASE_URL', 'postgres://me:hunter2@127.0.0.1:1/chats', 'The database at 127.0.0.1:1 cannot be reached'],
    ['DATABASE_URL', 'postgres://me:hunter2@[::1]:1/chats', 'The database at [::1]:1 cannot be reached'],
    [
      'DATABASE_URL',
      'postgres:///chats?host=/no/such/folder&user=me&password=hunter2',
      'The database at /no/such/folder cannot be reached',
    ],
    [
      'MONGODB_URL',
      'mongodb://me:hunter2@127.0.0.1:1,127.0.0.1:2/chats',
      'The chat-log database at 127.0.0.1:1, 127.0.0.1:2 cannot be reached',
    ],
  ])('names where the database is that %s=%s asks for, and no password', async (name, value, sentence) => {
    const { code, output } = await runMain({ [name]: value, LOG_LEVEL: 'silent' })
    expect(code).toBe(1)
    expect(linesOf(output)).toMatchObject([{ subject: 'Parley', err: { message: expect.stringContaining(sentence) } }])
    expect(output).not.toContain('hunter2')
    const command = await processes.run('tools/admin.ts', { args: ['list'], env: { [name]: value } })
    expect(command).toEqual({ code: 69, output: `${sentence}.\n` })
  })

  it('names the file and the operation of a trusted document that does not fit the schema', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'parley-trusted-')), 'faulty.json')
    writeFileSync(file, JSON.stringify({ a: 'query Good { me { id } }', b: 'query Bad { me { nothing } }' }))
    const { code, output } = await runMain({ TRUSTED_DOCUMENTS: file, LOG_LEVEL: 'silent' })
    rmSync(dirname(file), { recursive: true })
    expect(code).toBe(78)
    const fault = `TRUSTED_DOCUMENTS: ${file}, Bad cannot be run: Cannot query field "nothing" on type "Account".`
    expect(linesOf(output)).toMatchObject([{ faults: [fault] }])
  })

  it('reports in JSON why the model of a worker cannot be loaded', async () => {
    const { code, output } = await runMain({ ...everyPort, LOCAL_MODEL: '/no/such.gguf', ROLES: 'office' })
    expect(code).toBe(78)
    expect(linesOf(output).find(({ name }) => name === 'start.failed')).toMatchObject({
      faults: [expect.stringMatching(/^LOCAL_MODEL: /)],
    })
  })
})

describe('a Node.js that is too old', () => {
  const programs = ['main', 'tools'].flatMap((folder) =>
    readdirSync(join('dist', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => join('dist', folder, name)),
  )

  it.each(programs)('ends %s with one sentence, before it reads more than that file', (program) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-old-'))
    for (const path of [program, 'tools/require-node.cjs', 'package.json']) cpSync(path, join(folder, path))
    const { NODE_OPTIONS: option } = preload("Object.defineProperty(process, 'version', { value: 'v18.20.8' })")
    const run = spawnSync(process.execPath, [option, program], { cwd: folder, encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect(run).toMatchObject({
      status: 78,
      stdout: '',
      stderr: expect.stringMatching(/^Parley needs Node\.js [^\n]+; this is 18\.20\.8\.\n$/),
    })
  })

  it('is looked for by the server and by all commands', () => {
    const commands = ['admin', 'backup', 'doctor', 'migrate-store/main', 'seed', 'upgrade-check', 'use-gpu']
    expect(programs.sort()).toEqual(['dist/main/main.js', ...commands.map((name) => `dist/tools/${name}.js`)])
  })
})

describe('the commands of operators', () => {
  let processes: Processes
  beforeAll(async () => {
    processes = await Processes.create({ embedded: true })
  })
  afterAll(() => processes.close())

  it.each(['admin', 'backup', 'doctor', 'migrate-store/main', 'seed', 'upgrade-check', 'use-gpu'])(
    'print their usage for --help, refuse an unknown option and write nothing: %s',
    async (name) => {
      const run = (...args: string[]) => processes.run(`tools/${name}.ts`, { args })
      const usage = `npm run ${name.replace('/main', '')}`
      expect(await run('--help')).toEqual({ code: 0, output: expect.stringMatching(`^${usage}`) })
      const refused = `^${usage}[^]*\nUnknown option '--no-such-option'\n$`
      expect(await run('--no-such-option')).toEqual({ code: 64, output: expect.stringMatching(refused) })
      expect(readdirSync(processes.dataDir)).toEqual([])
      for (const folder of ['--help', '--no-such-option']) expect(existsSync(folder)).toBe(false)
    },
  )

  it('do not wait for ever for a server that is stopped by a signal', async () => {
    const server = await processes.start()
    process.kill(server.pid, 'SIGSTOP')
    const { code, output } = await processes.run('tools/admin.ts', { args: ['list'] })
    process.kill(server.pid, 'SIGCONT')
    expect(code).toBe(75)
    expect(output).toMatch(/^The server that runs has not answered within 10 s\.\n.+stop it and try again\.\n$/)
    expect(await server.stop('SIGTERM')).toBe(0)
  })
})
