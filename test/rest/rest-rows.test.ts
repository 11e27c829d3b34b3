import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { ToyFacade, fault, goodToken, jsonType } from '../support/http/toy-facade.js'

const toy = new ToyFacade()

beforeAll(() => toy.open())
afterAll(() => toy.close())
beforeEach(() => {
  toy.forget()
})

describe('a row', () => {
  it('runs its operation with the values of the body and answers', async () => {
    expect(await toy.post('{"text":"hi","stars":"5","more":1}')).toMatchObject({ status: 200, body: { sent: 'hi' } })
    expect(toy.sent).toEqual([{ input: { text: 'hi', stars: 5 } }])
  })

  it('answers under its alias', async () => {
    const { status } = await toy.ask('/notes', {
      method: 'POST',
      headers: { ...goodToken, ...jsonType },
      body: '{"text":"a"}',
    })
    expect(status).toBe(200)
  })

  it('accepts other names of a key, and reports faults under the name that was sent', async () => {
    expect(await toy.post('{"note_text":"hi"}')).toMatchObject({ status: 200, body: { sent: 'hi' } })
    expect(await toy.post('{"text":null,"note_text":"hi"}')).toMatchObject({ status: 200 })
    expect(await toy.post('{"note_text":5}')).toMatchObject(
      fault(['body', 'note_text'], 'string_type', 'Input should be a valid string'),
    )
    expect(await toy.post('{}')).toMatchObject(fault(['body', 'text'], 'missing', 'Field required'))
  })

  it('answers text confirmations as plain text', async () => {
    const { headers, body } = await toy.ask('/api/notes/3', { method: 'PUT' })
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(body).toBe('kept')
  })

  it('reads a complete list, a hundred rows at a time, unless a limit is sent', async () => {
    const whole = await toy.ask('/api/notes')
    expect(whole.body).toHaveLength(250)
    expect(whole.headers.get('link')).toBeNull()
    expect(toy.sent).toEqual([{ first: 100 }, { first: 100, after: '100' }, { first: 100, after: '200' }])
    const page = await toy.ask('/api/notes?limit=2&cursor=4')
    expect(page.body).toEqual(['note 4', 'note 5'])
    expect(page.headers.get('link')).toBe('</api/notes?limit=2&cursor=6>; rel="next"')
    expect((await toy.ask('/api/notes?limit=100&cursor=200')).headers.get('link')).toBeNull()
  })

  it('refuses a malformed limit', async () => {
    expect(await toy.ask('/api/notes?limit=0')).toMatchObject(
      fault(['query', 'limit'], 'greater_than_equal', 'Input should be greater than or equal to 1'),
    )
  })
})

describe('the token', () => {
  const unauthorized = { status: 401, body: { detail: 'Unauthorized', message: 'Invalid or expired token' } }
  const bad = { Authorization: 'Bearer bad' }

  it('is checked before the body is read', async () => {
    expect(await toy.ask('/api/notes', { method: 'POST', headers: jsonType, body: '{' })).toMatchObject(unauthorized)
    expect(await toy.ask('/api/notes', { method: 'POST', headers: bad, body: '{' })).toMatchObject(unauthorized)
    expect(toy.sent).toEqual([])
  })

  it('counts as missing when it is invalid and optional, but not on room routes', async () => {
    expect(await toy.ask('/api/notes?limit=1', { headers: bad })).toMatchObject({ status: 200 })
    expect(await toy.ask('/api/notes/3', { method: 'PUT', headers: bad })).toMatchObject(unauthorized)
    expect(await toy.ask('/api/notes/3', { method: 'PUT' })).toMatchObject({ status: 200 })
  })
})

describe('a JSON body', () => {
  it.each([
    ['nothing', '', fault(['body'], 'missing', 'Field required')],
    ['half an object', '{"text":', fault(['body', 8], 'json_invalid', 'JSON decode error')],
    [
      'a list',
      '[]',
      fault(['body'], 'model_attributes_type', 'Input should be a valid dictionary or object to extract fields from'),
    ],
    [
      'bytes that are not UTF-8',
      new Uint8Array([0x22, 0xff, 0x22]),
      fault(['body', 1], 'json_invalid', 'JSON decode error'),
    ],
    ['a key called __proto__', '{"__proto__":{"text":"hi"}}', fault(['body', 'text'], 'missing', 'Field required')],
  ])('that is %s is 422', async (_case, body, answer) => {
    expect(await toy.post(body)).toMatchObject(answer)
    expect(toy.sent).toEqual([])
  })

  it.each(['application/json; charset=utf-8', 'application/JSON;charset="UTF-8"', 'application/merge-patch+json'])(
    'is accepted as %s',
    async (type) => {
      expect(await toy.post('{"text":"é"}', { 'Content-Type': type })).toMatchObject({
        status: 200,
        body: { sent: 'é' },
      })
    },
  )

  it('is accepted without a type', async () => {
    expect(await toy.post(Buffer.from('{"text":"a"}'), {})).toMatchObject({ status: 200 })
  })

  it.each([
    { 'Content-Type': 'text/plain' },
    { 'Content-Type': 'application/json; charset=latin1' },
    { 'Content-Type': 'multipart/form-data; boundary=x' },
    { ...jsonType, 'Content-Encoding': 'br' },
  ])('of another kind is 415: %j', async (headers) => {
    expect(await toy.post('{"text":"a"}', headers)).toMatchObject({
      status: 415,
      body: { detail: 'Unsupported media type' },
    })
  })

  const tooLarge = { status: 413, body: { detail: 'Payload too large' } }
  const bodyOf = (bytes: number) => `{"text":"${'x'.repeat(bytes - 11)}"}`

  it('may have at most 1 MiB', async () => {
    expect(await toy.post(bodyOf(1_048_576))).toMatchObject({ status: 200 })
    expect(await toy.post(bodyOf(1_048_577))).toMatchObject(tooLarge)
  })

  it('is counted while it arrives when it has no length', async () => {
    const chunk = Buffer.alloc(300_000, 'x')
    const call = httpRequest(toy.url('/api/notes'), { method: 'POST', headers: { ...goodToken, ...jsonType } })
    for (let sent = 0; sent < 6; sent++) call.write(chunk)
    call.end()
    const answered: unknown[] = await once(call, 'response')
    expect(answered[0]).toMatchObject({ statusCode: 413 })
    call.destroy()
  })

  it('may be compressed, and is then counted decompressed', async () => {
    const gzip = { ...jsonType, 'Content-Encoding': 'gzip' }
    expect(await toy.post(gzipSync('{"text":"a"}'), gzip)).toMatchObject({ status: 200, body: { sent: 'a' } })
    expect(await toy.post(gzipSync(bodyOf(50_000_000)), gzip)).toMatchObject(tooLarge)
    expect(await toy.post('not gzip', gzip)).toMatchObject(fault(['body', 0], 'json_invalid', 'JSON decode error'))
  })
})
