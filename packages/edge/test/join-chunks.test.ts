import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '@parley/runtime'
import { openListener } from '../src/listener/listener.js'
import { joinChunks } from '../src/load/join-chunks.js'

/** A body whose source is asked for more by `_read`. */
function openBody(turn?: () => Promise<void>) {
  const asked: number[] = []
  const turns: { readonly bytes: number; readonly begin: () => void }[] = []
  const body = new Readable({ read: (size) => void asked.push(size) })
  joinChunks(body, turn ?? ((bytes) => new Promise((begin) => turns.push({ bytes, begin }))))
  const received: string[] = []
  body.on('data', (chunk: Buffer) => void received.push(String(chunk)))
  const arrive = (count: number, text: string) => {
    let hasRoom = true
    for (let n = 0; n < count; n += 1) hasRoom = body.push(Buffer.from(text))
    return hasRoom
  }
  return { body, asked, turns, received, arrive }
}

describe('small chunks of a body', () => {
  it('that arrive together are one', async () => {
    const { arrive, received, turns } = openBody()
    expect(arrive(200, 'ab')).toBe(true)
    await setImmediate()
    expect(arrive(1, 'c')).toBe(true)
    await setImmediate()
    expect([received, turns]).toEqual([['ab'.repeat(200), 'c'], []])
  })

  it('beyond 256 wait for a turn, in which more is received', async () => {
    const { asked, turns, arrive, received } = openBody()
    await setImmediate()
    expect(arrive(1_000, 'x')).toBe(false)
    await setImmediate()
    expect([received, turns.map(({ bytes }) => bytes)]).toEqual([['x'.repeat(1_000)], [257]])
    const before = asked.length
    await setImmediate()
    expect(asked).toHaveLength(before)
    turns[0]?.begin()
    await setImmediate()
    expect(asked.length).toBeGreaterThan(before)
    expect(arrive(100, 'x')).toBe(true)
    expect(turns).toHaveLength(1)
  })

  it('need no turn where their bytes pay for them, and keep their order with large ones', async () => {
    const { turns, arrive, received, body } = openBody()
    for (let n = 0; n < 1_000; n += 1) {
      arrive(1, 'x'.repeat(1_024))
      if (n % 10 === 0) arrive(1, 'y'.repeat(8_192))
    }
    body.push(null)
    await setImmediate()
    const one = `${'x'.repeat(1_024)}${'y'.repeat(8_192)}${'x'.repeat(9 * 1_024)}`
    expect(received.join('')).toBe(one.repeat(100))
    expect(turns).toEqual([])
  })

  it('are asked for no longer when they are not read', async () => {
    const { arrive, received, body } = openBody(() => Promise.resolve())
    body.pause()
    let rounds = 0
    for (; arrive(100, 'x'.repeat(100)); rounds += 1) await setImmediate()
    expect(rounds).toBeLessThan(body.readableHighWaterMark / 10_000)
    body.resume()
    await setImmediate()
    expect(received.join('')).toBe('x'.repeat(10_000).repeat(rounds + 1))
    expect(arrive(1, 'x')).toBe(true)
  })

  it('are all read before the end', async () => {
    const { turns, arrive, received, body } = openBody()
    let hasEnded = false
    body.on('end', () => (hasEnded = true))
    arrive(300, 'x')
    body.push(null)
    await setImmediate()
    expect([received.join(''), hasEnded]).toEqual(['x'.repeat(300), true])
    turns[0]?.begin()
    await setImmediate()
  })

  describe('of a connection', () => {
    let listener: Awaited<ReturnType<typeof openListener>>
    let receive: (request: IncomingMessage) => Promise<void> | void = () => undefined
    beforeAll(async () => {
      listener = await openListener({
        host: '127.0.0.1',
        port: 0,
        logger: createLogger('silent'),
        trustedProxies: [],
        ready: () => true,
        closeTimeoutMs: 0,
        mount: (handlers) =>
          handlers.post('/', async (request, response) => {
            await receive(request)
            response.end()
          }),
      })
    })
    afterAll(() => listener.close())

    it('are one for each round of the event loop', async () => {
      const sizes: number[] = []
      receive = async (request) => {
        for await (const chunk of request) sizes.push((chunk as Buffer).length)
      }
      const socket = connect(listener.port, '127.0.0.1')
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
      socket.write('1\r\nx\r\n'.repeat(20_000))
      socket.write('0\r\n\r\n')
      await once(socket, 'data')
      socket.destroy()
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20_000)
      expect(sizes.length).toBeLessThan(200)
    })

    it.each(['POST /', 'POST /unknown'])(
      'that no handler reads are dropped, and the connection is kept after %s',
      async (start) => {
        receive = () => undefined
        const socket = connect(listener.port, '127.0.0.1')
        const head = `${start} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`
        const body = `${'8\r\nxxxxxxxx\r\n'.repeat(10_000)}0\r\nA: trailer\r\n\r\n`
        socket.write(`${head}${body}`.repeat(2))
        socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
        let received = ''
        for await (const bytes of socket) received += String(bytes)
        const status = start === 'POST /' ? '200' : '404'
        expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code)).toEqual([status, status, '200'])
      },
    )
  })
})
