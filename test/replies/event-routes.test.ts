import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { GraphQLError, parse } from 'graphql'
import { z } from 'zod'
import { type Listener, openListener, OpenStreams } from '@parley/edge'
import { createLogger } from '@parley/runtime'
import { eventRoute } from '../../rest-facade/rows/event-route.js'
import { mountEvents } from '../../rest-facade/mount-events.js'
import type { SchemaResult, StreamingClient } from '../../rest-facade/rows/schema-client.js'
import { BoundedSubscription } from '../../src/ports/event-bus/bounded-subscription.js'
import { eventsIn } from '../support/http/sse.js'
import { wideQuota } from '../support/http/wide-quota.js'

interface Tick {
  readonly tick: { readonly at: number; readonly text: string; readonly isLast: boolean }
}
type Result = SchemaResult<Tick>

const ticks: TypedDocumentNode<Tick, { after: string | undefined }> = parse('subscription { tick { at text isLast } }')
const route = eventRoute({
  about: { id: 'followTicks', tag: 'rooms', summary: 'A toy' },
  path: '/ticks',
  token: 'required',
  request: z.object({ header: z.object({ 'last-event-id': z.string().optional() }) }),
  operation: ticks,
  variables: ({ header }) => ({ after: header['last-event-id'] }),
  fields: () => ({ after: ['header', 'last-event-id'] }),
  toEvent: ({ tick }) => ({ id: String(tick.at), data: tick, isLast: tick.isLast }),
  lastId: ({ header }) => header['last-event-id'],
  event: z.object({ at: z.int(), text: z.string(), isLast: z.boolean() }),
  streams: 'Ticks.',
  refuses: {},
})
const tick = (at: number, { text = '', isLast = false } = {}): Result => ({ data: { tick: { at, text, isLast } } })

/** A subscription that the test controls: it publishes given results, and records when its reader has left. */
class Source implements AsyncIterableIterator<Result> {
  /** The number of results that its reader has requested. */
  asked = 0
  readonly ended = new AbortController()
  readonly #items = new BoundedSubscription(1_000, () => this.ended.abort())
  readonly #results: (Result | Error)[] = []

  constructor(readonly endless?: (at: number) => Result) {}

  publish(result: Result | Error): void {
    this.#results.push(result)
    this.#items.push('')
  }

  async next(): Promise<IteratorResult<Result, undefined>> {
    this.asked += 1
    if (this.endless) return { done: false, value: this.endless(this.asked) }
    const { done } = await this.#items.next()
    const result = done ? undefined : this.#results.shift()
    if (result instanceof Error) throw result
    return result ? { done: false, value: result } : { done: true, value: undefined }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    return this.#items.return()
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

let listener: Listener
let streams: OpenStreams
let source: Source
/** The result of the next request, instead of the source. */
let refused: Result | undefined
beforeEach(async () => {
  source = new Source()
  refused = undefined
  streams = new OpenStreams({ perCaller: 2, all: 3 }, wideQuota())
  const client: StreamingClient = {
    identify: ({ authorization }) =>
      Promise.resolve({ tokenState: authorization === 'bad' ? 'invalid' : 'valid', callerId: authorization }),
    execute: () => Promise.reject(new Error('nothing is executed here')),
    storeImage: () => Promise.reject(new Error('nothing is stored here')),
    cardFile: () => Promise.reject(new Error('nothing is stored here')),
    storeFile: () => Promise.reject(new Error('nothing is stored here')),
    openFile: () => Promise.reject(new Error('nothing is stored here')),
    // the compiler cannot check that this data answers that document
    watch: <TData>() => Promise.resolve((refused ?? source) as unknown as AsyncIterableIterator<SchemaResult<TData>>),
  }
  listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    logger: createLogger('silent'),
    ready: () => true,
    closeTimeoutMs: 100,
    mount: (app) =>
      app.use(mountEvents(client, [route], { open: streams, times: { beatMs: 20, retryMs: () => 1_234 } })),
  })
})
afterEach(() => listener.close())

