import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { testServer } from '@parley/testing'
import { operatorSocket } from '../../src/config/data-folder/operator-socket.js'
import type { ListenerName } from '../../src/config/ports.js'
import { AdminsDocument } from '../../rest-facade/operations/service-operations.generated.js'
import { askAt } from '../../tools/operator/ask.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { Person } from '../support/app/person.js'
import { TestLoad } from '../support/app/process-limits.js'
import { RawSocket } from '../support/http/raw-socket.js'
import { askOverTls, fixture, protocols } from '../support/gateway/tls-caller.js'
import { folded, watch, type WatchedEvent } from '../support/app/watch.js'

const reply = 'abcdefghijklmnopqrstuvwxyz'
const unavailable = { detail: 'Service temporarily unavailable' }
const load = new TestLoad()
let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({
    roles: 'app,chatlog,admin,gateway',
    probe: load.probe,
    embedded: true,
    env: {
      AI_GATEWAY_PORT: '0',
      AI_LEGACY_PORT: '0',
      AI_TLS_PORT: '0',
      TLS_CERT_FILE: fixture('first-cert'),
      TLS_KEY_FILE: fixture('first-key'),
      CORS_ORIGINS: 'https://friend.example',
      LOCAL_MODEL: `scripted:?chunks=13&delayMs=20&reply=${reply}`,
    },
  })
  ada = await app.person('ada')
})
afterEach(() => load.recover())
afterAll(() => app.close())

describe('while a process is overloaded', () => {
  it.each<ListenerName>(['app', 'chatlog', 'admin', 'gateway', 'legacy'])(
    'the listener %s answers 503 with Retry-After, and health checks as ever',
    async (name) => {
      load.overload()
      const url = `http://127.0.0.1:${String(app.portOf(name))}`
      const refused = await fetch(`${url}/api/characters`, { headers: { origin: 'https://friend.example' } })
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
      expect(await refused.json()).toEqual(unavailable)
      expect(refused.headers.get('x-request-id')).toMatch(/./)
      expect(refused.headers.get('x-content-type-options')).toBe('nosniff')
      if (name === 'app') expect(refused.headers.get('access-control-allow-origin')).toBe('https://friend.example')
      expect((await fetch(`${url}/health/live`)).status).toBe(200)
      expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    },
  )

  it.each(protocols)('so does the TLS listener over %s', async (protocol) => {
    load.overload()
    const port = app.portOf('tls')
    const refused = await askOverTls(port, protocol, { path: '/docs' })
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, body: unavailable })
    expect(await askOverTls(port, protocol, { path: '/health/live' })).toMatchObject({ status: 200 })
  })

  it('nothing of a mutation over HTTP is run', async () => {
    const query = 'mutation { createOfficeRoom { room { id } } }'
    const rooms = async () => {
      const { myRooms } = await ada.data('{ myRooms(first: 100) { nodes { id } } }')
      return (myRooms as { nodes: readonly unknown[] }).nodes.length
    }
    const before = await rooms()
    load.overload()
    const { status, body } = await ada.rest('POST', '/graphql', { query })
    expect([status, body]).toEqual([503, unavailable])
    load.recover()
    expect(await rooms()).toBe(before)
  })

  it('a socket gets an error for a new operation, and runs another one afterwards', async () => {
    const socket = await RawSocket.open(app.url, ada.token)
    load.overload()
    socket.subscribe('1', '{ __typename }')
    await socket.received(1, 'error')
    expect(socket.of('error')).toMatchObject([
      { id: '1', payload: [{ extensions: { code: 'UNAVAILABLE', retryAfterMs: 1_000 } }] },
    ])
    load.recover()
    socket.subscribe('2', '{ __typename }')
    await socket.received(1, 'next')
    await socket.end()
  })

  it('a new socket is refused with 503', async () => {
    load.overload()
    expect(await RawSocket.refused(app.url)).toBe(503)
  })

  it('a running reply, its subscription and its stream continue', async () => {
    const id = await ada.say(await ada.room())
    let watching: Promise<WatchedEvent[]> = Promise.resolve([])
    const begun = new Promise<void>((resolve) => {
      watching = watch(ada, id, undefined, ({ delta }) => {
        if (delta !== '') resolve()
        return false
      })
    })
    const stream = await fetch(`${app.url}/generations/${id}/stream`, {
      headers: { authorization: `Bearer ${String(ada.token)}` },
    })
    expect(stream.status).toBe(200)
    await begun
    load.overload()
    expect(folded(await watching)).toBe(reply)
    expect(await stream.text()).toContain('COMPLETED')
  })

  // there is no such write on PostgreSQL
  const onSqlite = testServer() === undefined ? it : it.skip
  onSqlite('the door of the operator is open', async () => {
    load.overload()
    expect(await askAt(operatorSocket(app.dataDir))(AdminsDocument, {})).toEqual({ admins: [] })
  })
})
