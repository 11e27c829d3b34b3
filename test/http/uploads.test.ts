import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Logger } from '@parley/runtime'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { RawHttp } from '../support/http/raw-http.js'

const path = '/api/characters'
const type = 'multipart/form-data; boundary=b'
const mebibyte = 1_048_576

const lines: { readonly fields: object; readonly event: string }[] = []
let noticed: () => void = () => undefined
const take = (fields: object, event: string) => {
  lines.push({ fields, event })
  noticed()
}
const log: Logger = { debug: take, info: take, warn: take, error: take }

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ log })
  ada = await app.person('ada')
})
afterAll(() => app.close())

const part = (name: string, value: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const form = (...parts: string[]) => `${parts.join('')}--b--\r\n`
const authorization = () => `Bearer ${ada.token ?? ''}`

/** Sends a body unchanged; the answer must be JSON for any body. */
async function raw(body: string | Buffer, contentType = type, more: Record<string, string> = {}) {
  const connection = new RawHttp(app.url)
  await connection.head('POST', path, {
    Authorization: authorization(),
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
    ...more,
  })
  await connection.send(body)
  const { status, headers, text } = await connection.answer()
  expect(headers).toContain('Content-Type: application/json; charset=utf-8')
  return { status, body: JSON.parse(text) as { detail?: unknown; message?: string; data?: object } }
}

/** Sends a form as a browser does. */
async function submit(fields: readonly (readonly [string, string | Blob])[], person = ada) {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  const headers: Record<string, string> = person.token === undefined ? {} : { authorization: `Bearer ${person.token}` }
  const response = await fetch(app.url + path, { method: 'POST', headers, body: data })
  return { status: response.status, body: (await response.json()) as { data?: object } }
}

const namesOf = async (person: Person) =>
  ((await person.rest('GET', `${path}?userId=${person.id}`)).body as { name: string }[]).map(({ name }) => name)

const malformed = { status: 400, body: { detail: 'Bad request', message: 'Malformed upload' } }
const tooLarge = { status: 413, body: { detail: 'Payload too large' } }
const unsupported = { status: 415, body: { detail: 'Unsupported media type' } }

describe('a form', () => {
  it('is read like JSON, with every name of a key', async () => {
    const sent = { greeting: '', context: 'Zeile 1\r\nZeile 2 🚀 "%22"', imageUrl: 'https://images.example/a' }
    const { status, body } = await submit([
      ['character_name', 'Größe'],
      ['greeting', sent.greeting],
      ['context', sent.context],
      ['image', sent.imageUrl],
      ['accesslevel', 'false'],
      ['userId', '1'],
      ['more', 'ignored'],
    ])
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ ...sent, name: 'Größe', accessLevel: false, userId: Number(ada.id) })
  })

  it('and JSON with the same idempotency key create one character', async () => {
    const headers = { 'Idempotency-Key': 'both' }
    const first = await raw(form(part('name', 'same'), part('accessLevel', '0')), type, headers)
    const then = await ada.rest('POST', path, { name: 'same', accessLevel: false }, headers)
    expect([first.status, then.status]).toEqual([200, 200])
    expect(then.body).toEqual(first.body)
    expect(await raw(form(part('name', 'else')), type, headers)).toMatchObject({ status: 409 })
  })

  it('reports every fault under the name that was sent', async () => {
    const { status, body } = await raw(form(part('image_url', 'x'), part('access_level', 'y'), part('name', '')))
    expect(status).toBe(422)
    expect((body.detail as { location: string[]; type: string }[]).map((it) => [it.location[1], it.type])).toEqual([
      ['name', 'string_too_short'],
      ['image_url', 'value_error'],
      ['access_level', 'bool_parsing'],
    ])
    const detail = [{ location: ['body', 'name'], message: 'Field required', type: 'missing' }]
    expect(await raw(form())).toMatchObject({ status: 422, body: { detail } })
  })

  it.each([
    ['the last of a repeated key', form(part('name', 'first'), part('name', 'last')), { name: 'last' }],
    ['a key called __proto__', form(part('__proto__', 'x'), part('name', 'last')), { name: 'last' }],
    [
      'text of another charset',
      form(part('name', 'last')).replace('"\r\n', '"\r\nContent-Type: text/plain; charset=latin1\r\n'),
      { name: 'last' },
    ],
    [
      'no file chosen',
      form(part('name', 'last'), part('image', '', '; filename=""\r\nContent-Type: application/octet-stream')),
      { name: 'last', imageUrl: null },
    ],
    ['words before and after', `before\r\n${form(part('name', 'last'))}after`, { name: 'last' }],
  ])('accepts %s', async (_what, sent, data) => {
    expect(await raw(sent)).toMatchObject({ status: 200, body: { data } })
  })

  it('requires a token, which is checked before the form is read', async () => {
    expect(await raw('--', type, { Authorization: 'Bearer nonsense' })).toMatchObject({ status: 401 })
    expect((await submit([['name', 'x']], app.stranger())).status).toBe(401)
  })

  it('is accepted only by rows with a file', async () => {
    expect(
      await ada.rest('POST', '/api/rooms/officerooms', form(part('room_name', 'x')), { 'content-type': type }),
    ).toMatchObject(unsupported)
  })
})

