// Usage: node .ci/schemathesis.mjs SCHEMATHESIS RESULTS.json [OPTION of Schemathesis...]
// Starts the services from dist/ on free ports and an empty folder, runs SCHEMATHESIS on each and writes how many operations
// held, in the form of jest's results. Whatever happens, what was started is stopped and the folder removed.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { asAccount, newAccount, modelsFor, newKey, roomsOf } from './schemathesis-fixtures.mjs'

const [schemathesis, resultsPath] = process.argv.slice(2, 4).map((path) => resolve(path))
const optionsOfAll = process.argv.slice(4)
const config = resolve('.ci/schemathesis.toml')
const folder = mkdtempSync(join(tmpdir(), 'parley-schemathesis-'))
// the same commit gets the same requests
const seed = process.env['SEED'] ?? '4'

const env = {
  PATH: process.env['PATH'],
  DATA_DIR: join(folder, 'data'),
  HOST: '127.0.0.1',
  APP_PORT: '0',
  CHATLOG_PORT: '0',
  ADMIN_PORT: '0',
  AI_GATEWAY_PORT: '0',
  AI_OFFICE_PORT: '0',
  AI_CHARACTER_PORT: '0',
  ROLES: 'app,chatlog,admin,gateway,office,character',
  LOCAL_MODEL: 'scripted:?chunks=4&delayMs=0',
  // the addresses are in the ready event
  LOG_LEVEL: 'info',
  // all requests come from one address, and many of them with wrong passwords
  RATE_LIMITS: JSON.stringify({
    login: { perAddress: false, perAccount: false },
    register: { perAddress: false },
    send: { perAddress: false, perAccount: false },
    verify: { perAddress: false, perAccount: false },
    apiKey: { perAddress: false },
    refresh: { perAddress: false },
    guestRoom: { perAddress: false },
    guestEntry: { perAddress: false },
    guestBytes: { perAddress: false },
  }),
}

const server = spawn(process.execPath, ['--enable-source-maps', 'dist/main/main.js'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(server, 'exit')
const children = new Set([server])
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of children) child.kill('SIGTERM')
  })
}

let code = 1
try {
  const { application, chatLog, admin, gateway } = await addressesOf(server.stdout)
  const account = (username) => newAccount(application, username)
  const [ada, eve, restless, leaver, root] = [
    await account('ada'),
    await account('eve'),
    await account('restless'),
    await account('leaver'),
    await account('root'),
  ]
  execFileSync(process.execPath, ['dist/tools/admin.js', 'grant', root.email], { env })
  const key = await newKey(application, eve)
  const endingSession = ['signOut', 'signOutEverywhere', 'revokeSession']
  const deleteUser = 'deleteUser'
  const setAccessLevel = 'setAccessLevel'
  // one after the other: an administrator changes other accounts
  const withAccounts = [
    {
      name: 'application, signed in',
      url: application,
      settings: asAccount(ada, [ada, eve], join(folder, 'signed-in.json')) + (await roomsOf(application, ada)),
      options: [...without([...endingSession, deleteUser, setAccessLevel]), '--exclude-path-regex', '^/v1/'],
    },
    {
      name: 'application, administrator',
      url: application,
      settings: asAccount(root, [root], join(folder, 'administrator.json')),
      options: only([setAccessLevel, 'createCharacter', 'updateCharacter', 'deleteCharacter', 'updateMembership']),
    },
    {
      name: 'application, ending sessions',
      url: application,
      settings: asAccount(restless, [restless], join(folder, 'ending-sessions.json')),
      options: only([...endingSession, 'listSessions']),
    },
    // an account that deletes itself cannot log in again
    { name: 'application, leaving', url: application, options: [...as(leaver.token), ...only([deleteUser])] },
    {
      name: 'application, by API key',
      url: application,
      settings: await modelsFor(application, key),
      options: [...as(key), '--include-path-regex', '^/v1/'],
    },
  ]
  const withoutAccounts = [
    { name: 'application, guest', url: application, options: [] },
    { name: 'chat log', url: chatLog, options: [] },
    { name: 'admin', url: admin, options: [] },
    // through the gateway, like the requests of clients
    { name: 'office', url: `${gateway}/office`, options: ['--url', `${gateway}/office`] },
    { name: 'character', url: `${gateway}/character`, options: ['--url', `${gateway}/character`] },
  ]
  let passed = 0
  let failed = 0
  const checkInTurn = async (runs) => {
    for (const run of runs) {
      const report = await check(run)
      const broken = new Set(report.failures.flatMap(({ operations }) => operations))
      const errors = report.errors.length + (report.complete ? 0 : 1)
      const found = broken.size + errors
      // a warning that fails a run is not counted for an operation
      failed += found === 0 && report.status !== 0 ? 1 : found
      passed += report.operations.tested - broken.size
    }
  }
  await Promise.all([checkInTurn(withAccounts), checkInTurn(withoutAccounts)])
  writeFileSync(
    resultsPath,
    JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numRuntimeErrorTestSuites: 0 }),
  )
  code = failed === 0 ? 0 : 1
} finally {
  server.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = code

/**
 * Reads the addresses of the services from the server's ready event. Reads its output to the end: a full pipe would
 * block the server.
 */
function addressesOf(output) {
  return new Promise((resolve, reject) => {
    let text = ''
    let isReady = false
    output.setEncoding('utf8').on('data', (chunk) => {
      if (isReady) return
      text += chunk
      const ready = text.split('\n').find((line) => line.includes('"name":"ready"') && line.endsWith('}'))
      if (ready === undefined) return
      isReady = true
      const { app, chatlog, admin, gateway } = JSON.parse(ready).addresses
      resolve({ application: app, chatLog: chatlog, admin, gateway })
    })
    output.once('end', () => reject(new Error(`the server ended before it was ready:\n${text}`)))
  })
}

function as(token) {
  return ['--header', `Authorization: Bearer ${token}`]
}

function only(operations) {
  return operations.flatMap((id) => ['--include-operation-id', id])
}

function without(operations) {
  return operations.flatMap((id) => ['--exclude-operation-id', id])
}

/** Runs Schemathesis once and returns its report; prints the failures. */
async function check({ name, url, options, settings = '' }) {
  console.log(`schemathesis: ${name}`)
  const reportPath = join(folder, `report-${name}.json`)
  const configPath = `${reportPath}.toml`
  writeFileSync(configPath, readFileSync(config, 'utf8') + settings)
  const words = ['--config-file', configPath, 'run', `${url}/openapi.json`, '--seed', seed, ...optionsOfAll, ...options]
  const report = ['--no-color', '--report', 'json', '--report-json-path', reportPath]
  const run = spawn(schemathesis, [...words, ...report], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(run)
  let said = ''
  run.stdout.on('data', (chunk) => (said += chunk))
  const [status] = await once(run, 'close')
  const { test_cases: cases, operations, ...rest } = JSON.parse(readFileSync(reportPath, 'utf8'))
  if (status !== 0) console.log(said)
  console.log(
    `schemathesis: ${name}: ${String(operations.tested)} operations, ${String(cases.generated)} requests, ${String(cases.unique_failures)} failures`,
  )
  return { operations, ...rest, status }
}
