import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import WebSocket from 'ws'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { openParley, signedIn } from '../support/clients/client-fixture.js'
import { countingFetch } from '../support/clients/counting-fetch.js'
import { FaultProxy } from '../support/clients/fault-proxy.js'
import { memorySession, ParleyError } from '../../packages/client/src/index.js'
import { ServerProxy, until } from '@parley/testing'

let app: TestApp
beforeAll(async () => {
  const script = new URLSearchParams({ delayMs: '20', chunks: '30', reply: 'a sail '.repeat(30) })
  app = await createTestApp({ env: { LOCAL_MODEL: `scripted:?${script.toString()}` } })
})
afterAll(() => app.close())

/** Sockets that a test can count. */
function countingSockets() {
  const opened: WebSocket[] = []
  const Counted = class extends WebSocket {
    constructor(url: string, protocols: string) {
      super(url, protocols)
      opened.push(this)
    }
  }
  return { opened, WebSocket: Counted }
}

describe('where WebSockets are blocked', () => {
  it('two of them fail, event streams follow, and a later subscription tries a socket again', async () => {
    let isBlocked = true
    const proxy = await FaultProxy.open(app.url, () => ({ refusesSockets: isBlocked }))
    const { opened, WebSocket } = countingSockets()
    const { bodies, fetch } = countingFetch()
    const parley = await signedIn(proxy.url, { WebSocket, fetch, socketRetryMs: 50 })
    const room = parley.room((await parley.createOfficeRoom()).id)
    const leave = room.subscribe(() => undefined)
    await until('the room is read', room, ({ connection }) => connection === 'live')
    expect(opened.length).toBeGreaterThanOrEqual(2)
    expect(opened.map(({ readyState }) => readyState)).not.toContain(WebSocket.OPEN)
    expect(bodies.at(-1)).toMatchObject({ variables: { roomId: room.id } })
    leave()
    isBlocked = false
    while (opened.at(-1)?.readyState !== WebSocket.OPEN) {
      const again = room.subscribe(() => undefined)
      await until('the room is read again', room, ({ connection }) => connection === 'live')
      again()
    }
    await proxy.close()
  })
})

describe('a connection', () => {
  it('that is silent is noticed by pings, and the reply continues', async () => {
    const proxy = await ServerProxy.open(app.url)
    const parley = await signedIn(proxy.url, { keepAliveMs: 100 })
    const room = parley.room((await parley.createOfficeRoom()).id)
    const leave = room.subscribe(() => undefined)
    const sent = await room.send('Hello')
    await until('the reply has begun', room, ({ reply }) => (reply?.text.length ?? 0) > 10)
    proxy.fallSilent()
    await until('the loss is noticed', room, ({ connection }) => connection === 'waiting')
    await proxy.cut()
    await proxy.lay()
    const { entries } = await until('the reply is whole', room, (state) => state.entries.length === 1)
    expect(entries[0]?.outputData).toBe('a sail '.repeat(30))
    const last = []
    for await (const event of sent.events()) last.push(event.text)
    expect(last.at(-1)).toBe('a sail '.repeat(30))
    leave()
    await proxy.cut()
  })

  it.each(['online', 'visibilitychange'])('is tried again at once after the event %s', async (event) => {
    const page = new EventTarget()
    const proxy = await ServerProxy.open(app.url)
    const retry = { firstMs: 600_000, maxMs: 600_000 }
    const parley = await signedIn(proxy.url, { page, retry })
    const room = parley.room((await parley.createOfficeRoom()).id)
    const leave = room.subscribe(() => undefined)
    await until('the room is read', room, ({ connection }) => connection === 'live')
    await proxy.cut()
    await until('it waits', room, ({ connection }) => connection === 'waiting')
    await proxy.lay()
    page.dispatchEvent(new Event(event))
    await until('the room is read again', room, ({ connection, error }) => connection === 'live' && error === null)
    leave()
    await proxy.cut()
  })

  it('is shared by all subscriptions, and closed when the last listener leaves', async () => {
    const { opened, WebSocket } = countingSockets()
    const parley = await signedIn(app.url, { WebSocket })
    const [one, two] = [parley.room((await parley.createOfficeRoom()).id), parley.rooms()]
    const leaves = [one.subscribe(() => undefined), two.subscribe(() => undefined)]
    await until('the room is read', one, ({ connection }) => connection === 'live')
    await until('the list is read', two, ({ connection }) => connection === 'live')
    expect(opened).toHaveLength(1)
    const closed = new Promise((resolve) => opened[0]?.once('close', resolve))
    for (const leave of leaves) leave()
    await closed
  })

  it('continues a reply that nothing has followed, and shows it whole', async () => {
    const parley = await signedIn(app.url)
    const room = parley.room((await parley.createOfficeRoom()).id)
    const leave = room.subscribe(() => undefined)
    const sent = await room.send('Hello')
    const { reply } = await until('the reply has begun', room, (state) => (state.reply?.text.length ?? 0) > 10)
    leave()
    const known = reply?.text ?? ''
    for await (const { text } of sent.events()) if (text.length > known.length + 20) break
    const texts: string[] = []
    const again = room.subscribe((state) => state.reply && texts.push(state.reply.text))
    await until('the entry is in the log', room, ({ entries }) => entries.length === 1)
    for (const text of texts)
      expect([text.startsWith(known), 'a sail '.repeat(30).startsWith(text)]).toEqual([true, true])
    again()
  })
})

