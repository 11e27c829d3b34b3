import { afterEach, describe, expect, it } from '@jest/globals'
import { HostedFailure } from '../../ai-workers/backends/hosted-failure.js'
import { PromptTooLong } from '../../ai-workers/backends/prompt-too-long.js'
import {
  bodies,
  chunkOf,
  jsonPaths,
  kindOf,
  paths,
  said,
  streamPaths,
  textPaths,
} from '../support/gateway/early-bodies.js'
import type { Path } from '../support/gateway/early-bodies.js'
import { EarlyLines } from '../support/gateway/early-lines.js'
import type { EarlyLinesOptions } from '../support/gateway/early-lines.js'
import { ControlledBackend } from '../support/ai-workers/controlled-backend.js'

let lines: EarlyLines
const open = async (options: EarlyLinesOptions = {}) => {
  lines = await EarlyLines.open({ model: 'scripted:?reply=hello&chunks=5&delayMs=1', ...options })
}
const openSpoken = async (options: EarlyLinesOptions = {}) => {
  const model = new ControlledBackend()
  await open({ model, ...options })
  return model
}
afterEach(() => lines.close())

const failing = (error: Error) => ({
  name: 'failing',
  stream: () => {
    throw error
  },
})

describe('a reply that fails', () => {
  const local = 'Error: The reply could not be generated'

  it.each(
    streamPaths.flatMap((path): [Path, Error, string][] => [
      [path, new Error('at /secret/path'), local],
      [path, new HostedFailure('429 from the model'), 'Hosted API error: 429 from the model'],
    ]),
  )('before its first piece is a text with the marker: %s %s', async (path, error, words) => {
    await open({ model: failing(error) })
    const { head, chunks, isWhole } = await lines.stream(path, bodies[path]).answer()
    expect(head).toMatch(/^HTTP\/1.1 200 OK/)
    expect([chunks, isWhole]).toEqual([[chunkOf(path, words)], true])
  })

  it.each(
    streamPaths.flatMap((path): [Path, Error, string][] => [
      [path, new Error('at /secret/path'), local],
      [path, new HostedFailure('cut off'), 'Hosted API error: cut off'],
      [path, new PromptTooLong(), 'Error: The message does not fit the context of the model'],
    ]),
  )('in the middle ends its stream with a separate chunk: %s %s', async (path, error, words) => {
    const model = await openSpoken()
    const caller = lines.stream(path, bodies[path])
    const speech = await model.next()
    speech.say('Well\r')
    await caller.until('Well')
    speech.fail(error)
    const { chunks, isWhole } = await caller.answer()
    const text = path.endsWith('_sse') ? ['data: Well\n\n', 'data: \ndata: \n\n'] : ['Well\r']
    expect([chunks, isWhole]).toEqual([[...text, chunkOf(path, words)], true])
  })

  it.each<[string, string | EarlyLinesOptions['model'], number, object]>([
    ['at once', failing(new Error('at /secret/path')), 200, { response: local }],
    ['in the middle', 'scripted:?failAt=3&delayMs=0', 200, { response: local }],
    ['without a text', 'scripted:?empty=true', 200, { response: local }],
    ['hosted', failing(new HostedFailure('429')), 200, { response: 'Hosted API error: 429' }],
    ['too long', failing(new PromptTooLong()), 400, { detail: 'The message does not fit the context of the model' }],
    ['late', 'scripted:?stallAt=2&delayMs=0', 500, { detail: 'The model response timed out' }],
  ])('says so in JSON, and is not tried again: %s', async (name, model, status, body) => {
    await open({ model, timeoutMs: name === 'late' ? 100 : 20_000 })
    for (const path of jsonPaths) expect(await lines.post(path, bodies[path])).toMatchObject({ status, body })
  })

  it.each(streamPaths)('has its own status before anything was sent: %s', async (path) => {
    await open({ model: failing(new PromptTooLong()) })
    const tooLong = { detail: 'The message does not fit the context of the model' }
    expect(await lines.post(path, bodies[path])).toMatchObject({ status: 400, body: tooLong })
    await lines.close()
    await open({ model: 'scripted:?stallAt=1', timeoutMs: 50 })
    const late = { status: 500, body: { detail: 'The model response timed out' } }
    expect(await Promise.all([1, 2].map(() => lines.post(path, bodies[path])))).toMatchObject([late, late])
  })

  it('reports in its stream that it timed out', async () => {
    // long enough for the first pieces on a busy machine
    const model = await openSpoken({ timeoutMs: 1_500 })
    const called = (['/Local_stream', '/character_sse'] as const).map((path) => ({
      path,
      caller: lines.stream(path, bodies[path]),
    }))
    for (const speech of await Promise.all(called.map(() => model.next()))) speech.say('Well')
    for (const { path, caller } of called) {
      const { chunks, isWhole } = await caller.answer()
      const texts = ['Well', 'Error: The model response timed out'].map((text) => chunkOf(path, text))
      expect([chunks, isWhole]).toEqual([texts, true])
    }
  })

  it.each(streamPaths)('reports in its stream that its worker was lost: %s', async (path) => {
    const model = await openSpoken()
    const caller = lines.stream(path, bodies[path])
    const speech = await model.next()
    speech.say('Well')
    await caller.until('Well')
    const broken = lines.breakDown(kindOf(path))
    const { chunks, isWhole } = await caller.answer()
    await broken
    const words = 'Error: Service temporarily unavailable'
    expect([chunks, isWhole]).toEqual([[chunkOf(path, 'Well'), chunkOf(path, words)], true])
  })
})

