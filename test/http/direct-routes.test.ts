import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { lineOf } from '../../rest-facade/contract/lines.js'
import { chatLogRoutes } from '../../rest-facade/rooms/chat-logs-routes.js'
import { verificationRoutes } from '../../rest-facade/accounts/verification-routes.js'
import { InternalServices } from '../support/http/internal-services.js'
import { RawHttp } from '../support/http/raw-http.js'

const token = 'open-sesame-open-sesame-open-sesame'
const settings = { line: lineOf('1.1'), imageHosts: [], messageLimit: 4_000 }
const endpoints = [...chatLogRoutes(settings), ...verificationRoutes('/smtp')].flatMap(({ method, paths }) =>
  paths.map((path): [method: string, path: string] => [method.toUpperCase(), path]),
)

/** Exact paths are answered before Express, whole URLs by it. */
const doors = { direct: (path: string) => path, express: (path: string) => `http://localhost${path}` }
type Door = keyof typeof doors

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

async function ask(url: string, door: Door, [method, path]: readonly [string, string], { headers, body }: Sent) {
  const connection = new RawHttp(url)
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const json = { 'Content-Type': 'application/json', ...length }
  await connection.head(method, doors[door](path), { Host: 'localhost', Connection: 'close', ...json, ...headers })
  if (body !== undefined) await connection.send(body)
  const { status, headers: received, text } = await connection.answer()
  const lasting = received.replaceAll(/^(date|x-request-id): .*\r\n/gim, '')
  return { status, headers: lasting, text }
}

describe.each(['direct', 'express'] as const)('the %s door of the chat-log service', (door) => {
  const bodyThatNeverComes = { 'Content-Length': '1000' }

  describe('on the loopback', () => {
    let services: InternalServices
    beforeAll(async () => {
      services = await InternalServices.open({})
    })
    afterAll(() => services.close())

    it.each(endpoints)('refuses pages and names of other sites, whatever the body: %s %s', async (...endpoint) => {
      for (const header of [{ Host: 'evil.example' }, { Origin: 'https://evil.example' }]) {
        const headers = { ...bodyThatNeverComes, ...header }
        const { status } = await ask(services.url('chatlog'), door, endpoint, { headers })
        expect(status).toBe(403)
      }
    })
  })

  describe('on another address', () => {
    let services: InternalServices
    beforeAll(async () => {
      services = await InternalServices.open({ INTERNAL_HOST: '0.0.0.0', SERVICE_TOKEN: token })
    })
    afterAll(() => services.close())

    it.each(endpoints)('requires the service token before the body: %s %s', async (...endpoint) => {
      for (const Authorization of ['', 'Bearer nonsense', token]) {
        const headers = { ...bodyThatNeverComes, Authorization }
        expect((await ask(services.url('chatlog'), door, endpoint, { headers })).status).toBe(401)
      }
    })

    it.each(endpoints)('answers 422 to an invalid body with the token: %s %s', async (...endpoint) => {
      const sent = { headers: { Authorization: `Bearer ${token}` }, body: '{}' }
      expect((await ask(services.url('chatlog'), door, endpoint, sent)).status).toBe(422)
    })
  })
})

describe('both doors of the chat-log service', () => {
  let services: InternalServices
  let room: { readonly user_id: string; readonly id: string }
  beforeAll(async () => {
    services = await InternalServices.open({})
    const created = await ask(services.url('chatlog'), 'direct', ['POST', '/doclog/office/create'], {
      body: '{"user_id":"guest1"}',
    })
    const { 'Document ID': id } = JSON.parse(created.text) as { 'Document ID': string }
    room = { user_id: 'guest1', id }
  })
  afterAll(() => services.close())

  const load = ['POST', '/doclog/office/load_log'] as const
  const save = ['PUT', '/doclog/office/save_log'] as const
  const body = (more: object = {}) => JSON.stringify({ ...room, ...more })

  it.each<[name: string, endpoint: readonly [string, string], sent: () => Sent, status: number]>([
    ['an entry', save, () => ({ body: body({ input_data: 'Hi', output_data: 'Aye' }) }), 200],
    ['a log', load, () => ({ body: body() }), 200],
    ['its end', load, () => ({ body: body({ newest: 1 }) }), 200],
    ['a query string', ['POST', '/doclog/office/load_log?x=1'], () => ({ body: body() }), 200],
    ['a fragment', ['POST', '/doclog/office/load_log?x=1#y'], () => ({ body: body() }), 200],
    ['an alias', ['POST', '/doclog/chat/load_log'], () => ({ body: body() }), 404],
    ['a room of another account', load, () => ({ body: body({ user_id: 'guest2' }) }), 404],
    ['no body', load, () => ({}), 422],
    ['an empty body', load, () => ({ body: '' }), 422],
    ['broken JSON', load, () => ({ body: '{"user_id":' }), 422],
    ['bytes that are not UTF-8', load, () => ({ body: Buffer.from([0x22, 0xff, 0x22]) }), 422],
    ['a compressed body', load, () => ({ body: gzipSync(body()), headers: { 'Content-Encoding': 'gzip' } }), 200],
    ['an unknown coding', load, () => ({ body: body(), headers: { 'Content-Encoding': 'br' } }), 415],
    ['another type', load, () => ({ body: body(), headers: { 'Content-Type': 'text/plain' } }), 415],
    ['a body above the limit', load, () => ({ headers: { 'Content-Length': '1048577' } }), 413],
    ['two keys', save, () => ({ body: body(), headers: { 'Idempotency-Key': 'a, b' } }), 422],
    ['another method', ['GET', '/doclog/office/load_log'], () => ({}), 405],
    ['another case', ['POST', '/doclog/office/LOAD_LOG'], () => ({ body: body() }), 404],
    ['a slash at the end', ['POST', '/doclog/office/load_log/'], () => ({ body: body() }), 200],
  ])('give one answer to %s', async (_name, endpoint, sent, status) => {
    const direct = await ask(services.url('chatlog'), 'direct', endpoint, sent())
    expect(direct.status).toBe(status)
    expect(direct).toEqual(await ask(services.url('chatlog'), 'express', endpoint, sent()))
  })
})
