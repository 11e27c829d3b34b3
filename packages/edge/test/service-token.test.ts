import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '@parley/runtime'
import { checkAccess } from '../src/checks/access-check.js'
import { requireServiceToken, serviceTokenCheck } from '../src/checks/service-token.js'
import { type Listener, openListener } from '../src/listener/listener.js'

const token = 's3cret-token/with+signs=='

describe('the check of a service token', () => {
  const isServiceToken = serviceTokenCheck(token)

  it.each([[`Bearer ${token}`], [`bearer ${token}`], [`BEARER   ${token}`]])('accepts %j', (header) => {
    expect(isServiceToken(header)).toBe(true)
  })

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['a scheme alone', 'Bearer'],
    ['a scheme and a space', 'Bearer '],
    ['a token without a scheme', token],
    ['another scheme', `Basic ${token}`],
    ['a scheme that runs into the token', `Bearer${token}`],
    ['something after the token', `Bearer ${token} `],
    ['a longer token', `Bearer ${token}x`],
    ['a shorter token', `Bearer ${token.slice(0, -1)}`],
    ['the token in another case', `Bearer ${token.toUpperCase()}`],
    ['two credentials', `Bearer x, Bearer ${token}`],
    ['a huge token', `Bearer ${'x'.repeat(100_000)}`],
    ['a token of as many characters but more bytes', `Bearer ${'Ā'.repeat(token.length)}`],
  ])('refuses %s', (_, header) => {
    expect(isServiceToken(header)).toBe(false)
  })

  it('cannot be created with an empty token, which would admit every caller', () => {
    expect(() => serviceTokenCheck('')).toThrow('empty')
    expect(() => requireServiceToken('')).toThrow('empty')
  })
})

describe('a listener behind a service token', () => {
  let listener: Listener
  const reached: string[] = []

  beforeAll(async () => {
    listener = await openListener({
      host: '127.0.0.1',
      port: 0,
      logger: createLogger('silent'),
      ready: () => true,
      mount: (app) => {
        app.use(checkAccess(requireServiceToken(token)))
        app.use((request, response) => {
          reached.push(request.path)
          response.json('reached')
        })
      },
    })
  })
  afterAll(() => listener.close())

  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${String(listener.port)}${path}`, init)
    return { status: response.status, text: await response.text() }
  }
  const unauthorized = { status: 401, text: '{"detail":"Unauthorized","message":"Invalid or expired token"}' }

  it('answers callers with the token', async () => {
    expect(await ask('/a', { headers: { Authorization: `Bearer ${token}` } })).toEqual({
      status: 200,
      text: '"reached"',
    })
  })

  it('refuses other callers with the documented 401, whatever the path, the method and the body', async () => {
    reached.length = 0
    for (const path of ['/', '/a', '/health', '/healthy', '/a/health/live', '/%68ealth/live', '//health/live']) {
      expect(await ask(path)).toEqual(unauthorized)
    }
    expect(await ask('/a', { headers: { Authorization: 'Bearer wrong' } })).toEqual(unauthorized)
    expect(await ask('/a', { method: 'DELETE' })).toEqual(unauthorized)
    expect(await ask('/a', { method: 'POST', body: 'x'.repeat(1_000_000) })).toEqual(unauthorized)
    expect(reached).toEqual([])
  })

  it('keeps health open', async () => {
    expect(await ask('/health/live')).toEqual({ status: 200, text: '{"status":"ok"}' })
    expect(await ask('/health/ready')).toEqual({ status: 200, text: '{"status":"ready"}' })
    expect(await ask('/health/live', { method: 'POST' })).toMatchObject({ status: 405 })
  })
})
