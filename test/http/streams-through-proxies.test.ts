import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openListener } from '@parley/edge'
import { createLogger } from '@parley/runtime'
import { generationsRoute } from '../../ai-workers/remote/generations-route.js'
import { generationsPath } from '../../ai-workers/remote/wire.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import { replyJob } from '../contracts/reply-fixture.js'
import { ControlledBackend } from '../support/ai-workers/controlled-backend.js'
import { rowsOf } from '../support/documents/pages.js'
import { bodies, eventPaths, streamPaths } from '../support/gateway/early-bodies.js'
import { EarlyLines } from '../support/gateway/early-lines.js'
import { CompressingProxy } from '../support/http/compressing-proxy.js'
import { CompletionFixture, counted, delta, hello, started } from '../support/replies/completion-fixture.js'
import type { Course } from '../support/replies/tapped-generator.js'

const pieces = ['One ', 'two ', 'three.']
const json = { 'content-type': 'application/json', 'accept-encoding': 'gzip, br' }

/** A stream that a test has begun, and what makes the model say its next piece. */
interface Begun {
  readonly answer: Promise<Response>
  readonly say: (piece: string) => void
  readonly end: () => void
}

/** What a reader of the answer has got so far. */
class Reading {
  #text = ''

  constructor(private readonly reader: AsyncIterator<Uint8Array>) {}

  async until(piece: string): Promise<void> {
    while (!this.#text.includes(piece)) {
      const next = await this.reader.next()
      if (next.done === true) throw new Error(`the stream ended before ${piece}`)
      this.#text += Buffer.from(next.value).toString()
    }
  }
}

/** A run of the next job that waits for each piece until a test says it. */
function spokenCourse() {
  const said: string[] = []
  let isEnded = false
  let wake = (): void => undefined
  const course: Course = async function* () {
    yield started
    for (let offset = 0; ;) {
      const piece = said.shift()
      if (piece !== undefined) {
        yield delta(offset, piece)
        offset += piece.length
      } else if (isEnded) break
      else await new Promise<void>((resolve) => (wake = resolve))
    }
    yield counted('stop')
  }
  return {
    course,
    say: (piece: string) => {
      said.push(piece)
      wake()
    },
    end: () => {
      isEnded = true
      wake()
    },
  }
}

let fixture: CompletionFixture
let model: ControlledBackend
let lines: EarlyLines
const closing: (() => Promise<unknown>)[] = []
let proxies: Record<'application' | 'earlier AI lines' | 'workers', CompressingProxy>
beforeAll(async () => {
  fixture = await CompletionFixture.open()
  model = new ControlledBackend()
  lines = await EarlyLines.open({ model })
  const logger = createLogger('silent')
  const worker = new ReplyWorker({ kind: 'office', backends: new Map([['Local', model]]), logger })
  const listener = await openListener({
    ...{ host: '127.0.0.1', port: 0, logger, ready: () => true },
    mount: (app) => app.post(generationsPath, generationsRoute(worker, logger)),
  })
  proxies = {
    application: await CompressingProxy.open(fixture.app.url),
    'earlier AI lines': await CompressingProxy.open(lines.client.url),
    workers: await CompressingProxy.open(`http://127.0.0.1:${String(listener.port)}`),
  }
  for (const proxy of Object.values(proxies)) closing.push(() => proxy.close())
  closing.push(
    () => worker.close(),
    () => listener.close(),
    () => lines.close(),
    () => fixture.close(),
  )
})
afterAll(async () => {
  for (const close of closing) await close()
})

const authorized = () => ({ ...json, authorization: `Bearer ${fixture.ada.token ?? ''}` })

/** Sends a message whose reply the test says. */
async function generation() {
  const { course, ...model } = spokenCourse()
  fixture.tap.next = course
  return { id: await fixture.ada.say(await fixture.ada.room()), ...model }
}

const doors: Readonly<Record<string, () => Promise<Begun>>> = {
  '/graphql/stream': async () => {
    const { id, ...model } = await generation()
    const query = 'subscription ($id: ID!) { generation(id: $id) { delta status } }'
    const answer = fetch(`${proxies.application.url}/graphql/stream`, {
      method: 'POST',
      headers: { ...authorized(), accept: 'text/event-stream' },
      body: JSON.stringify({ query, variables: { id } }),
    })
    return { answer, ...model }
  },
  '/generations/{id}/stream': async () => {
    const { id, ...model } = await generation()
    const answer = fetch(`${proxies.application.url}/generations/${id}/stream`, { headers: authorized() })
    return { answer, ...model }
  },
  '/v1/chat/completions': () => {
    const { course, ...model } = spokenCourse()
    fixture.tap.next = course
    const answer = fetch(`${proxies.application.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${fixture.key}` },
      body: JSON.stringify({ model: 'local', messages: hello, stream: true }),
    })
    return Promise.resolve({ answer, ...model })
  },
  ...Object.fromEntries(
    streamPaths.map((path) => [path, () => spoken(`${proxies['earlier AI lines'].url}${path}`, bodies[path])]),
  ),
  '/internal/generations': () => spoken(`${proxies.workers.url}/internal/generations`, replyJob('Local')),
}

async function spoken(url: string, body: object): Promise<Begun> {
  const answer = fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) })
  const reply = await model.next()
  return { answer, say: (piece) => reply.say(piece), end: () => reply.end() }
}

describe('behind Express with compression() and http-proxy-middleware', () => {
  it.each(Object.keys(doors))('each piece of %s arrives before the next one is made', async (door) => {
    const begun = doors[door]
    if (!begun) throw new Error('no such door')
    const { answer, say, end } = await begun()
    const [first = '', ...later] = pieces
    say(first)
    const { status, headers, body } = await answer
    expect([status, headers.get('cache-control'), headers.get('x-accel-buffering')]).toEqual([
      200,
      'no-store, no-transform',
      'no',
    ])
    if (!body) throw new Error('an answer without a body')
    const reading = new Reading(body[Symbol.asyncIterator]())
    await reading.until(first.trim())
    for (const piece of later) {
      say(piece)
      await reading.until(piece.trim())
    }
    end()
  })

  it('these are the streams of docs/reference/proxies.md, and its earlier lines are those that stream', () => {
    const [, section = ''] = readFileSync('docs/reference/proxies.md', 'utf8').split('\n## Streams\n')
    const rows = rowsOf(section.split('\n## ')[0] ?? '').filter(([name]) => name !== 'stream')
    expect(rows.map(([name = '']) => name.replaceAll('`', '')).sort()).toEqual(Object.keys(doors).sort())
    for (const [name = '', listener, said = ''] of rows)
      if (listener === 'earlier AI lines')
        expect(said === 'server-sent events').toBe(eventPaths.some((path) => name === `\`${path}\``))
  })
})
