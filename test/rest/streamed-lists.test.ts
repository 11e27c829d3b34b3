import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { ChatLogStore } from '@parley/chat-log-store'
import { createTestApp, type TestApp } from '../support/app/app.js'

const entryCount = 160
/** Together more than the system buffers. */
const text = 'x'.repeat(200_000)

let pagesRead = 0
let pagesInFlight = 0
let isBroken = false

/** Counts the pages that are read of chat logs; later reads fail while `isBroken`. */
function counting(store: ChatLogStore): ChatLogStore {
  return new Proxy(store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]): unknown => {
        if (name !== 'page') return value.apply(target, given)
        pagesRead += 1
        if (isBroken && pagesRead > 1) throw new Error('broken')
        pagesInFlight += 1
        const page = value.apply(target, given) as Promise<unknown>
        return page.finally(() => (pagesInFlight -= 1))
      }
    },
  })
}

let app: TestApp
let path: string
beforeAll(async () => {
  app = await createTestApp({ wrap: { chatLogs: counting } })
  const ada = app.stranger()
  const { body } = await ada.rest('POST', '/api/rooms/officerooms', { userid: 'ada' })
  path = `/api/rooms/officerooms/${(body as { room_id: string }).room_id}/logs`
  for (let count = 0; count < entryCount; count += 1)
    await ada.rest('PUT', path, { input_data: String(count), output_data: text })
})
afterAll(() => app.close())

const requestStart = 'http.server.request.start'

/** Requests the list without reading the answer; `answer` is the response of the server. */
async function stalledRequest() {
  const begun = new Promise<ServerResponse>((resolve) => {
    const onStart = (message: unknown) => {
      unsubscribe(requestStart, onStart)
      resolve((message as { response: ServerResponse }).response)
    }
    subscribe(requestStart, onStart)
  })
  const reader = connect(Number(new URL(app.url).port), '127.0.0.1').pause()
  reader.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  return { reader, answer: await begun }
}

/**
 * Resolves when for many rounds of the event loop no page was read while the answer waited for its reader or was
 * closed.
 */
async function standstill(answer: ServerResponse): Promise<void> {
  for (let quiet = 0, seen = -1; quiet < 2_000; quiet += 1) {
    const isWaiting = answer.writableNeedDrain || answer.destroyed
    if (!isWaiting || pagesInFlight > 0 || pagesRead !== seen) quiet = 0
    seen = pagesRead
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('a complete REST list', () => {
  it('is read page by page, at the pace of its reader', async () => {
    pagesRead = 0
    const { reader, answer } = await stalledRequest()
    await standstill(answer)
    const readAhead = pagesRead
    let received = 0
    reader.on('data', (chunk: Buffer) => (received += chunk.length))
    reader.resume()
    await once(reader, 'close')
    expect(received).toBeGreaterThan(entryCount * text.length)
    expect(readAhead).toBeGreaterThan(0)
    expect(readAhead).toBeLessThan(pagesRead / 2)
  })

  it('is one JSON array, with every entry once and in order', async () => {
    const { status, headers, body } = await app.stranger().rest('GET', path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    const inputs = (body as { input_data: string }[]).map(({ input_data: input }) => input)
    expect(inputs).toEqual(Array.from({ length: entryCount }, (_, at) => String(at)))
  })

  it('reads no further page for a reader that has disconnected', async () => {
    pagesRead = 0
    const { reader, answer } = await stalledRequest()
    await standstill(answer)
    const readAhead = pagesRead
    const closed = once(answer, 'close')
    reader.destroy()
    await closed
    await standstill(answer)
    expect(pagesRead).toBe(readAhead)
  })

  it('answers HEAD with its headers, and reads only the first page', async () => {
    pagesRead = 0
    const response = await fetch(app.url + path, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(pagesRead).toBe(1)
  })

  it('breaks off when a later page fails, so that no reader treats it as complete', async () => {
    pagesRead = 0
    isBroken = true
    try {
      await expect(fetch(app.url + path).then((response) => response.text())).rejects.toThrow()
    } finally {
      isBroken = false
    }
  })

  it('answers one page with a link when a limit is sent', async () => {
    const { headers, body } = await app.stranger().rest('GET', `${path}?limit=100`)
    const rows = (body as unknown[]).length
    expect(rows).toBeGreaterThan(0)
    expect(headers.get('link')).toContain('limit=100')
    expect(rows).toBeLessThanOrEqual(100)
  })
})