describe('a request', () => {
  const lost = async (cutAfterBytes: number) => {
    const storage = memorySession()
    await signedIn(app.url, { session: storage })
    let connections = 0
    const proxy = await FaultProxy.open(app.url, () => (connections++ === 0 ? { cutAfterBytes } : {}))
    return { proxy, parley: openParley(proxy.url, { session: storage }) }
  }

  it('with an idempotency key is sent again after a lost answer, and has one effect', async () => {
    const { proxy, parley } = await lost(0)
    const { id } = await parley.createOfficeRoom()
    const rooms = parley.rooms()
    const leave = rooms.subscribe(() => undefined)
    const state = await until(
      'the list is read',
      rooms,
      ({ connection, rooms: all }) => connection === 'live' && all.length > 0,
    )
    expect([state.rooms.map((room) => room.id), proxy.cut]).toEqual([[id], 1])
    leave()
    await proxy.close()
  })

  it('without one is not sent again', async () => {
    const { proxy, parley } = await lost(0)
    await expect(parley.updateProfile({ username: 'renamed' })).rejects.toMatchObject({ code: 'NETWORK' })
    expect(proxy.accepted).toBe(1)
    expect(await parley.profile()).toMatchObject({ username: 'renamed' })
    await proxy.close()
  })

  it('waits as long as the server says', async () => {
    const starts: number[] = []
    const parley = openParley(app.url, {
      fetch: (input, init) => {
        starts.push(performance.now())
        if (starts.length > 1) return fetch(input, init)
        return Promise.resolve(new Response('busy', { status: 503, headers: { 'retry-after': '0.1' } }))
      },
    })
    expect((await parley.models()).length).toBeGreaterThan(0)
    expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBeGreaterThanOrEqual(95)
  })

  it('ends with its signal, as every call does', async () => {
    const proxy = await ServerProxy.open(app.url)
    const parley = await signedIn(proxy.url)
    const room = parley.room((await parley.createOfficeRoom()).id)
    const sent = await room.send('Hello')
    proxy.fallSilent()
    const controller = new AbortController()
    const { signal } = controller
    const follow = async () => {
      for await (const { status } of sent.events({ signal })) if (status === 'FAILED') return
    }
    const calls = [parley.models({ signal }), room.send('Again', { signal }), follow(), room.loadOlder({ signal })]
    controller.abort()
    const failures = await Promise.all(
      calls.map((call) =>
        call.then(
          () => undefined,
          (error: unknown) => error,
        ),
      ),
    )
    for (const failure of failures) expect(failure).toMatchObject({ name: 'ParleyError', code: 'ABORTED' })
    await expect(parley.models({ signal })).rejects.toBeInstanceOf(ParleyError)
    await proxy.cut()
  })

  it('that is refused rejects with the code, the sentence and the refused values', async () => {
    const parley = await signedIn(app.url)
    await expect(parley.room('nowhere').send('Hello')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const refused = await parley.createCharacter({ name: '' }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ParleyError)
    expect(refused).toMatchObject({ code: 'BAD_USER_INPUT', details: { fields: [{ path: ['input', 'name'] }] } })
    await expect(parley.uploadImage(new Blob(['no picture']))).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    const nowhere = openParley('http://127.0.0.1:1', { retry: { attempts: 2, firstMs: 1 } })
    await expect(nowhere.models()).rejects.toMatchObject({ code: 'NETWORK' })
  })
})
