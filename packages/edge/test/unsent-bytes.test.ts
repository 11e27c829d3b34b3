import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { AppError, networksOf } from '@parley/runtime'
import { UnsentBytes } from '../src/load/unsent-bytes.js'

const mebibyte = 1_048_576
/** More than the system buffers. */
const much = Buffer.alloc(64 * mebibyte)

let server: Server
let now: number
let unsent: UnsentBytes
const events: string[] = []
const note = (_fields: object, event: string) => void events.push(event)
const silent = { debug: note, info: note, warn: note, error: note }
const open: Socket[] = []
beforeEach(async () => {
  now = 0
  events.splice(0)
  unsent = new UnsentBytes({
    limits: { perClient: 8 * mebibyte, perProcess: 16 * mebibyte },
    log: silent,
    everyMs: 250,
    stallMs: 30_000,
    clock: () => now,
  })
  server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  unsent.stop()
  for (const socket of open.splice(0)) socket.destroy()
  server.close()
})

const [ada, eve, proxy] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(networksOf) as [Client, Client, Client]
type Client = ReturnType<typeof networksOf>

/** Both ends of a connection; the client is paused until the test resumes it. */
async function connection(client: Client = ada): Promise<{ reader: Socket; socket: Socket }> {
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  const [socket] = await accepted
  open.push(reader, socket)
  socket.on('error', () => undefined)
  reader.on('error', () => undefined)
  unsent.watch(socket, client)
  return { reader, socket }
}

function pass(ms: number): void {
  now += ms
  unsent.check()
}

const refusal = (act: () => void): unknown => {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof AppError ? [error.code, error.retryAfterMs] : error
  }
}