const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${listener.port}/ticks`, { method, headers: { authorization: 'good', ...headers } })
const listened = () => (source.ended.signal.aborted ? undefined : once(source.ended.signal, 'abort'))

describe('a stream of events', () => {
  it('is sent as it happens and ends with the last event', async () => {
    source.publish(tick(1))
    const response = await ask()
    source.publish(tick(2, { text: 'line\nbreak' }))
    source.publish(tick(3, { isLast: true }))
    source.publish(tick(4))
    const text = await response.text()
    expect(text.startsWith('retry: 1234\n\nid: 1\ndata: {"at":1,"text":"","isLast":false}\n\n')).toBe(true)
    expect(eventsIn(text).map(({ id }) => id)).toEqual(['1', '2', '3'])
    await listened()
  })

  it('sends heartbeats between events', async () => {
    source.publish(tick(1))
    const reader = (await ask()).body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!/(?:: ping\n\n){2}/.test(text)) text += (await reader?.read())?.value ?? ''
    await reader?.cancel()
    await listened()
  })

  it('ends its subscription at once when its client disconnects, even between events', async () => {
    source.publish(tick(1))
    const leaving = new AbortController()
    await fetch(`http://127.0.0.1:${listener.port}/ticks`, {
      headers: { authorization: 'good' },
      signal: leaving.signal,
    })
    expect(source.ended.signal.aborted).toBe(false)
    leaving.abort()
    await listened()
  })

  it('has a separate status for a refusal before the first event', async () => {
    const message = 'Not a cursor'
    const fields = [{ path: ['after'], rule: 'format' as const, message }]
    refused = { errors: [{ message, extensions: { code: 'BAD_USER_INPUT', fields } }] }
    const invalid = await ask()
    expect([invalid.status, await invalid.json()]).toEqual([
      422,
      {
        detail: [{ location: ['header', 'last-event-id'], message: `Value error, ${message}`, type: 'value_error' }],
        message: 'Input data validation failed',
      },
    ])
    refused = undefined
    source.publish(new GraphQLError('Database', { extensions: { code: 'UNAVAILABLE', part: 'store' } }))
    expect((await ask()).status).toBe(503)
  })

  it('is 404 when there is nothing more to send', async () => {
    await source.return()
    expect((await ask()).status).toBe(404)
  })

  it.each([
    ['breaks its source', new GraphQLError('Invalid or expired token', { extensions: { code: 'UNAUTHENTICATED' } })],
    [
      'stands beside an event',
      { ...tick(2), errors: [{ message: 'Invalid or expired token', extensions: { code: 'UNAUTHENTICATED' } }] },
    ],
  ])('ends with an event that says why when what goes wrong %s', async (_name, wrong) => {
    source.publish(tick(1))
    const response = await ask()
    source.publish(wrong)
    const sent = eventsIn(await response.text())
    expect(sent.at(-1)).toEqual({
      id: undefined,
      event: 'error',
      data: '{"code":"UNAUTHENTICATED","message":"Invalid or expired token"}',
    })
    expect(sent).toHaveLength(2)
    await listened()
  })

  it('is cut off by an unexpected error', async () => {
    source.publish(tick(1))
    const response = await ask()
    source.publish(new TypeError('a fault'))
    await expect(response.text()).rejects.toThrow('terminated')
    await listened()
  })

  it('reports a temporary failure to a reconnected client in an event: after a status the client would give up', async () => {
    refused = {
      errors: [{ message: 'The database cannot be reached', extensions: { code: 'UNAVAILABLE', part: 'store' } }],
    }
    expect((await ask()).status).toBe(503)
    const response = await ask({ 'last-event-id': '1' })
    expect([response.status, await response.text()]).toEqual([
      200,
      'retry: 1234\n\nevent: error\ndata: {"code":"UNAVAILABLE","message":"The database cannot be reached"}\n\n',
    ])
    refused = { errors: [{ message: 'Too many', extensions: { code: 'RATE_LIMITED', retryAfterMs: 5_000 } }] }
    expect((await ask()).status).toBe(429)
    expect(await (await ask({ 'last-event-id': '1' })).text()).toContain('"code":"RATE_LIMITED"')
    refused = { errors: [{ message: 'Not found', extensions: { code: 'NOT_FOUND' } }] }
    expect((await ask({ 'last-event-id': '1' })).status).toBe(404)
  })

  it('sends nothing to a client that has had the last event', async () => {
    source.publish(tick(3, { isLast: true }))
    expect((await ask({ 'last-event-id': '3' })).status).toBe(204)
    await listened()
  })

  it('has only a head for HEAD, and requires a token', async () => {
    source.publish(tick(1))
    const { status, headers } = await ask({}, 'HEAD')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    await listened()
    expect((await ask({ authorization: 'bad' })).status).toBe(401)
  })
})

