import { afterEach, describe, expect, it } from '@jest/globals'
import { PromptTooLong } from '@parley/engine'
import { HostedFailure } from '../../ai-workers/backends/hosted-failure.js'
import { ControlledBackend } from '../support/ai-workers/controlled-backend.js'
import { refuse } from '../support/ai-workers/hosted-answers.js'
import { HostedServer } from '../support/ai-workers/hosted-server.js'
import { untilState, watchedBackend } from '../support/ai-workers/inference-server.js'
import {
  bodies,
  chunkOf,
  eventPaths,
  image,
  jsonPaths,
  kindOf,
  koreanBody,
  paths,
  said,
  sheet,
  streamPaths,
  textPaths,
  type Path,
} from '../support/gateway/early-bodies.js'
import { EarlyLines, type EarlyLinesOptions } from '../support/gateway/early-lines.js'

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
    expect(head).toMatch(/\r\nCache-Control: no-store, no-transform\r\n/)
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

interface Fault {
  readonly location: readonly (string | number)[]
  readonly type: string
}
const faultsOf = (body: unknown) =>
  (body as { detail: Fault[] }).detail.map(({ location, type }) => `${location.join('.')} ${type}`).sort()

describe('a body', () => {
  const bad = { input_data: '🙂'.repeat(501), search_access: 'perhaps', db_id: 'x', user_id: 7 }
  const missing = (...keys: string[]) => keys.map((key) => `body.${key} missing`).sort()
  const everyKey = Object.keys(koreanBody)

  it.each<[Path, unknown, string[]]>([
    ['/Local_stream', undefined, ['body missing']],
    ['/Local_stream', [], ['body model_attributes_type']],
    ['/Local_stream', {}, missing('input_data')],
    ['/Local_stream', bad, ['body.input_data string_too_long', 'body.search_access bool_parsing']],
    ['/Korean_stream', {}, missing(...everyKey)],
    [
      '/Korean_stream',
      Object.fromEntries(everyKey.map((key) => [key, ''])),
      everyKey
        .map((key) => {
          if (['energy_level', 'politeness', 'humor', 'assertiveness'].includes(key)) return `body.${key} int_parsing`
          return `body.${key} string_too_short`
        })
        .sort(),
    ],
    [
      '/Korean_stream',
      { ...koreanBody, energy_level: 0, politeness: 11, humor: 5.5, assertiveness: '0', access_level: 'maybe' },
      [
        'body.access_level bool_parsing',
        'body.assertiveness greater_than_equal',
        'body.energy_level greater_than_equal',
        'body.humor int_from_float',
        'body.politeness less_than_equal',
      ],
    ],
    ['/Roleplay_stream', {}, missing('input_data', 'character_name', 'greeting', 'context', 'image')],
    [
      '/Roleplay_stream',
      { ...said, character_name: '', greeting: null, context: 5, image: 5 },
      [
        'body.character_name string_too_short',
        'body.context string_type',
        'body.greeting string_type',
        'body.image string_type',
      ],
    ],
    ...(['/office_stream', '/office_sse'] as const).map((path): [Path, unknown, string[]] => [
      path,
      bad,
      [
        'body.db_id value_error',
        'body.input_data string_too_long',
        'body.search_access bool_parsing',
        'body.user_id string_type',
      ],
    ]),
    ...(['/character_stream', '/character_sse'] as const).map((path): [Path, unknown, string[]] => [
      path,
      { input_data: '' },
      ['body.input_data string_too_short', ...missing('character_name', 'greeting', 'context')].sort(),
    ]),
  ])('is refused with every fault: %s %#', async (path, body, faults) => {
    await open()
    const refused = await lines.post(path, body)
    expect(refused).toMatchObject({ status: 422, body: { message: 'Input data validation failed' } })
    expect(faultsOf(refused.body)).toEqual(faults)
    expect(lines.jobs).toEqual([])
  })

  it('must name a stored image where the line requires one', async () => {
    await open()
    const statuses = async (images: unknown[]) => {
      const answers = images.flatMap((one) =>
        (['/Korean_stream', '/Roleplay_stream'] as const).map((path) =>
          lines.post(path, { ...bodies[path], image: one }),
        ),
      )
      return [...new Set((await Promise.all(answers)).map(({ status }) => status))]
    }
    const longest = `http://img.example/thumbnail?id=${'x'.repeat(2048 - 32)}`
    expect(longest).toHaveLength(2048)
    expect(await statuses([image, 'HTTP://localhost:8080/thumbnail?id=1', longest])).toEqual([200])
    expect(
      await statuses([
        `${longest}x`,
        'ftp://img.example/thumbnail?id=1',
        'https://elsewhere.example/thumbnail?id=1',
        'https://img.example.evil.example/thumbnail?id=1',
        'https://img.example@evil.example/thumbnail?id=1',
        'https://img.example/thumbnails?id=1',
        'https://img.example/thumbnail?id=a.b',
        'https://img.example/thumbnail?id=',
        'https://img.example/thumbnail?id=1&x=2',
        'https://img.example/thumbnail?id=1#x',
        null,
      ]),
    ).toEqual([422])
  })
})

