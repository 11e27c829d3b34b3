import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { createLogger } from '@parley/runtime'
import { buildPublicSchema } from '../support/app/schemas.js'
import { Pipeline } from '../../resolvers/pipeline/pipeline.js'
import { serveSockets } from '../../resolvers/sockets/serve-sockets.js'
import { createRequestContext } from '../../resolvers/context/request-context.js'
import { socketLimits } from '../../resolvers/sockets/socket-backpressure.js'
import type { Replies } from '../../src/replies/replies.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { RawSocket } from '../support/http/raw-socket.js'
import { wideQuota } from '../support/http/wide-quota.js'

const stalled = 'subscription ($id: ID!) { generation(id: $id) { status } }'
/** About a megabyte. */
const large = '{ characters(first: 16) { nodes { context } } }'
const hundred = Array.from({ length: 100 }, (_, n) => String(n))

let app: TestApp
let ada: Person
let generationId: string
beforeAll(async () => {
  app = await createTestApp({ env: { LOCAL_MODEL: 'scripted:?stallAt=2' }, drainMs: 50 })
  ada = await app.person('ada')
  generationId = await ada.say(await ada.room())
  const create = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
  for (const id of hundred.slice(0, 16))
    await ada.data(create, { input: { name: `long ${id}`, context: 'x'.repeat(65_000) } })
})
afterAll(() => app.close())

describe('operations of one socket', () => {
  it('are at most 100 in flight: the next is answered RATE_LIMITED, and none of the others ends', async () => {
    const socket = await RawSocket.open(app.url, ada.token)
    const watch = (id: string) => {
      socket.subscribe(id, stalled, { variables: { id: generationId } })
    }
    for (const id of hundred) watch(id)
    watch('one more')
    await socket.received(100, 'next')
    await socket.received(1, 'error')
    const [error] = socket.of('error')
    expect(error).toMatchObject({ id: 'one more', payload: [{ extensions: { code: 'RATE_LIMITED' } }] })
    expect(socket.of('complete')).toEqual([])
    socket.send({ type: 'complete', id: '0' })
    watch('another')
    await socket.received(101, 'next')
    await socket.end()
  })

  it('let operations of other sockets run in between', async () => {
    const [greedy, modest] = [await RawSocket.open(app.url), await RawSocket.open(app.url)]
    for (const id of hundred) greedy.subscribe(id, '{ __typename }')
    await greedy.received(1, 'next')
    modest.subscribe('1', '{ __typename }')
    await modest.received(1, 'next')
    expect(greedy.of('complete').length).toBeLessThan(100)
    await greedy.received(100, 'complete')
    await Promise.all([greedy.end(), modest.end()])
  })

  it('that were completed while they waited do not run', async () => {
    const { url, runs, close } = await listen()
    const socket = await RawSocket.open(url)
    // a hundred with the last one: all may arrive before the first one has ended
    for (const id of hundred.slice(1)) {
      socket.subscribe(id, '{ __typename }')
      socket.send({ type: 'complete', id })
    }
    socket.subscribe('last', '{ __typename }')
    await socket.received(1, 'next')
    expect(runs()).toBe(1)
    await socket.end()
    await close()
  })
})

describe('a client that does not read', () => {
  it('is disconnected after a few answers', async () => {
    const { url, runs, gone, close } = await listen({ unsentBytes: 262_144, drainMs: 100 })
    const socket = await RawSocket.open(url)
    socket.stopReading()
    for (const id of hundred) socket.subscribe(id, large)
    await gone()
    // the system buffers some megabytes
    expect(runs()).toBeLessThan(40)
    socket.readOn()
    await socket.closed
    await close()
  })

  it('is not read from either', async () => {
    const { url, gone, bytesRead, close } = await listen({ unsentBytes: 262_144, drainMs: 100 })
    const socket = await RawSocket.open(url)
    socket.stopReading()
    for (let sent = 0; sent < 1_000; sent += 1) socket.send({ type: 'ping', payload: { x: 'x'.repeat(60_000) } })
    await gone()
    expect(bytesRead()).toBeLessThan(30_000_000)
    await socket.end()
    await close()
  })

  it('gets everything when it continues to read in time', async () => {
    const { url, close } = await listen({ unsentBytes: 262_144 })
    const socket = await RawSocket.open(url)
    socket.stopReading()
    for (const id of hundred.slice(0, 30)) socket.subscribe(id, large)
    // by then its own requests have been sent
    await ada.data('{ __typename }')
    socket.readOn()
    await socket.received(30, 'complete')
    expect(socket.of('next')).toHaveLength(30)
    await socket.end()
    await close()
  })
})

describe('a subscription that breaks', () => {
  it('reveals no more to its client than any other failure', async () => {
    const next = () => Promise.reject(new Error('SELECT secret'))
    const watch = () => Promise.resolve({ next, [Symbol.asyncIterator]: () => ({ next }) })
    const { url, close } = await listen({}, { watch })
    const socket = await RawSocket.open(url, ada.token)
    socket.subscribe('1', stalled, { variables: { id: generationId } })
    await socket.received(1, 'error')
    expect(socket.of('error')).toMatchObject([
      { id: '1', payload: [{ message: 'Server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] },
    ])
    await socket.end()
    await close()
  })
})

describe('a stop that drains', () => {
  it('closes each socket at a random moment of its own, and the rest at its end', async () => {
    const { url, drain, close } = await listen()
    const sockets = [await RawSocket.open(url), await RawSocket.open(url)]
    const shares = [0, 1]
    const random = jest.spyOn(Math, 'random').mockImplementation(() => shares.shift() ?? 0)
    drain(3_600_000)
    random.mockRestore()
    const [early, late] = sockets
    const restart = { code: 1012, reason: 'Service restart, reconnect' }
    expect(await early?.ending).toEqual(restart)
    late?.subscribe('1', '{ __typename }')
    await late?.received(1, 'next')
    const closed = close()
    expect(await late?.ending).toEqual(restart)
    await closed
  })
})

class CountingPipeline extends Pipeline {
  runs = 0
  override run(...args: Parameters<Pipeline['run']>): ReturnType<Pipeline['run']> {
    this.runs += 1
    return super.run(...args)
  }
}

/** The same product behind sockets with other bounds. */
async function listen(limits: Partial<typeof socketLimits> = {}, replies: object = app.app.product.replies) {
  const { product } = app.app
  const pipeline = new CountingPipeline(buildPublicSchema(product), createLogger('silent'))
  const server: Server = createServer()
  const connections: Socket[] = []
  const gone = new Promise<void>((resolve) => {
    server.on('connection', (socket: Socket) => {
      connections.push(socket)
      socket.once('close', () => resolve())
    })
  })
  const sockets = serveSockets({
    pipeline,
    context: async (origin) => ({ ...(await createRequestContext(product, origin)), replies: replies as Replies }),
    clientAddress: () => null,
    refuse: (socket) => socket.destroy(),
    sessionWatch: product.sessionWatch,
    isOverloaded: () => false,
    maxMessageBytes: 131_072,
    bounds: { perUser: 50, perAddress: 50, perProcess: 50 },
    subscriptions: wideQuota(),
    limits: { ...socketLimits, ...limits },
  })
  server.on('upgrade', (request, socket, head) => sockets.accept(request, socket, head))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    runs: () => pipeline.runs,
    bytesRead: () => connections.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    gone: () => gone,
    drain: (ms: number) => sockets.drain(ms),
    close: async () => {
      await sockets.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
