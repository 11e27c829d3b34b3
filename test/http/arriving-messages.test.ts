import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { RawSocket } from '../support/http/raw-socket.js'

// of one client 2 MiB may be in memory: five messages that may have 407 KiB
const loadLimits = JSON.stringify({ eventLoopMs: false, heapShare: false, unsentPerProcess: 8 * 1_048_576 })
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1', LOAD_LIMITS: loadLimits } })
})
afterAll(() => app.close())

const socketOf = async (address: string) => {
  const socket = await RawSocket.connect(app.url, { headers: { 'x-forwarded-for': address } })
  socket.init()
  await socket.received(1, 'connection_ack')
  return socket
}
const text = (length: number) =>
  JSON.stringify({
    type: 'subscribe',
    id: '1',
    payload: { query: '{ __typename }', variables: { x: 'x'.repeat(length) } },
  })
const begin = (socket: RawSocket, length = 20_000) =>
  socket.beginMessage(text(30_000).slice(0, length), text(30_000).slice(length))

describe('a message of a socket that has begun to arrive', () => {
  it('counts for its client with its bound, and no longer when it has arrived', async () => {
    const five = await Promise.all(Array.from({ length: 5 }, () => socketOf('192.0.2.1')))
    const ends = five.map((socket) => begin(socket))
    const sixth = await socketOf('192.0.2.1')
    begin(sixth)
    expect(await sixth.ending).toEqual({ code: 1013, reason: 'Try again later' })
    for (const end of ends) end()
    await Promise.all(five.map((socket) => socket.received(1, 'complete')))
    const next = await socketOf('192.0.2.1')
    begin(next)()
    await next.received(1, 'complete')
    await Promise.all([...five, next].map((socket) => socket.end()))
  })

  it('leaves the room of other clients, and that of short messages', async () => {
    const five = await Promise.all(Array.from({ length: 5 }, () => socketOf('192.0.2.1')))
    for (const socket of five) begin(socket)
    const other = await socketOf('192.0.2.2')
    begin(other)()
    await other.received(1, 'complete')
    const short = await socketOf('192.0.2.1')
    begin(short, 10_000)
    short.pong()
    const another = await socketOf('192.0.2.1')
    another.subscribe('1', '{ __typename }')
    await another.received(1, 'complete')
    await Promise.all([...five, other, short, another].map((socket) => socket.end()))
  })

  it('ends with its socket', async () => {
    for (let count = 0; count < 12; count += 1) {
      const socket = await socketOf('192.0.2.3')
      begin(socket)
      await socket.end()
    }
    const socket = await socketOf('192.0.2.3')
    begin(socket)()
    await socket.received(1, 'complete')
    await socket.end()
  })

  it('is not ended by pings, however many arrive between its frames', async () => {
    const socket = await socketOf('192.0.2.4')
    const end = begin(socket)
    for (let count = 0; count < 10_000; count += 1) socket.pong()
    end()
    await socket.received(1, 'complete')
    await socket.end()
  })
})