describe('the bounds of a form', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => part(`k${String(n)}`, 'x'))

  it('are inclusive', async () => {
    const widest = part('unknown', 'x'.repeat(mebibyte))
    const full = form(...fields(29), part('n'.repeat(100), 'x'), widest, part('name', 'full'))
    expect((await raw(full)).status).toBe(200)
    const padding = 6 * mebibyte - Buffer.byteLength(form(part('name', 'padded')))
    expect((await raw(form(part('name', 'padded')) + 'x'.repeat(padding))).status).toBe(200)
  })

  it.each([
    ['too many fields', form(part('name', 'x'), ...fields(96)), tooLarge],
    ['too many parts', form(part('name', 'x'), '--b\r\nX: y\r\n\r\n\r\n'.repeat(97)), tooLarge],
    ['a name too long', form(part('name', 'x'), part('n'.repeat(101), 'x')), tooLarge],
    ['a value too long', form(part('name', 'x'), part('greeting', 'x'.repeat(mebibyte + 1))), tooLarge],
    ['a part header too long', form(part('name', 'x'), part('k', 'x', `; x="${'x'.repeat(17_000)}"`)), malformed],
  ])('refuse %s', async (_what, sent, answer) => {
    expect(await raw(sent)).toEqual(answer)
  })

  it('refuse more than 6 MiB by the announced length, before anything is sent', async () => {
    const connection = new RawHttp(app.url)
    const headers = { Authorization: authorization(), 'Content-Type': type, Connection: 'close' }
    await connection.head('POST', path, { ...headers, 'Content-Length': 6 * mebibyte + 1 })
    const { status, text } = await connection.answer()
    expect({ status, body: JSON.parse(text) as object }).toEqual(tooLarge)
  })

  it.each([
    ['in a preamble', ''],
    ['in a value', part('name', 'x') + part('context', '').slice(0, -2)],
    ['in a file', part('name', 'x') + part('image', '', '; filename="a"').slice(0, -2)],
    ['behind the end', form(part('name', 'x'))],
  ])('refuse more than 6 MiB %s while it is still arriving', async (_where, start) => {
    const connection = new RawHttp(app.url)
    const headers = { Authorization: authorization(), 'Content-Type': type, Connection: 'close' }
    await connection.head('POST', path, { ...headers, 'Transfer-Encoding': 'chunked' })
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
    if (start !== '') await connection.send(chunk(start))
    const piece = chunk('x'.repeat(65_536))
    // no end: the answer arrives in the middle
    for (let sent = 0; sent <= 6 * mebibyte; sent += 65_536) await connection.send(piece)
    const { status, text } = await connection.answer()
    expect({ status, body: JSON.parse(text) as object }).toEqual(tooLarge)
  })
})

describe('a malformed form', () => {
  const good = form(part('name', 'x'), part('greeting', 'hello'))

  it.each([
    ['no boundary', good, 'multipart/form-data', malformed],
    ['an empty boundary', good, 'multipart/form-data; boundary=', malformed],
    ['a broken type', good, 'multipart/form-data; boundary="b', malformed],
    ['another boundary', good, 'multipart/form-data; boundary=c', malformed],
    ['a boundary of controls', good, 'multipart/form-data; boundary=b\tc', malformed],
    ['nothing in it', '', type, malformed],
    ['no end', part('name', 'x'), type, malformed],
    ['half a part header', '--b\r\nContent-Dispo', type, malformed],
    ['a part header without a colon', `--b\r\nnonsense\r\n\r\nx\r\n--b--\r\n`, type, malformed],
    ['a part without a name', '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n', type, malformed],
    ['brackets in a name', form(part('name[first]', 'x')), type, malformed],
    ['a list in a name', form(part('name[]', 'x')), type, malformed],
    ['an index in a name', form(part('name[4294967295]', 'x')), type, malformed],
    [
      'a charset nobody knows',
      good.replace('"\r\n', '"\r\nContent-Type: text/plain; charset=nobody\r\n'),
      type,
      malformed,
    ],
    ['another multipart', good, 'multipart/mixed; boundary=b', unsupported],
    ['a web form', 'name=x', 'application/x-www-form-urlencoded', unsupported],
  ] as const)('with %s is refused in JSON', async (_what, sent, contentType, answer) => {
    expect(await raw(sent, contentType)).toEqual(answer)
  })

  it('in compressed form is refused', async () => {
    expect(await raw(good, type, { 'Content-Encoding': 'gzip' })).toEqual(unsupported)
  })

  it('cut anywhere, or with any byte changed, is answered in JSON, and never as an internal error', async () => {
    const eve = await app.person('eve')
    const headers = { Authorization: `Bearer ${eve.token ?? ''}` }
    const statuses = new Set<number>()
    for (const at of Buffer.from(good).keys()) {
      statuses.add((await raw(good.slice(0, at), type, headers)).status)
      for (const byte of ['\0', '-'])
        statuses.add(
          (await raw(Buffer.from(good.slice(0, at) + byte + good.slice(at + 1), 'latin1'), type, headers)).status,
        )
    }
    expect([...statuses].sort()).toEqual([200, 400, 422])
    expect(lines.filter(({ event }) => event === 'request.failed')).toEqual([])
  })
})

describe('an upload that is cut off', () => {
  const until = async (found: () => boolean) => {
    while (!found()) await new Promise<void>((resolve) => (noticed = resolve))
  }
  const aborted = () => lines.filter(({ fields }) => 'aborted' in fields).length

  it.each([
    ['in a value', part('name', 'gone').slice(0, -6)],
    ['in a file', part('name', 'gone') + part('image', 'x', '; filename="a.png"')],
    ['after its last byte but one', form(part('name', 'gone')).slice(0, -3)],
  ])('%s leaves nothing', async (_where, start) => {
    const eve = await app.person('eve')
    const before = aborted()
    const connection = new RawHttp(app.url)
    await connection.head('POST', path, {
      Authorization: `Bearer ${eve.token ?? ''}`,
      'Content-Type': type,
      'Content-Length': 10_000,
    })
    await connection.send(start)
    await connection.cut()
    await until(() => aborted() > before)
    expect(await namesOf(eve)).toEqual([])
    expect(lines.filter(({ event }) => event === 'request.failed')).toEqual([])
  })
})
