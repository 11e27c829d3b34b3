import { afterEach, describe, expect, it } from '@jest/globals'
import { bodies, image, koreanBody, said, sheet } from '../support/gateway/early-bodies.js'
import type { Path } from '../support/gateway/early-bodies.js'
import { EarlyLines } from '../support/gateway/early-lines.js'
import type { EarlyLinesOptions } from '../support/gateway/early-lines.js'

let lines: EarlyLines
const open = async (options: EarlyLinesOptions = {}) => {
  lines = await EarlyLines.open({ model: 'scripted:?reply=hello&chunks=5&delayMs=1', ...options })
}
afterEach(() => lines.close())

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
  it('passes the paths of lines 1.5 and 1.6 to the services', async () => {
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
    ['POST', '/office/%2e%2e', 404],
    ['POST', '/internal/generations', 404],
  ])('answers %s %s with %i in JSON', async (method, path, status) => {
    await open()
    const answer = await lines.client.rest(method, path, method === 'POST' ? said : undefined)
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ detail: status === 404 ? 'Not found' : 'Not allowed' })
  })
})
