import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { internalRoles, InternalServices } from '../support/http/internal-services.js'

const get = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** Sends one request on a connection that stays open; resolves to what arrived with the end of the answer. */
async function answered(socket: Socket): Promise<string> {
  socket.write(get)
  let text = ''
  while (!text.includes('"ok"')) text += String((await once(socket, 'data'))[0])
  return text
}

describe('an idle connection', () => {
  it('is kept for 75 s at every listener', async () => {
    const services = await InternalServices.open({})
    const ports = internalRoles.map((role) => [role, new URL(services.url(role)).port] as const)
    for (const [role, port] of [...ports, ['application', new URL(services.app.url).port] as const]) {
      const socket = connect(Number(port), '127.0.0.1')
      expect([role, await answered(socket)]).toEqual([role, expect.stringContaining('\r\nKeep-Alive: timeout=75\r\n')])
      socket.destroy()
    }
    await services.close()
  })

  it('is closed by the server after KEEP_ALIVE_MS', async () => {
    const app = await createTestApp({ env: { KEEP_ALIVE_MS: '1000' } })
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    const closed = once(socket, 'end')
    expect(await answered(socket)).toContain('\r\nKeep-Alive: timeout=1\r\n')
    await closed
    socket.destroy()
    await app.close()
  })
})

describe('what a browser sends', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ roles: 'app,chatlog,admin', env: { CHAT_PAGE: 'false' } })
  })
  afterAll(() => app.close())

  const page = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const ask = async (path: string, headers: Record<string, string>, port = new URL(app.url).port) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    return { status: answer.status, type: answer.headers.get('content-type'), answer, text: await answer.text() }
  }
  const html = 'text/html; charset=utf-8'
  const json = 'application/json; charset=utf-8'

  it('may have 28 KiB of cookies of other programs, at every listener and every interface', async () => {
    const cookie = Array.from({ length: 7 }, (_, n) => `c${String(n)}=${'x'.repeat(4_000)}`).join('; ')
    const ports = [new URL(app.url).port, String(app.portOf('chatlog')), String(app.portOf('admin'))]
    for (const port of ports) expect((await ask('/health/live', { cookie }, port)).status).toBe(200)
    for (const path of ['/', '/api/characters', '/v1/models', '/docs', '/graphql?query={__typename}'])
      expect([path, (await ask(path, { cookie, accept: page })).status]).not.toEqual([path, 431])
  })

  it('is answered by a page when it is too much, in the language of the browser; programs get JSON', async () => {
    const cookie = 'x'.repeat(40_000)
    const korean = await ask('/', { accept: page, 'accept-language': 'ko-KR,ko;q=0.9,en;q=0.8', cookie })
    expect([korean.status, korean.type, korean.answer.headers.get('content-language')]).toEqual([431, html, 'ko'])
    const english = await ask('/', { accept: page, cookie })
    expect([english.status, english.type, english.text]).toEqual([431, html, expect.stringContaining('cookies')])
    const fields = Object.fromEntries(Array.from({ length: 256 }, (_, n) => [`z${String(n)}`, '1']))
    const many = await ask('/', { accept: page, ...fields })
    // newer releases of Node.js refuse it before the fields are known
    const isRead = Number(process.versions.node.split('.')[0]) < 24
    expect([many.status, many.type]).toEqual([431, isRead ? html : json])
    for (const accept of ['*/*', 'application/json', 'application/json, text/html']) {
      const program = await ask('/', { accept, cookie })
      expect([program.status, program.type, program.text]).toEqual([431, json, '{"detail":"Bad request"}'])
    }
  })

  it('is answered by a page where there is none, and by JSON for programs and in every other method', async () => {
    for (const port of [new URL(app.url).port, String(app.portOf('chatlog')), String(app.portOf('admin'))]) {
      const { status, type, answer, text } = await ask(
        '/nowhere',
        { accept: page, 'accept-language': 'de, ko;q=0.5' },
        port,
      )
      expect([status, type, answer.headers.get('content-language')]).toEqual([404, html, 'ko'])
      expect([text, answer.headers.get('vary')]).toEqual([expect.stringContaining('<h1>'), 'Accept, Accept-Language'])
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';style-src 'sha256-/)
      for (const accept of ['*/*', 'application/json', 'text/html, application/json;q=0.9'])
        expect([accept, (await ask('/nowhere', { accept }, port)).text]).toEqual([accept, '{"detail":"Not found"}'])
    }
    const posted = await fetch(`${app.url}/nowhere`, { method: 'POST', headers: { accept: page } })
    expect([posted.status, posted.headers.get('content-type')]).toEqual([404, json])
    // a row of the interface answers in its own form to every client
    expect((await ask('/api/users/profile', { accept: page })).type).toBe(json)
  })

  it('for a host that is not listed is a page too', async () => {
    const other = await createTestApp({ env: { PUBLIC_HOSTS: 'chat.example' } })
    const socket = connect(Number(new URL(other.url).port), '127.0.0.1')
    socket.write(`GET / HTTP/1.1\r\nHost: rebound.example\r\nAccept: ${page}\r\nConnection: close\r\n\r\n`)
    let text = ''
    for await (const bytes of socket) text += String(bytes)
    expect(text).toMatch(/^HTTP\/1\.1 403 [^]*\r\nContent-Type: text\/html; charset=utf-8\r\n[^]*<!doctype html>/)
    await other.close()
  })
})

describe('HOST unset', () => {
  const families = ['127.0.0.1', '::1'] as const
  it.each(families)('listens at %s', async (family) => {
    const app = await createTestApp({ env: { HOST: '::' } })
    const socket = connect(Number(new URL(app.url).port), family)
    expect(await answered(socket)).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
    await app.close()
  })
})