describe('simultaneous streams', () => {
  it('are limited per caller and in total, and only while they are open', async () => {
    source = new Source((at) => (at < 4 ? tick(at) : tick(at, { isLast: true })))
    const release = new AbortController()
    const held = Array.from({ length: 3 }, (_, number) =>
      streams.run(
        { accountId: number < 2 ? 'good' : 'other', ipAddress: null, disconnected: release.signal },
        async (over) => {
          await once(over, 'abort')
        },
      ),
    )
    expect((await ask()).status).toBe(429)
    const full = await ask({ authorization: 'somebody' })
    expect([full.status, full.headers.get('retry-after')]).toEqual([503, '5'])
    release.abort()
    await Promise.all(held)
    expect((await ask()).status).toBe(200)
  })
})

describe('streams of clients without an account', () => {
  it('count for their address, not for all such clients', async () => {
    source = new Source((at) => tick(at, { isLast: true }))
    const release = new AbortController()
    const held = [1, 2].map(() =>
      streams.run({ accountId: undefined, ipAddress: '192.0.2.7', disconnected: release.signal }, async (over) => {
        await once(over, 'abort')
      }),
    )
    const guest = await fetch(`http://127.0.0.1:${listener.port}/ticks`)
    expect(guest.status).toBe(200)
    await guest.text()
    release.abort()
    await Promise.all(held)
  })
})

describe('streams of a listener that stops', () => {
  it('end properly, so that their clients reconnect, even a stream that begins in the meantime', async () => {
    source.publish(tick(1))
    const response = await ask()
    streams.stop()
    expect(eventsIn(await response.text())).toHaveLength(1)
    await listened()
    const late = await ask()
    expect([late.status, await late.text()]).toEqual([200, 'retry: 1234\n\n'])
  })
})

describe('a reader that stops reading', () => {
  let reader: Socket
  afterEach(() => {
    reader.destroy()
  })

  it('uses no more memory than the buffers of two sockets, and continues where it stopped', async () => {
    const text = 'x'.repeat(65_536)
    source = new Source((at) => tick(at, { text, isLast: at === 400 }))
    reader = connect(listener.port, '127.0.0.1').pause()
    reader.write('GET /ticks HTTP/1.1\r\nHost: x\r\nAuthorization: good\r\nConnection: close\r\n\r\n')
    for (let quiet = 0, last = 0; quiet < 100; last = source.asked) {
      await setImmediate()
      quiet = source.asked === last && last > 0 ? quiet + 1 : 0
    }
    expect(source.asked).toBeLessThan(200)
    let received = ''
    for await (const bytes of reader) received += String(bytes)
    expect([...received.matchAll(/^id: (\d+)$/gm)].map(([, at]) => Number(at))).toEqual(
      Array.from({ length: 400 }, (_, index) => index + 1),
    )
  })
})
