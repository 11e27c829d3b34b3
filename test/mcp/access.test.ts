import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { manyPeople } from '../support/app/many-people.js'
import type { Person } from '../support/app/person.js'
import { called, eras, mcpClient, mcpKey } from '../support/mcp/mcp-client.js'

const allowed = 'https://agents.example'
let later = 0
let app: TestApp
let admin: Person
let ada: Person
let key: string
beforeAll(async () => {
  const env = { CORS_ORIGINS: allowed, RATE_LIMITS: manyPeople, LOCAL_MODEL: 'scripted:?reply=Hello&delayMs=1' }
  app = await createTestApp({ env, clock: () => Date.now() + later })
  admin = await app.admin()
  ada = await app.person('ada')
  key = (await mcpKey(ada)).text
})
afterAll(() => app.close())

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const accept = 'application/json, text/event-stream'

function post(credential: string | undefined, headers: Readonly<Record<string, string>> = {}, body: unknown = list) {
  const authorization = credential === undefined ? {} : { authorization: `Bearer ${credential}` }
  return fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json', ...authorization, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}
const statusOf = async (credential: string | undefined, headers: Readonly<Record<string, string>> = {}) =>
  (await post(credential, headers)).status

describe('the credential of /mcp', () => {
  it('is an API key with the scope mcp, and nothing else', async () => {
    expect(await statusOf(key)).toBe(200)
    const refused = [undefined, 'nonsense', ada.token, (await mcpKey(ada, {}, ['V1', 'API'])).text]
    for (const credential of refused) expect(await statusOf(credential)).toBe(401)
    const answer = await post(undefined)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(await answer.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_000, message: expect.stringContaining('scope mcp') },
    })
  })

  it('opens no other door', async () => {
    const program = Object.assign(Object.create(Object.getPrototypeOf(ada) as object) as Person, ada, { token: key })
    expect((await program.rest('GET', '/api/users/profile')).status).toBe(401)
    expect((await program.rest('GET', '/v1/models')).status).toBe(401)
    expect(await program.codes('{ myUsage { membership } }')).toEqual(['UNAUTHENTICATED'])
  })

  it('ends when it is revoked, expires or loses the scope, and with a ban or a deletion of its account', async () => {
    const revoked = await mcpKey(ada)
    await ada.data('mutation ($id: ID!) { revokeApiKey(id: $id) { revokedApiKeyId } }', { id: revoked.id })
    const narrowed = await mcpKey(ada)
    const change = 'mutation ($id: ID!) { updateApiKey(id: $id, input: { scopes: [V1] }) { apiKey { id } } }'
    await ada.data(change, { id: narrowed.id })
    const banned = await app.person('banned')
    const ofBanned = await mcpKey(banned)
    await admin.data('mutation ($id: ID!) { banUser(id: $id) { account { id } } }', { id: banned.id })
    const deleted = await app.person('deleted')
    const ofDeleted = await mcpKey(deleted)
    await deleted.data('mutation { deleteAccount { deletedAccountId } }')
    const short = await mcpKey(ada, { expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
    expect(await statusOf(short.text)).toBe(200)
    later = 7_200_000
    for (const { text } of [revoked, narrowed, ofBanned, ofDeleted, short]) expect(await statusOf(text)).toBe(401)
    later = 0
  })

  it.each(eras)('counts towards the limits of the key, for a client of %s', async (era) => {
    const client = await mcpClient(app.url, (await mcpKey(ada, { messagesPerDay: 1 })).text, { era })
    await called(client, 'send_message', { text: 'One' })
    await expect(called(client, 'send_message', { text: 'Two' })).rejects.toThrow(
      /^RATE_LIMITED: .* Try again in \d+ seconds\.$/,
    )
    await client.close()
  })

  it('refuses a model that the key may not use', async () => {
    const client = await mcpClient(app.url, (await mcpKey(ada, { models: ['character/*'] })).text)
    await expect(called(client, 'send_message', { text: 'Hello' })).rejects.toThrow(/^FORBIDDEN: /)
    await client.close()
  })

  it('is the owner of the rooms alone, also of an administrator', async () => {
    const roomId = await ada.room()
    const client = await mcpClient(app.url, (await mcpKey(admin)).text)
    await expect(called(client, 'read_room', { roomId })).rejects.toThrow('NOT_FOUND: Not found.')
    await client.close()
  })
})

describe('the origin of a page', () => {
  it('is one of CORS_ORIGINS, or the request is refused before its key is read', async () => {
    expect(await statusOf(key, { origin: allowed })).toBe(200)
    const host = new URL(app.url).host
    const foreign = ['https://evil.example', 'null', `http://evil.example:${new URL(app.url).port}`, `http://${host}`]
    for (const origin of foreign) {
      const answer = await post(key, { origin, host })
      expect([origin, answer.status]).toEqual([origin, 403])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_000 } })
    }
    expect(await statusOf(undefined, { origin: 'https://evil.example' })).toBe(403)
  })

  it('may send and read the headers of the protocol', async () => {
    const wanted = ['authorization', 'content-type', 'mcp-session-id', 'mcp-protocol-version', 'mcp-method', 'mcp-name']
    const preflight = await fetch(`${app.url}/mcp`, {
      method: 'OPTIONS',
      headers: {
        origin: allowed,
        'access-control-request-method': 'POST',
        'access-control-request-headers': wanted.join(','),
      },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, allowed])
    const names = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
    expect(names).toEqual(expect.arrayContaining(wanted))
    const { headers } = await post(key, { origin: allowed })
    expect(headers.get('access-control-allow-origin')).toBe(allowed)
    expect(headers.get('access-control-expose-headers')).toContain('Mcp-Session-Id, Mcp-Protocol-Version')
  })

  it('of a browser client works with the official client', async () => {
    const client = await mcpClient(app.url, key, { headers: { origin: allowed } })
    expect((await client.listTools()).tools).toHaveLength(7)
    await client.close()
  })
})

