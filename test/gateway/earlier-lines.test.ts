import { afterEach, describe, expect, it } from '@jest/globals'
import { bodies, eventPaths, jsonPaths, kindOf, said, textPaths } from '../support/gateway/early-bodies.js'
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

describe('a text stream of lines 1.1 and 1.2', () => {
  it.each(textPaths)('is only the reply, chunk by chunk while it is generated: %s', async (path) => {
    const model = await openSpoken()
    const caller = lines.stream(path, bodies[path])
    const speech = await model.next()
    const pieces = ['Hi \u{1F642}', '\n\r\n data: ', '안녕']
    for (const piece of pieces) {
      speech.say(piece)
      await caller.until(Buffer.from(piece).toString('latin1'))
    }
    speech.end()
    const { head, chunks, isWhole } = await caller.answer()
    expect([chunks, isWhole]).toEqual([pieces, true])
    expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n/)
    expect(head).toContain('\r\nContent-Type: text/plain; charset=utf-8\r\n')
    expect(head).toContain('\r\nTransfer-Encoding: chunked')
  })

  it('of Local is at most 512 tokens, with a search if the caller allows it', async () => {
    await open()
    for (const search_access of [undefined, null, 'true', 0])
      await lines.post('/Local_stream', { ...said, search_access })
    const job = { kind: 'office', model: 'Local', message: 'Hello', history: [], sampling: { maxTokens: 512 } }
    expect(lines.jobs).toMatchObject([job, job, job, job])
    expect(lines.jobs.map(({ searchAccess }) => searchAccess)).toEqual([false, false, true, false])
    expect(lines.jobs[0]).not.toHaveProperty('atOnce')
  })

  it('of Korean uses the personality, and of Roleplay the context', async () => {
    await open()
    await lines.post('/Korean_stream', bodies['/Korean_stream'])
    await lines.post('/Roleplay_stream', bodies['/Roleplay_stream'])
    const description = ['A sailor.', 'Setting: A harbour.', 'Tone of speech: gruff']
    const traits = 'Traits, each from 1 (hardly) to 10 (very much): energy 7, politeness 3, humor 10, assertiveness 1'
    expect(lines.jobs).toMatchObject([
      { model: 'Korean', character: { name: 'Bo', greeting: 'Ahoy!', context: [...description, traits].join('\n') } },
      { model: 'Roleplay', character: { name: 'Bo', greeting: 'Ahoy!', context: 'A sailor.' } },
    ])
    expect(lines.roomsRead).toEqual([])
  })
})

describe('a JSON reply of lines 1.3 and 1.4', () => {
  it.each(jsonPaths)('is an object: %s', async (path) => {
    await open()
    const { status, text, headers } = await lines.post(path, bodies[path])
    expect([status, text]).toEqual([200, '{"response":"hello"}'])
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('an event stream of line 1.3', () => {
  it.each(eventPaths)('is one event for each piece, and ends: %s', async (path) => {
    const model = await openSpoken()
    const caller = lines.stream(path, bodies[path])
    const speech = await model.next()
    const pieces: [string, string][] = [
      ['Hi \u{1F642}', 'data: Hi \u{1F642}\n\n'],
      [' there\nyou', 'data:  there\ndata: you\n\n'],
      ['a\rb\r\nc\n', 'data: a\ndata: b\ndata: c\ndata: \n\n'],
      ['\n', 'data: \ndata: \n\n'],
      ['d\r', 'data: d\n\n'],
      ['\ne', 'data: \ndata: e\n\n'],
      ['f\r', 'data: f\n\n'],
    ]
    for (const [piece, event] of pieces) {
      speech.say(piece)
      await caller.until(Buffer.from(event).toString('latin1'))
    }
    speech.end()
    const { head, chunks, isWhole } = await caller.answer()
    const heldBack = 'data: \ndata: \n\n'
    expect([chunks, isWhole]).toEqual([[...pieces.map(([, event]) => event), heldBack], true])
    expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n/)
    expect(head).toMatch(/\r\nContent-Type: text\/event-stream\r\n/)
    expect(head).toMatch(/\r\nCache-Control: no-cache\r\n/)
    expect(head).toMatch(/\r\nX-Accel-Buffering: no\r\n/)
  })
})

describe('a job of line 1.3', () => {
  it.each([...jsonPaths, ...eventPaths])('has the history of its room and runs beside one other: %s', async (path) => {
    const turns = [{ inputData: 'Hi', outputData: 'Hey' }]
    await open({ turns })
    const kind = kindOf(path)
    const db_id = '6f1c5e0e-9d1b-4f0c-8a5e-3d2c1b0a9f8e'
    await lines.post(path, { ...bodies[path], db_id, user_id: '7', search_access: 'true' })
    await lines.post(path, { ...bodies[path], db_id, user_id: null })
    await lines.post(path, { ...bodies[path], user_id: '7' })
    expect(lines.roomsRead).toEqual([{ kind, userId: '7', id: db_id }])
    const job = { kind, model: 'Local', atOnce: 2, hasFallback: false, searchAccess: false, history: [] }
    expect(lines.jobs).toMatchObject([
      { ...job, searchAccess: kind === 'office', history: turns, caller: 'said:7' },
      { ...job, caller: undefined },
      { ...job, caller: 'said:7' },
    ])
  })

  it('starts while one job of its service runs, unlike a job of the latest line', async () => {
    const model = await openSpoken()
    const { client } = lines
    const latest = [client.rest('POST', '/office/Local', said), client.rest('POST', '/office/Local', said)]
    const first = await model.next()
    await lines.active('office', 2)
    const early = lines.stream('/office_sse', said)
    await lines.active('office', 3)
    expect(model.begun).toBe(1)
    first.say('one')
    first.end()
    const second = await model.next()
    const third = await model.next()
    expect(second.job).not.toHaveProperty('atOnce')
    expect(third.job.atOnce).toBe(2)
    for (const speech of [second, third]) {
      speech.say('two')
      speech.end()
    }
    expect((await early.answer()).chunks).toEqual(['data: two\n\n'])
    expect((await Promise.all(latest)).map(({ body }) => body)).toEqual(['one', 'two'])
  })

  it('runs with at most one other job at the same time', async () => {
    const model = await openSpoken()
    const callers = [1, 2, 3].map(() => lines.stream('/office_sse', said))
    const [first, second] = [await model.next(), await model.next()]
    await lines.active('office', 3)
    expect(model.begun).toBe(2)
    first.say('x')
    first.end()
    const third = await model.next()
    for (const speech of [second, third]) {
      speech.say('x')
      speech.end()
    }
    for (const caller of callers) expect((await caller.answer()).chunks).toEqual(['data: x\n\n'])
  })
})
