import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import WebSocket from 'ws'
import { createTestApp, type TestApp } from '../support/app/app.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { PUBLIC_HOSTS: 'chat.example, [::1]' } })
})
afterAll(() => app.close())

async function ask(host: string, path: string, { method = 'GET', body = '' } = {}) {
  const headers = { host, ...(body !== '' && { 'content-type': 'application/json' }) }
  const [answer] = (await once(request(app.url + path, { method, headers }).end(body), 'response')) as [IncomingMessage]
  return { status: answer.statusCode, text: await text(answer) }
}

async function handshake(host: string): Promise<number> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { host },
  })
  return new Promise((resolve) => {
    socket.on('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      socket.terminate()
    })
    socket.on('error', () => undefined)
  })
}

const refused = { status: 403, text: '{"detail":"Forbidden","message":"This server does not answer to this host"}' }
const query = { method: 'POST', body: '{"query":"{ models { name } }"}' }
const doors = [
  ['/', {}],
  ['/graphql', query],
  ['/graphql/stream', query],
  ['/api/characters', {}],
  ['/v1/models', {}],
  ['/thumbnail?id=x', {}],
  ['/data-export?token=x', {}],
  ['/room-export?token=x', {}],
  ['/shared?token=x', {}],
  ['/openapi.json', {}],
  ['/nowhere', {}],
] as const

it.each(doors)('another host gets nothing at %s', async (path, options) => {
  for (const host of ['rebound.example', 'chat.example.rebound.example', '127.0.0.1', 'localhost:8080', ''])
    expect([host, await ask(host, path, options)]).toEqual([host, refused])
})

it.each(['chat.example', 'CHAT.example:8080', '[::1]:80', '[0:0:0:0:0:0:0:1]:8080'])(
  'the listed host %s is served',
  async (host) => {
    expect((await ask(host, '/graphql', query)).status).toBe(200)
    expect((await ask(host, '/api/characters')).status).toBe(200)
    expect(await handshake(host)).toBe(101)
  },
)

it('a socket of another host is refused', async () => {
  expect(await handshake('rebound.example')).toBe(403)
})

it('health checks use addresses, and are answered', async () => {
  expect((await ask('10.0.0.7:8080', '/health/live')).status).toBe(200)
})