describe('the memory that a process uses for its clients', () => {
  it('counts a result until it is released', async () => {
    const { socket } = await connection()
    const held = unsent.reserve(socket, ada)
    held.add(mebibyte)
    expect(unsent.total).toBe(mebibyte)
    held.release()
    expect(unsent.total).toBe(0)
  })

  it('forgets a connection that closes, whatever its requests release afterwards', async () => {
    const { socket } = await connection()
    const held = unsent.reserve(socket, ada)
    held.add(mebibyte)
    socket.destroy()
    await once(socket, 'close')
    expect(unsent.total).toBe(0)
    held.release()
    expect(unsent.total).toBe(0)
  })

  it('refuses a client more than its share, and leaves room for others', async () => {
    const { socket } = await connection(ada)
    const other = await connection(eve)
    unsent.reserve(socket, ada).add(8 * mebibyte)
    expect(refusal(() => unsent.reserve(socket, ada).add(1))).toEqual(['UNAVAILABLE', 1_000])
    expect(refusal(() => unsent.reserve(other.socket, eve).add(mebibyte))).toBeUndefined()
  })

  it('makes pages smaller while memory gets short', async () => {
    const { socket } = await connection()
    const held = unsent.reserve(socket, ada)
    expect(held.left()).toBe(2 * mebibyte)
    held.add(4 * mebibyte)
    expect(held.left()).toBe(mebibyte)
  })

  it('counts data that waits in a socket', async () => {
    const { socket } = await connection()
    socket.write(much.subarray(0, 7 * mebibyte))
    unsent.sample(socket)
    expect(unsent.total).toBe(socket.writableLength)
  })

  it('disconnects a stalled reader when another request needs its memory', async () => {
    const { socket } = await connection(ada)
    const other = await connection(ada)
    socket.write(much)
    unsent.check()
    for (let waitedMs = 0; waitedMs < 1_000; waitedMs += 250) pass(250)
    expect(refusal(() => unsent.reserve(other.socket, ada).add(mebibyte))).toBeUndefined()
    expect(socket.destroyed).toBe(true)
    expect(events).toEqual(['reader.disconnected'])
  })

  it('disconnects no reader because of a pause of the process itself', async () => {
    const { socket } = await connection(ada)
    const other = await connection(ada)
    socket.write(much)
    unsent.check()
    now += 60_000
    expect(refusal(() => unsent.reserve(other.socket, ada).add(mebibyte))).toEqual(['UNAVAILABLE', 1_000])
    unsent.check()
    expect(socket.destroyed).toBe(false)
  })

  it('frees the memory of the client that has the most', async () => {
    const small = await connection(eve)
    const large = await connection(ada)
    small.socket.write(much.subarray(0, 8 * mebibyte))
    large.socket.write(much)
    unsent.check()
    for (let waitedMs = 0; waitedMs < 1_000; waitedMs += 250) pass(250)
    expect([small.socket.destroyed, large.socket.destroyed]).toEqual([false, true])
  })

  it('lets a reader that reads keep its memory, and refuses the new request instead', async () => {
    const { reader, socket } = await connection(ada)
    const other = await connection(ada)
    socket.write(much)
    pass(250)
    await new Promise<void>((resolve) => {
      let received = 0
      reader.on('data', (bytes: Buffer) => {
        received += bytes.length
        if (received >= 16 * mebibyte) resolve()
      })
      reader.resume()
    })
    expect(refusal(() => unsent.reserve(other.socket, ada).add(mebibyte))).toEqual(['UNAVAILABLE', 1_000])
    expect(socket.destroyed).toBe(false)
  })

  it('disconnects a reader that has accepted nothing for long, even when there is room', async () => {
    const { socket } = await connection()
    socket.write(much.subarray(0, 7 * mebibyte))
    unsent.check()
    for (let waitedMs = 250; waitedMs < 30_000; waitedMs += 250) pass(250)
    expect(socket.destroyed).toBe(false)
    pass(250)
    expect(socket.destroyed).toBe(true)
  })

  it('disconnects a client whose body does not arrive when another client needs the memory', async () => {
    const { socket } = await connection(ada)
    const other = await connection(ada)
    unsent.receive(socket, ada, 8 * mebibyte)
    for (let waitedMs = 250; waitedMs < 5_000; waitedMs += 250) pass(250)
    expect(refusal(() => unsent.receive(other.socket, ada, mebibyte))).toEqual(['UNAVAILABLE', 1_000])
    pass(250)
    expect(refusal(() => unsent.receive(other.socket, ada, mebibyte))).toBeUndefined()
    expect(socket.destroyed).toBe(true)
  })

  it('counts a connection of a proxy for the client of its current request', async () => {
    const { socket } = await connection(proxy)
    unsent.reserve(socket, ada).add(8 * mebibyte)
    expect(refusal(() => unsent.reserve(socket, ada).add(1))).toEqual(['UNAVAILABLE', 1_000])
    const other = await connection(proxy)
    expect(refusal(() => unsent.reserve(other.socket, eve).add(mebibyte))).toBeUndefined()
  })

  it('gives a client no more than it leaves for others, so that another one always finds room', async () => {
    const clients = Array.from({ length: 6 }, (_, n) => networksOf(`192.0.2.${String(10 + n)}`))
    const got: number[] = []
    for (const client of clients) {
      const { socket } = await connection(client)
      const held = unsent.reserve(socket, client)
      let bytes = 0
      while (refusal(() => held.add(mebibyte / 16)) === undefined) bytes += mebibyte / 16
      got.push(bytes / mebibyte)
    }
    expect(got).toEqual([8, 4, 2, 1, 0.5, 0.25])
  })

  it('counts the larger networks of an IPv6 address, with their shares', async () => {
    unsent.stop()
    unsent = new UnsentBytes({ limits: { perClient: mebibyte, perProcess: 1_024 * mebibyte }, log: silent })
    const used = async (address: string) => {
      const client = networksOf(address)
      const { socket } = await connection(client)
      const held = unsent.reserve(socket, client)
      return refusal(() => held.add(mebibyte))
    }
    const addresses = Array.from({ length: 9 }, (_, n) => `2001:db8:0:1${String(n).padStart(2, '0')}::1`)
    const refusals: unknown[] = []
    for (const address of addresses) refusals.push(await used(address))
    expect(refusals.map((each) => each === undefined)).toEqual([...Array<boolean>(8).fill(true), false])
    expect(await used('2001:db8:0:200::1')).toBeUndefined()
  })

  it('disconnects the oldest of more than 20 readers of one address that have accepted nothing for 15 seconds', async () => {
    unsent.stop()
    unsent = new UnsentBytes({ limits: { perClient: Infinity, perProcess: Infinity }, log: silent, clock: () => now })
    const readers: Socket[] = []
    for (let count = 0; count < 23; count += 1) {
      const { socket } = await connection(ada)
      socket.write(much.subarray(0, 7 * mebibyte))
      readers.push(socket)
      pass(250)
    }
    const other = await connection(eve)
    other.socket.write(much.subarray(0, 7 * mebibyte))
    for (let waitedMs = 0; waitedMs < 15_000; waitedMs += 250) pass(250)
    expect(readers.map(({ destroyed }) => destroyed)).toEqual([true, true, true, ...Array<boolean>(20).fill(false)])
    expect(other.socket.destroyed).toBe(false)
  })

  it('makes no room for a client at the cost of smaller ones', async () => {
    const small = await connection(eve)
    small.socket.write(much.subarray(0, 5 * mebibyte))
    unsent.check()
    for (let waitedMs = 0; waitedMs < 1_000; waitedMs += 250) pass(250)
    const { socket } = await connection(ada)
    const held = unsent.reserve(socket, ada)
    while (refusal(() => held.add(mebibyte)) === undefined) continue
    expect(small.socket.destroyed).toBe(false)
  })
})