describe('a request that the protocol does not have', () => {
  const errorOf = async (answer: Response) => {
    const { error } = (await answer.json()) as { error: { code: number; message: string } }
    return [answer.status, error.code, error.message]
  }

  it.each<[what: string, body: unknown, headers: Record<string, string>, expected: unknown[]]>([
    ['no JSON', '{', {}, [400, -32_700, 'The body is not valid JSON']],
    ['another type', list, { 'content-type': 'text/plain' }, [415, -32_000, 'The body is not JSON']],
    ['a batch', [list, list], {}, [400, -32_600, 'Batches are not supported: send one message per request']],
    ['too large', { ...list, params: { padding: 'x'.repeat(1_100_000) } }, {}, [413, -32_000, 'The body is too large']],
  ])('%s', async (_what, body, headers, expected) => {
    expect(await errorOf(await post(key, headers, body))).toEqual(expected)
  })

  it('accepts one form of answers alone, or has no message', async () => {
    expect((await post(key, { accept: 'application/json' })).status).toBe(406)
    expect((await post(key, {}, { hello: 'world' })).status).toBe(400)
    expect((await post(key, {}, '')).status).toBe(400)
  })

  it.each(['GET', 'DELETE', 'PUT'])('%s', async (method) => {
    const answer = await fetch(`${app.url}/mcp`, { method, headers: { authorization: `Bearer ${key}`, accept } })
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
    expect((await errorOf(answer)).slice(0, 2)).toEqual([405, -32_000])
  })

  it('gives a client of 2025 a session id, of which nothing is kept', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tests', version: '1' } }
    const first = await post(key, {}, { jsonrpc: '2.0', id: 1, method: 'initialize', params })
    const sessionId = first.headers.get('mcp-session-id') ?? ''
    expect(sessionId).toMatch(/^[0-9a-f-]{36}$/)
    expect(await statusOf(key, { 'mcp-session-id': sessionId })).toBe(200)
    expect(await statusOf(key, { 'mcp-session-id': 'of another server' })).toBe(200)
  })

  it('listens for changes of the tools, which there are none of', async () => {
    const client = await mcpClient(app.url, key)
    expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: false })
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow()
    await client.close()
  })

  it('is in the log by the name of its tool', async () => {
    const lines: { event: string; fields: Readonly<Record<string, unknown>> }[] = []
    const take = (fields: object, event: string) => void lines.push({ event, fields: { ...fields } })
    const logged = await createTestApp({ log: { debug: take, info: take, warn: take, error: take } })
    const person = await logged.person('logged')
    const client = await mcpClient(logged.url, (await mcpKey(person)).text)
    await called(client, 'list_rooms')
    const find = () => lines.find(({ event, fields }) => event === 'request' && fields['operation'] === 'list_rooms')
    const line = await until('the call is logged', find)
    expect(line?.fields).toMatchObject({ route: '/mcp', status: 200, caller: person.id })
    expect(lines.filter(({ event }) => event === 'request.failed')).toEqual([])
    await client.close()
    await logged.close()
  })
})
