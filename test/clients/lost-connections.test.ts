import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import WebSocket from 'ws'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { openParley, signedIn } from '../support/clients/client-fixture.js'
import { FaultProxy } from '../support/clients/fault-proxy.js'
import { saveEntry } from '../support/clients/save-entry.js'
import { memorySession, type Parley, type Room } from '../../packages/client/src/index.js'
import { ServerProxy, until } from '@parley/testing'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Sockets that a test can see; the change is made to each new one. */
function seenSockets(change: (socket: WebSocket) => void = () => undefined) {
  const opened: WebSocket[] = []
  const Seen = class extends WebSocket {
    constructor(url: string, protocols: string) {
      super(url, protocols)
      opened.push(this)
      change(this)
    }
  }
  return { WebSocket: Seen, isOpen: () => opened.at(-1)?.readyState === WebSocket.OPEN, opened }
}

/** A room of the client that is live, and the end of its listener. */
async function liveRoom(parley: Parley): Promise<{ readonly room: Room; readonly leave: () => void }> {
  const room = parley.room((await parley.createOfficeRoom()).id)
  const leave = room.subscribe(() => undefined)
  await until('the room is read', room, ({ connection }) => connection === 'live')
  return { room, leave }
}

describe('a subscription returns to a socket', () => {
  it('after an outage of the server, however long', async () => {
    const proxy = await ServerProxy.open(app.url)
    const { isOpen, opened, ...sockets } = seenSockets()
    const parley = await signedIn(proxy.url, { ...sockets, socketRetryMs: 50 })
    const { room, leave } = await liveRoom(parley)
    await proxy.cut()
    const before = opened.length
    await until('many sockets have failed', () => opened.length > before + 8)
    await proxy.lay()
    await until('the room is read again', room, ({ connection }) => connection === 'live')
    await until('it has a socket', isOpen)
    leave()
    await proxy.cut()
  })

  it('as soon as sockets are not blocked any more', async () => {
    let isBlocked = true
    const proxy = await FaultProxy.open(app.url, () => ({ refusesSockets: isBlocked }))
    const { isOpen, ...sockets } = seenSockets()
    const parley = await signedIn(proxy.url, { ...sockets, socketRetryMs: 50 })
    const { room, leave } = await liveRoom(parley)
    expect(isOpen()).toBe(false)
    isBlocked = false
    await until('it has a socket', isOpen)
    await until('the room is read again', room, ({ connection }) => connection === 'live')
    leave()
    await proxy.close()
  })
})

describe('a socket', () => {
  it('has more time after each loss, until a large result has arrived on a slow link', async () => {
    const proxy = await FaultProxy.open(app.url, () => ({ delayMs: 20, pieceBytes: 4_000 }))
    const { opened, isOpen, ...sockets } = seenSockets()
    const session = memorySession()
    const fast = await signedIn(app.url, { session })
    const { id } = await fast.createOfficeRoom()
    for (let count = 0; count < 40; count += 1)
      await fast.request(saveEntry, {
        input: { roomId: id, inputData: 'Hello', outputData: 'Aye '.repeat(1_000), kind: 'OFFICE' },
      })
    const parley = openParley(proxy.url, { session, ...sockets, keepAliveMs: 100 })
    const rooms = parley.rooms()
    const leaveRooms = rooms.subscribe(() => undefined)
    await until('the list is read', rooms, ({ connection }) => connection === 'live')
    const room = parley.room(id)
    const leave = room.subscribe(() => undefined)
    await until('the room is read', room, ({ entries }) => entries.length === 40)
    expect([opened.length > 1, isOpen()]).toEqual([true, true])
    leave()
    leaveRooms()
    await proxy.close()
  })

  it('that opens and carries no result is replaced by event streams', async () => {
    const { opened, WebSocket } = seenSockets((socket) => socket.once('message', () => socket.terminate()))
    const parley = await signedIn(app.url, { WebSocket })
    const { leave } = await liveRoom(parley)
    expect(opened.map(({ readyState }) => readyState)).not.toContain(WebSocket.OPEN)
    leave()
  })

  it('that is dropped while it connects raises no error', async () => {
    const raised: unknown[] = []
    const note = (error: unknown) => raised.push(error)
    process.on('uncaughtException', note)
    const proxy = await ServerProxy.open(app.url)
    const { opened, WebSocket } = seenSockets()
    const session = memorySession()
    await signedIn(proxy.url, { session })
    const parley = openParley(proxy.url, { session, WebSocket, timeoutMs: 100, retry: { attempts: 1 } })
    const rooms = parley.rooms()
    proxy.fallSilent()
    const leave = rooms.subscribe(() => undefined)
    await until('a socket connects', () => opened.length > 0)
    await parley.signOut().catch(() => undefined)
    await until('the socket is closed', () => opened[0]?.readyState === WebSocket.CLOSED)
    leave()
    await proxy.cut()
    process.off('uncaughtException', note)
    expect(raised).toEqual([])
  })

  it('is not closed by an operation that is too long for it', async () => {
    const { opened, WebSocket } = seenSockets()
    const parley = await signedIn(app.url, { WebSocket })
    const { room, leave } = await liveRoom(parley)
    const text = `subscription { myRoomEvents { cursor } } #${' '.repeat(130 * 1024)}`
    const read = async () => {
      for await (const result of parley.follow<{ myRoomEvents: { cursor: string } }, Record<string, never>>(
        { text },
        {},
      ))
        return result.myRoomEvents.cursor
    }
    await expect(read()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect([opened.length, room.getSnapshot().connection]).toEqual([1, 'live'])
    leave()
  })
})

describe('an event stream', () => {
  it('continues after every answer of a proxy', async () => {
    const html = (status: number, headers: Record<string, string> = {}) =>
      new Response('<h1>Sign in to the network</h1>', { status, headers: { 'content-type': 'text/html', ...headers } })
    const date = new Date(Date.now() + 60_000).toUTCString()
    const answers = [
      html(503, { 'retry-after': '60' }),
      html(503, { 'retry-after': date }),
      ...[200, 403, 404, 429, 502].map((status) => html(status)),
      Response.json({ errors: [{ message: 'Too many', extensions: { code: 'RATE_LIMITED' } }] }),
    ]
    const parley = await signedIn(app.url, {
      WebSocket: false,
      fetch: (input, init) => {
        const answer = new Request(input).url.endsWith('/stream') ? answers.shift() : undefined
        return answer ? Promise.resolve(answer) : fetch(input, init)
      },
    })
    const messages = new Set<string>()
    const room = parley.room((await parley.createOfficeRoom()).id)
    const leave = room.subscribe(({ error }) => error && messages.add(`${error.code}: ${error.message}`))
    await until('the room is read', room, ({ connection }) => connection === 'live')
    expect(answers).toEqual([])
    const unavailable = [503, 200, 403, 404, 502].map((n) => `UNAVAILABLE: Status ${String(n)} without JSON`)
    const limited = ['RATE_LIMITED: Status 429 without JSON', 'RATE_LIMITED: Too many']
    expect([...messages].sort()).toEqual([...limited, ...unavailable].sort())
    leave()
  })

  it('has results with every kind of line end', async () => {
    const parley = await signedIn(app.url, { WebSocket: false })
    const { room, leave } = await liveRoom(parley)
    const text = 'one\u2028two\u2029three\r\nfour\rfive\n\nsix'
    await room.send(text)
    const { entries } = await until('the entry is shown', room, (state) => state.entries.length === 1)
    expect(entries[0]?.inputData).toBe(text)
    leave()
  })
})