describe('the names of the stores', () => {
  it('are listed', async () => {
    await open()
    const get = (path: string) => lines.client.rest('GET', path)
    expect((await get('/doclog/db')).text).toBe('{"Database":["chatlog"]}')
    expect((await get('/doclog/collections?db_name=chatlog')).text).toBe('{"Collections":["chatbot","office"]}')
    expect(await get('/doclog/collections?db_name=else')).toMatchObject({ status: 404, body: { detail: 'Not found' } })
    expect((await get('/doclog/collections?db_name=')).status).toBe(404)
    const missing = await get('/doclog/collections')
    expect(missing.status).toBe(422)
    expect(faultsOf(missing.body)).toEqual(['query.db_name missing'])
  })
})

describe('the listener', () => {
  it('answers the paths of lines 1.5 and 1.6 with a JSON string', async () => {
    await open()
    const office = await lines.post('/office/Local', said)
    expect([office.status, office.text]).toEqual([200, '"hello"'])
    expect((await lines.post('/character/Local', { ...said, ...sheet })).text).toBe('"hello"')
    const invalid = { status: 400, body: { detail: 'Invalid model name.' } }
    expect(await lines.post('/office/hosted9', said)).toMatchObject(invalid)
    for (const model of ['Korean', 'Roleplay'])
      expect(await lines.post(`/character/${model}`, { ...said, ...sheet })).toMatchObject(invalid)
  })

  it.each([
    ['GET', '/office_stream', 405],
    ['GET', '/Local_stream', 405],
    ['GET', '/office_sse', 405],
    ['GET', '/office/Local', 405],
    ['POST', '/doclog/db', 405],
    ['GET', '/nothing', 404],
    ['POST', '/Local', 404],
    ['POST', '/office', 404],
    ['POST', '/office/', 404],
    ['POST', '/OFFICE/Local', 404],
    ['POST', '/office/Local/more', 404],
    ['POST', '/office/internal/generations', 404],
    ['POST', '/internal/generations', 404],
  ])('answers %s %s with %i in JSON', async (method, path, status) => {
    await open()
    const answer = await lines.client.rest(method, path, method === 'POST' ? said : undefined)
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ detail: status === 404 ? 'Not found' : 'Not allowed' })
  })
})

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
      [
        path,
        new PromptTooLong({ promptTokens: 9, contextTokens: 8, isEstimate: false }),
        'Error: The message does not fit the context of the model',
      ],
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
    [
      'too long',
      failing(new PromptTooLong({ promptTokens: 9, contextTokens: 8, isEstimate: false })),
      400,
      { detail: 'The message does not fit the context of the model' },
    ],
    ['late', 'scripted:?stallAt=2&delayMs=0', 500, { detail: 'The model response timed out' }],
  ])('says so in JSON, and is not tried again: %s', async (name, model, status, body) => {
    await open({ model, timeoutMs: name === 'late' ? 100 : 20_000 })
    for (const path of jsonPaths) expect(await lines.post(path, bodies[path])).toMatchObject({ status, body })
    // the same on the paths of lines 1.5 and 1.6, as a JSON string
    const bare = 'response' in body ? { status, text: JSON.stringify(body.response) } : { status, body }
    expect(await lines.post('/office/Local', said)).toMatchObject(bare)
    expect(await lines.post('/character/Local', { ...said, ...sheet })).toMatchObject(bare)
  })

  it.each(streamPaths)('has its own status before anything was sent: %s', async (path) => {
    await open({ model: failing(new PromptTooLong({ promptTokens: 9, contextTokens: 8, isEstimate: false })) })
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

  it('while its inference server cannot be reached; one that answers 500 is a failure with its text', async () => {
    const server = await HostedServer.open()
    const { backend, watch } = watchedBackend(server.url, 'good')
    try {
      await untilState({ watch }, 'ready')
      await open({ model: backend })
      const local = 'Error: The reply could not be generated'
      server.answerAll = refuse(500)
      for (const path of streamPaths)
        expect(await lines.post(path, bodies[path])).toMatchObject({ status: 200, text: chunkOf(path, local) })
      for (const path of jsonPaths)
        expect(await lines.post(path, bodies[path])).toMatchObject({ status: 200, body: { response: local } })
      server.answerAll = (response) => void response.destroy()
      for (const path of paths) expect(await lines.post(path, bodies[path])).toMatchObject(unavailable)
    } finally {
      await watch.close()
      await server.close()
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
