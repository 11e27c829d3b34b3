import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { ConfigError } from '../../src/config/config-error.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import {
  answerOn,
  askOverTls,
  fixture,
  protocols,
  session,
  shakeHands,
  type TlsAsk,
  type TlsProtocol,
} from '../support/gateway/tls-caller.js'

const folder = mkdtempSync(join(tmpdir(), 'parley-tls-'))
const challengeDir = join(folder, 'challenges')
const certFile = join(folder, 'cert.pem')
const keyFile = join(folder, 'key.pem')

const reply = 'Hello from the scripted model'
const lines: { readonly event: string; readonly fields: object }[] = []
const take = (fields: object, event: string) => void lines.push({ fields, event })

let app: TestApp
beforeAll(async () => {
  mkdirSync(join(challengeDir, 'folder'), { recursive: true })
  copyFileSync(fixture('first-cert'), certFile)
  copyFileSync(fixture('first-key'), keyFile)
  writeFileSync(join(challengeDir, 'to_ken-1'), 'to_ken-1.thumbprint\n')
  writeFileSync(join(challengeDir, 'with.dot'), 'x')
  writeFileSync(join(challengeDir, 'empty'), '')
  writeFileSync(join(challengeDir, 'large'), '')
  truncateSync(join(challengeDir, 'large'), 65_537)
  symlinkSync(keyFile, join(challengeDir, 'link'))
  app = await createTestApp({
    roles: 'app,chatlog,admin,gateway',
    log: { debug: take, info: take, warn: take, error: take },
    env: {
      AI_GATEWAY_PORT: '0',
      AI_TLS_PORT: '0',
      TLS_CERT_FILE: certFile,
      TLS_KEY_FILE: keyFile,
      ACME_CHALLENGE_DIR: challengeDir,
      // required by the reply services, but not from callers of this line
      SERVICE_TOKEN: 'the-token-of-the-internal-services',
      CORS_ORIGINS: '*, loopback, https://friend.example',
      LOCAL_MODEL: `scripted:?delayMs=0&reply=${encodeURIComponent(reply)}`,
    },
  })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (protocol: TlsProtocol, asked: TlsAsk) => askOverTls(app.portOf('tls'), protocol, asked)
const post = (protocol: TlsProtocol, path: string, body: unknown) =>
  ask(protocol, { path, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const character = { input_data: 'Hello', character_name: 'Ada', greeting: '', context: '' }

describe.each(protocols)('line 1.4 over %s', (protocol) => {
  it('answers an office and a character request', async () => {
    const office = { input_data: 'Hello', search_access: 'true', db_id: null, user_id: 'ada' }
    expect(await post(protocol, '/office_stream', office)).toMatchObject({ status: 200, body: { response: reply } })
    const answer = await post(protocol, '/character_stream', character)
    expect(answer).toMatchObject({ status: 200, body: { response: reply } })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
  })

  it('allows only pages of listed origins to send requests and read answers', async () => {
    const from = async (origin: string) => {
      const [path, type] = ['/office_stream', { 'content-type': 'application/json' }]
      const asked = { origin, 'access-control-request-method': 'POST' }
      const preflight = await ask(protocol, { path, method: 'OPTIONS', headers: asked })
      const body = JSON.stringify({ input_data: 'Hello' })
      const answer = await ask(protocol, { path, method: 'POST', headers: { ...type, origin }, body })
      const allowed = [preflight, answer].map(({ headers }) => headers['access-control-allow-origin'])
      return [answer.status, ...allowed]
    }
    const friend = 'https://friend.example'
    expect(await from(friend)).toEqual([200, friend, friend])
    for (const origin of ['https://evil.example', 'http://localhost:5173', 'null'])
      expect(await from(origin)).toEqual([403, undefined, undefined])
  })

  it('lists every fault of a body, and answers 404, 405 and 415 like every listener', async () => {
    const { status, body } = await post(protocol, '/character_stream', { input_data: '' })
    expect(status).toBe(422)
    expect((body as { detail: object[] }).detail).toHaveLength(4)
    expect(await post(protocol, '/nothing', {})).toMatchObject({ status: 404, body: { detail: 'Not found' } })
    const wrongMethod = await ask(protocol, { path: '/office_stream' })
    expect(wrongMethod).toMatchObject({ status: 405, headers: { allow: 'POST, OPTIONS' } })
    const headers = { 'content-type': 'text/plain' }
    expect((await ask(protocol, { path: '/office_stream', method: 'POST', headers, body: 'x' })).status).toBe(415)
  })

  it('has no event endpoints, and none of the latest line', async () => {
    for (const path of [
      '/office_sse',
      '/character_sse',
      '/Local',
      '/office/Local',
      '/performance',
      '/internal/generations',
    ])
      expect((await post(protocol, path, character)).status).toBe(404)
  })

  it('serves its document', async () => {
    const { status, body } = await ask(protocol, { path: '/openapi.json' })
    expect(status).toBe(200)
    expect(Object.keys((body as { paths: object }).paths)).toEqual([
      '/office_stream',
      '/character_stream',
      '/.well-known/acme-challenge/{token}',
      '/health/live',
      '/health/ready',
    ])
  })

  it('answers health checks', async () => {
    expect(await ask(protocol, { path: '/health/live' })).toMatchObject({ status: 200, body: { status: 'ok' } })
  })

  it('serves a challenge file to any address', async () => {
    const path = '/.well-known/acme-challenge/to_ken-1'
    const answer = await ask(protocol, { path, from: '127.0.0.1' })
    expect(answer).toMatchObject({ status: 200, text: 'to_ken-1.thumbprint\n' })
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(await ask(protocol, { path: '/.well-known/acme-challenge/empty' })).toMatchObject({ status: 200, text: '' })
  })

  it.each(
    ['nothing', 'folder', 'link', 'large', 'with.dot', '', '.', '..', '%2e%2e', '..%2Fkey.pem', '%2e%2e%2fkey.pem']
      .concat([
        '../key.pem',
        '../../key.pem',
        'folder/../to_ken-1',
        'to_ken-1%00',
        'to_ken-1%20',
        '%252e%252e',
        '%E2%80%AE',
        '%',
      ])
      .concat(['to_ken-1/', 'to_ken-1//', '/to_ken-1', 'to_ken-1/.', 'to_ken-1/more', 'to_ken-1;x'])
      .concat(['a'.repeat(129), 'to_ken-1%2f', '..\\key.pem', '/etc/passwd', 'C:key.pem']),
  )('has no challenge file %p', async (token) => {
    const { status, text } = await ask(protocol, { path: `/.well-known/acme-challenge/${token}` })
    expect([400, 404]).toContain(status)
    expect(text).toMatch(/^\{"detail":"(Not found|Bad request)"/)
  })
})

const hasCurl = spawnSync('curl --version', { shell: true }).stdout.includes('HTTP2')
const whereCurlIs = hasCurl ? it : it.skip

whereCurlIs.each([
  ['--http2', '2'],
  ['--http1.1', '1.1'],
])('curl %s speaks HTTP/%s', async (option, version) => {
  const url = `https://localhost:${String(app.portOf('tls'))}/office_stream`
  const said = ['-d', JSON.stringify({ input_data: 'Hello' }), '-H', 'Content-Type: application/json']
  const form = ['-sS', '--max-time', '20', '--resolve', `localhost:${String(app.portOf('tls'))}:127.0.0.1`]
  const trust = ['--cacert', fixture('first-cert'), '-w', '\n%{http_version} %{http_code}']
  const { stdout } = await promisify(execFile)('curl', [option, ...form, ...trust, ...said, url])
  expect(stdout).toBe(`${JSON.stringify({ response: reply })}\n${version} 200`)
})

// last in the file: afterwards the server has another certificate
describe('a renewed certificate', () => {
  const nameServed = async () => {
    const socket = await shakeHands(app.portOf('tls'))
    const { subject } = socket.getPeerCertificate()
    socket.destroy()
    return subject.CN
  }
  const logged = (event: string) =>
    until(`${event} is logged`, async () => {
      // a handshake makes the watch check
      await nameServed()
      return lines.some((line) => line.event === event)
    })

  it('is not used before its key exists, then in every new handshake, and old connections continue', async () => {
    const client = session(app.portOf('tls'))
    await once(client, 'connect')
    copyFileSync(fixture('second-cert'), certFile)
    await logged('certificate.kept')
    expect(await nameServed()).toBe('first.localhost')
    // like a renewal: another file replaces the old one
    rmSync(keyFile)
    symlinkSync(join(process.cwd(), fixture('second-key')), keyFile)
    await logged('certificate.renewed')
    expect(await nameServed()).toBe('second.localhost')
    expect(await answerOn(client.request({ ':path': '/health/live' }))).toMatchObject({ status: 200 })
    client.close()
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    await expect(shakeHands(app.portOf('tls'), old)).rejects.toThrow()
  })
})

describe('a start', () => {
  const startWith = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const files = { TLS_CERT_FILE: fixture('first-cert'), TLS_KEY_FILE: fixture('first-key') }
    const refused = await createTestApp({
      roles: 'app,chatlog,admin,gateway',
      dataDir: join(folder, 'refused'),
      env: { AI_GATEWAY_PORT: '0', AI_TLS_PORT: '0', ...files, ...env },
    }).catch((error: unknown) => error)
    if (refused instanceof ConfigError) return refused.faults
    throw refused
  }

  it.each<[name: string, env: Readonly<Record<string, string>>, faults: (string | RegExp)[]]>([
    [
      'files that are not there',
      { TLS_CERT_FILE: '/nowhere/cert.pem', TLS_KEY_FILE: '/nowhere/key.pem' },
      [
        'TLS_CERT_FILE: there is no readable file /nowhere/cert.pem',
        'TLS_KEY_FILE: there is no readable file /nowhere/key.pem',
      ],
    ],
    ['a folder', { TLS_CERT_FILE: '/tmp' }, ['TLS_CERT_FILE: there is no readable file /tmp']],
    [
      'files that are no PEM',
      { TLS_CERT_FILE: 'package.json', TLS_KEY_FILE: 'package.json' },
      [
        /^TLS_CERT_FILE: \S+package.json holds no PEM certificate$/,
        /^TLS_KEY_FILE: \S+package.json holds no PEM private key$/,
      ],
    ],
    [
      'a key for a certificate',
      { TLS_CERT_FILE: fixture('first-key') },
      [/^TLS_CERT_FILE: \S+ holds no PEM certificate$/],
    ],
    [
      'a certificate for a key',
      { TLS_KEY_FILE: fixture('first-cert') },
      [/^TLS_KEY_FILE: \S+ holds no PEM private key$/],
    ],
    [
      'a key with a passphrase',
      { TLS_KEY_FILE: fixture('first-key-encrypted') },
      [/^TLS_KEY_FILE: \S+ holds a key with a passphrase/],
    ],
    [
      'the key of another certificate',
      { TLS_KEY_FILE: fixture('second-key') },
      [/^TLS_KEY_FILE: the key in \S+ is not the one of/],
    ],
  ])('with %s is refused in sentences', async (_name, env, faults) => {
    expect(await startWith(env)).toEqual(
      faults.map((fault) => (typeof fault === 'string' ? fault : expect.stringMatching(fault))),
    )
  })

  it('on a port in use is refused with the number and the name of its setting', async () => {
    const port = String(app.portOf('tls'))
    expect(await startWith({ AI_TLS_PORT: port })).toEqual([`AI_TLS_PORT: another program listens on port ${port}`])
  })
})