describe('a service that accepts no job', () => {
  const unavailable = { status: 503, body: { detail: 'Service temporarily unavailable' } }

  it('reports it before any stream begins: while its model is loading', async () => {
    await open({ model: undefined })
    for (const path of paths) {
      const refused = await lines.post(path, bodies[path])
      expect(refused).toMatchObject(unavailable)
      expect(refused.headers.get('retry-after')).toBe('5')
    }
  })

  it('when it has no model of these lines', async () => {
    await open({ words: ['Local'] })
    for (const path of ['/Korean_stream', '/Roleplay_stream'] as const)
      expect(await lines.post(path, bodies[path])).toMatchObject(unavailable)
    expect((await lines.post('/character_stream', bodies['/character_stream'])).status).toBe(200)
  })

  it.each(paths)('when its queue is full, and while it stops: %s', async (path) => {
    const model = await openSpoken({ queueLimit: 1 })
    const width = textPaths.some((one) => one === path) ? 1 : 2
    const callers = Array.from({ length: width + 1 }, () => lines.stream(path, bodies[path]))
    const running = Array.from({ length: width }, () => model.next())
    await Promise.all(running)
    await lines.active(kindOf(path), width + 1)
    const full = await lines.post(path, bodies[path])
    expect(full).toMatchObject(unavailable)
    expect(full.headers.get('retry-after')).toBe('5')
    const stopped = lines.breakDown(kindOf(path))
    for (const caller of callers) expect((await caller.answer()).head).toMatch(/^HTTP\/1.1 503 .*\r\n/)
    await stopped
    expect(await lines.post(path, bodies[path])).toMatchObject(unavailable)
  })
})

describe('a reader', () => {
  it.each(paths)("that disconnects ends its own reply, running or queued, and no other caller's: %s", async (path) => {
    const model = await openSpoken()
    const kind = kindOf(path)
    const width = textPaths.some((one) => one === path) ? 1 : 2
    const running = lines.stream(path, bodies[path])
    const speech = await model.next()
    const others = Array.from({ length: width - 1 }, () => lines.stream(path, bodies[path]))
    const otherSpeeches = await Promise.all(others.map(() => model.next()))
    const queued = lines.stream(path, bodies[path])
    await lines.active(kind, width + 1)
    const stays = lines.stream(path, bodies[path])
    await lines.active(kind, width + 2)
    queued.socket.destroy()
    await lines.active(kind, width + 1)
    speech.say('Well')
    if (!jsonPaths.some((one) => one === path)) await running.until('Well')
    running.socket.destroy()
    await speech.stopped
    const next = await model.next()
    expect(model.begun).toBe(width + 1)
    for (const one of [next, ...otherSpeeches]) {
      one.say('hello')
      one.end()
    }
    for (const caller of [stays, ...others]) expect((await caller.ended()).split('\r\n\r\n')[1]).toContain('hello')
    await lines.active(kind, 0)
    expect(lines.report(kind)).toMatchObject({ total_requests: width + 2, success_rate: 100 })
  })

  it('that disconnects ends a reply that waits behind another one of its connection', async () => {
    const model = await openSpoken()
    const caller = lines.stream('/Local_stream', said)
    const body = JSON.stringify(said)
    caller.send(`POST /office_sse HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    await model.next()
    await lines.active('office', 1)
    caller.socket.destroy()
    await lines.active('office', 0)
  })

  it.each(streamPaths)('that pauses uses no slot and little memory, and gets it all later: %s', async (path) => {
    const model = await openSpoken()
    const caller = lines.stream(path, bodies[path])
    const speech = await model.next()
    caller.socket.pause()
    const piece = 'x'.repeat(9_999)
    for (let count = 0; count < 90; count += 1) speech.say(`${piece}\n`)
    speech.end()
    await lines.active(kindOf(path), 0)
    const quick = lines.stream(path, bodies[path])
    const other = await model.next()
    other.say('quick')
    other.end()
    expect((await quick.answer()).chunks).toEqual([chunkOf(path, 'quick')])
    caller.socket.resume()
    const { chunks, isWhole } = await caller.answer()
    const text = chunks.join('').replaceAll(/data: |\n/g, '')
    expect([text === piece.repeat(90), isWhole]).toEqual([true, true])
  })
})
