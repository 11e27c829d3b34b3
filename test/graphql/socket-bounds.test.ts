import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '@parley/runtime'
import { buildPublicSchema } from '../support/app/schemas.js'
import { Pipeline } from '../../resolvers/pipeline/pipeline.js'
import { serveSockets } from '../../resolvers/sockets/serve-sockets.js'
import { createRequestContext } from '../../resolvers/context/request-context.js'
import { blockEventLoop } from '../support/app/block-event-loop.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { FailingPort } from '../support/failures/failing-port.js'
import { RawSocket } from '../support/http/raw-socket.js'
import { wideQuota } from '../support/http/wide-quota.js'
import { graphqlApi as api } from '../support/accounts/session-apis.js'

const bounds = { perUser: 2, perAddress: 3, perProcess: 6 }
let small: TestApp
beforeAll(async () => {
  small = await createTestApp({
    env: { SOCKET_LIMITS: JSON.stringify(bounds), TRUSTED_PROXIES: '127.0.0.1' },
  })
})
afterAll(() => small.close())

describe('the bounds of sockets', () => {
  it('apply to an account (4429), an address (429) and the process (503), and count only open sockets', async () => {
    const [noa, ole] = [await small.person('noa'), await small.person('ole')]
    const ofNoa = [await RawSocket.open(small.url, noa.token), await RawSocket.open(small.url, noa.token)]
    const third = await RawSocket.connect(small.url)
    third.init(noa.token)
    expect(await third.ending).toEqual({ code: 4429, reason: 'Too many sockets of this account' })
    // of guests, one of them without a message so far
    const ofGuests = [
      await RawSocket.open(small.url),
      await RawSocket.open(small.url),
      await RawSocket.connect(small.url),
    ]
    expect(await RawSocket.refused(small.url)).toBe(429)
    expect(await RawSocket.refused(small.url, { 'x-forwarded-for': '203.0.113.7' })).toBeUndefined()
    // a socket that signs in no longer counts for the address
    ofGuests[2]?.init(ole.token)
    await ofGuests[2]?.received(1, 'connection_ack')
    const sixth = await RawSocket.open(small.url)
    expect(await RawSocket.refused(small.url, { 'x-forwarded-for': '203.0.113.7' })).toBe(503)
    await Promise.all([...ofNoa, ...ofGuests, sixth].map((socket) => socket.end()))
    const again = await RawSocket.open(small.url, noa.token)
    await again.end()
  })

  it('give a client three seconds for connection_init (4408)', async () => {
    const socket = await RawSocket.connect(small.url)
    expect((await socket.ending).code).toBe(4408)
  })
})

it('a client that answers no ping is disconnected', async () => {
  const { url, close } = await listen({ pingMs: 50 })
  const alive = await RawSocket.open(url)
  const halfOpen = await RawSocket.connect(url, { autoPong: false })
  halfOpen.init()
  expect((await halfOpen.ending).code).toBe(1006)
  // more when this process was late
  expect(halfOpen.pings()).toBeGreaterThan(0)
  alive.subscribe('1', '{ __typename }')
  await alive.received(1, 'complete')
  await alive.end()
  await close()
})

it.each([1.2, 1.5, 1.9, 3])(
  'a process blocked for %d intervals ends no socket whose pong it has not read',
  async (blocks) => {
    const pingMs = 200
    const { url, close } = await listen({ pingMs })
    const socket = await RawSocket.open(url)
    // resumes after the poll phase in which the client has answered, and before the one in which the server reads the
    // answer
    await socket.pinged(1)
    blockEventLoop(blocks * pingMs)
    await socket.pinged(3)
    socket.subscribe('1', '{ __typename }')
    await socket.received(1, 'complete')
    await socket.end()
    await close()
  },
)

it('a client that does not read is disconnected, whatever it sends: a pong repeats its ping', async () => {
  const { url, gone, close } = await listen({ pingMs: 50 })
  const deaf = await RawSocket.open(url)
  deaf.stopReading()
  const pongs = setInterval(() => deaf.pong(), 5)
  await gone
  clearInterval(pongs)
  await deaf.end()
  await close()
})

it('a client that reads nothing is disconnected soon after its session has ended', async () => {
  const { url, gone, close } = await listen()
  const qi = await small.person('qi')
  const deaf = await RawSocket.open(url, qi.token)
  deaf.stopReading()
  const from = performance.now()
  await api.signOut(qi)
  await gone
  expect(performance.now() - from).toBeLessThan(5_000)
  await deaf.end()
  await close()
})

it('no session is watched for a closed socket', async () => {
  const { url, held, close } = await listen()
  const socket = await RawSocket.open(url, (await small.person('rio')).token)
  expect(held()).toBe(1)
  await socket.end()
  await close()
  expect(held()).toBe(0)
})

it('an unavailable store neither admits a socket nor ends one; it is read again', async () => {
  let database: FailingPort<TestApp['app']['database']> | undefined
  const shaky = await createTestApp({
    wrap: { database: (port) => (database = new FailingPort(port)).port },
  })
  try {
    const pia = await shaky.person('pia')
    const socket = await RawSocket.open(shaky.url, pia.token)
    if (database) database.isDown = true
    const refused = await RawSocket.connect(shaky.url)
    refused.init(pia.token)
    expect(await refused.ending).toEqual({ code: 1013, reason: 'Try again later' })
    shaky.app.product.sessionWatch.checkNow(Number(pia.id))
    if (database) database.isDown = false
    await api.signOut(pia)
    expect(await socket.ending).toEqual({ code: 4401, reason: 'Signed out' })
  } finally {
    await shaky.close()
  }
})

/** The same product with separate sockets. */
async function listen({ pingMs = 12_000 } = {}) {
  const { product } = small.app
  const server = createServer()
  let held = 0
  const gone = new Promise<void>((resolve) => {
    server.on('connection', (connection: Socket) => connection.once('close', () => resolve()))
  })
  const sockets = serveSockets({
    pipeline: new Pipeline(buildPublicSchema(product), createLogger('silent')),
    context: (origin) => createRequestContext(product, origin),
    clientAddress: () => null,
    refuse: (socket) => socket.destroy(),
    sessionWatch: {
      watch: (...args) => {
        held += 1
        const letGo = product.sessionWatch.watch(...args)
        return () => {
          held -= 1
          letGo()
        }
      },
    },
    isOverloaded: () => false,
    maxMessageBytes: 131_072,
    bounds: { perUser: 10, perAddress: 10, perProcess: 10 },
    subscriptions: wideQuota(),
    pingMs,
  })
  server.on('upgrade', (request, socket, head) => sockets.accept(request, socket, head))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () => held,
    gone,
    close: async () => {
      await sockets.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
