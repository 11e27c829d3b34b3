import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { Person } from '../support/app/person.js'
import { RawHttp } from '../support/http/raw-http.js'
import { RawSocket } from '../support/http/raw-socket.js'

interface Answer {
  readonly errors?: readonly {
    readonly message: string
    readonly extensions: { readonly code: string; readonly fields?: readonly object[] }
  }[]
}

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
})
afterAll(() => app.close())

const login = 'mutation ($i: LoginInput!) { login(input: $i) { token } }'
const unknownKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]))
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const bodyOf = (query: string, variables: string) => `{"query":${JSON.stringify(query)},"variables":${variables}}`
/** Ten thousand characters: the time to normalize them grows with the square of their number. */
const marks = '\u0300\u0316'.repeat(5_000)

async function refused(body: string): Promise<{ code: string; message: string; fields: number; bytes: number }> {
  const { text, body: answer } = await app.stranger().rest('POST', '/graphql', body)
  const [error] = (answer as Answer).errors ?? []
  const { code = '', fields = [] } = error?.extensions ?? {}
  return { code, message: error?.message ?? '', fields: fields.length, bytes: text.length }
}

describe('variables', () => {
  it.each([
    ['an object of 2,000 keys', `{"i":${JSON.stringify(unknownKeys(2_000))}}`, 'an object of more than 1000 keys'],
    ['2,000 variables', JSON.stringify(unknownKeys(2_000)), 'an object of more than 1000 keys'],
    ['an object of 95,000 keys', `{"i":${JSON.stringify(unknownKeys(95_000))}}`, 'more than 10000 values'],
    ['10,500 values', `{"i":[${'1,'.repeat(10_500)}1]}`, 'The variables have more than 10000 values'],
    ['a list of 200,000 values', `{"i":[${'1,'.repeat(200_000)}1]}`, 'more than 10000 values'],
    ['150,000 levels', `{"i":${nested(150_000)}}`, 'nested more than 16 levels deep'],
    ['levels in a variable that is not defined', `{"x":${nested(16)}}`, 'nested more than 16 levels deep'],
  ])('with %s are refused before they are coerced', async (_what, variables, message) => {
    const answer = await refused(bodyOf(login, variables))
    expect(answer).toMatchObject({ code: 'BAD_USER_INPUT', fields: 0 })
    expect(answer.message).toContain(message)
    expect(answer.bytes).toBeLessThan(200)
  })

  it('and extensions with many values are refused before the text is parsed', async () => {
    // not JSON after so many values
    const body = `{"query":"{ __typename }","extensions":${JSON.stringify(unknownKeys(20_000)).slice(0, -1)}`
    const answer = await refused(body)
    expect(answer).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'The variables or extensions have more than 10000 values',
    })
    const few = `{"query":"{ __typename }","extensions":${JSON.stringify(unknownKeys(10_000))}}`
    expect((await ada.rest('POST', '/graphql', few)).body).toEqual({ data: { __typename: 'Query' } })
  })

  it('are accepted at the bounds themselves', async () => {
    const ok = async (variables: string) => ada.rest('POST', '/graphql', bodyOf('{ __typename }', variables))
    expect((await ok(`{"x":${nested(15)}}`)).body).toEqual({ data: { __typename: 'Query' } })
    expect((await ok(JSON.stringify(unknownKeys(1_000)))).body).toEqual({ data: { __typename: 'Query' } })
    expect((await ok(`{"x":[${'1,'.repeat(9_998)}1]}`)).body).toEqual({ data: { __typename: 'Query' } })
  })

  it('with more than 20 faults have the first 20 listed', async () => {
    const answer = await refused(bodyOf(login, JSON.stringify({ i: unknownKeys(1_000) })))
    expect(answer).toMatchObject({ code: 'BAD_USER_INPUT', fields: 20 })
  })

  it('are bounded on a socket too', async () => {
    const socket = await RawSocket.open(app.url)
    socket.send({ type: 'subscribe', id: '1', payload: { query: login, variables: { i: unknownKeys(4_000) } } })
    await socket.received(1, 'next')
    expect(JSON.stringify(socket.messages).length).toBeLessThan(400)
    await socket.end()
  })
})

describe('a JSON text of half a million levels', () => {
  const deep = `${'['.repeat(250_000)}${']'.repeat(250_000)}`
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${app.url}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', accept: '*/*', ...headers },
    })

  it.each([
    ['/graphql', {}],
    ['/graphql, through Express', { 'content-encoding': 'identity' }],
    ['/graphql/stream', {}],
  ])('is refused by %s', async (name, headers) => {
    const [path = ''] = name.split(',')
    const answer = await post(path, bodyOf(login, `{"i":${deep}}`), headers)
    const { errors } = (await answer.json()) as Required<Answer>
    const message = 'The variables are nested more than 16 levels deep'
    expect([answer.status, errors]).toEqual([400, [{ message, extensions: { code: 'BAD_USER_INPUT' } }]])
  })

  it.each(['/api/users/login', '/api/users/register', '/api/rooms/officerooms'])(
    'is refused by %s at the bracket beyond the bound, also under a key that it ignores',
    async (path) => {
      const answer = await post(path, `{"é[[\\"[":"]","ignored":${deep}}`)
      const { detail } = (await answer.json()) as { detail: unknown }
      const location = ['body', Buffer.byteLength('{"é[[\\"[":"]","ignored":') + 511]
      expect([answer.status, detail]).toEqual([422, [{ location, type: 'json_invalid', message: 'JSON decode error' }]])
    },
  )

  it('is refused by /v1', async () => {
    const made = await ada.data('mutation { createApiKey(input: { name: "x" }) { text } }')
    const { text: key } = made['createApiKey'] as { text: string }
    const answer = await post('/v1/chat/completions', `{"model":${deep}}`, { authorization: `Bearer ${key}` })
    expect(answer.status).toBe(400)
  })

  it('closes a socket', async () => {
    const socket = await RawSocket.open(app.url)
    socket.sendText(
      `{"type":"subscribe","id":"1","payload":{"query":"{ __typename }","variables":{"i":${deep.slice(200_000, 300_000)}}}}`,
    )
    expect(await socket.ending).toEqual({ code: 4400, reason: 'Message nested too deep' })
  })

  it('is accepted with 512 levels, and brackets in texts do not count', async () => {
    const answer = await post(
      '/api/users/login',
      `{"ignored":${'['.repeat(511)}"${'['.repeat(9_000)}"${']'.repeat(511)}}`,
    )
    expect(await answer.text()).not.toContain('json_invalid')
  })
})

it('large messages of a socket are handled in their order, those after them too', async () => {
  const large = (id: string) =>
    `{"type":"subscribe","id":"${id}","payload":{"query":"{ __typename }","x":"${'x'.repeat(100_000)}"}}`
  const [other, socket] = [await RawSocket.open(app.url), await RawSocket.open(app.url)]
  other.sendText(large('0'))
  socket.sendText(large('1'))
  socket.subscribe('2', '{ __typename }')
  socket.sendText(large('3'))
  socket.subscribe('4', '{ __typename }')
  await socket.received(4, 'complete')
  expect(socket.of('next').map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
  await Promise.all([other.end(), socket.end()])
})

it.each([1_990, 500])('a document of %i brackets is refused as a document', async (levels) => {
  const answer = await refused(bodyOf(`{ user(id: ${'['.repeat(levels)}`, '{}'))
  expect(answer.code).toBe('GRAPHQL_PARSE_FAILED')
})

const name = 'f'.repeat(300_000)
describe('a long name in a document', () => {
  it.each([
    ['field', `{ ${name} }`],
    ['alias', `{ ${name}: __typename }`],
    ['argument', `{ user(${name}: 1) { id } }`],
    ['type', `query ($x: ${name}) { me { id } }`],
    ['fragment', `{ ...${name} }`],
    ['variable', `{ user(id: $${name}) { id } }`],
    ['directive', `{ me @${name} { id } }`],
    ['operation', `query ${name} { __typename }`],
    ['key of a literal', `mutation { login(input: { ${name}: 1 }) { token } }`],
  ])('is refused in a %s, with a short answer', async (_what, query) => {
    const answer = await refused(bodyOf(query, '{}'))
    expect(answer).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED', message: 'A name is longer than 100 characters' })
    expect(answer.bytes).toBeLessThan(300)
  })

  it.each([
    ['a name', name],
    ['a number', '9'.repeat(300_000)],
    ['a fraction', `${'9'.repeat(300_000)}.${'9'.repeat(300_000)}`],
  ])('or %s is quoted with 100 characters by the parser', async (_what, token) => {
    const answer = await refused(bodyOf(`{ me } ${token}`, '{}'))
    expect(answer.code).toBe('GRAPHQL_PARSE_FAILED')
    expect(answer.message).toContain(`${token.slice(0, 100)}…`)
    expect(answer.message).not.toContain(token.slice(0, 101))
    expect(answer.bytes).toBeLessThan(400)
  })

  it('has 100 characters at most', async () => {
    const longest = 'f'.repeat(100)
    expect(await ada.data(`query ${longest} { ${longest}: __typename }`)).toEqual({ [longest]: 'Query' })
  })
})

describe('faults of a document', () => {
  it('have bounded messages and locations, however many fields conflict', async () => {
    const fields = Array.from({ length: 12 }, (_, n) => `id: __typename x${n}: id x${n}: email`).join(' ')
    const answer = await refused(bodyOf(`{ me { ${`${fields} `.repeat(5)} } }`, '{}'))
    expect(answer.code).toBe('GRAPHQL_VALIDATION_FAILED')
    expect(answer.message.length).toBeLessThanOrEqual(1_001)
    expect(answer.bytes).toBeLessThan(65_536)
  })
})

describe('text that is expensive to normalize', () => {
  // each would take minutes if the text were normalized before its length is checked
  const text = `a${marks.repeat(40)}`

  it('matches no account, at a login over GraphQL and REST', async () => {
    const input = { email: text, password: 'x' }
    expect(await app.stranger().codes(login, { i: input })).toEqual(['UNAUTHENTICATED'])
    expect((await app.stranger().rest('POST', '/api/users/login', input)).status).toBe(401)
  })

  it('is refused as a name, an address and the URL of an image', async () => {
    const register = 'mutation ($i: RegisterInput!) { register(input: $i) { account { id } } }'
    const good = {
      username: 'marks',
      email: 'marks@example.com',
      password: 'correct horse',
      eulaAgreed: true,
      privacyAgreed: true,
    }
    expect(await app.stranger().codes(register, { i: { ...good, username: text } })).toEqual(['BAD_USER_INPUT'])
    expect(await app.stranger().codes(register, { i: { ...good, email: `${text}@example.com` } })).toEqual([
      'BAD_USER_INPUT',
    ])
    const roomId = await ada.room('chat')
    const save = 'mutation ($i: SaveLogEntryInput!) { saveLogEntry(input: $i) { entry { id } } }'
    const i = { roomId, inputData: 'a', outputData: 'b', imageUrl: `http://${text}/thumbnail?id=a` }
    expect(await ada.codes(save, { i })).toEqual(['BAD_USER_INPUT'])
  })
})

describe('an operation on a socket', () => {
  it.each([
    ['with a long id closes the socket', 'i'.repeat(101), 1, { code: 4400, reason: 'Operation id too long' }],
    [
      'of one id twice closes it with a reason that fits',
      'é'.repeat(100),
      2,
      { code: 4409, reason: `Subscriber for ${'é'.repeat(26)}` },
    ],
  ])('%s', async (_what, id, times, ending) => {
    const socket = await RawSocket.open(app.url)
    const payload = { query: 'subscription { roomEvents(roomId: "x") { __typename } }' }
    for (let sent = 0; sent < times; sent += 1) socket.send({ type: 'subscribe', id, payload })
    expect(await socket.ending).toEqual(ending)
  })
})

describe('a message of /v1', () => {
  it.each([
    ['parts', { messages: [{ role: 'user', content: Array(300_000).fill({}) }] }],
    ['messages', { messages: Array(300_000).fill({}) }],
    ['stops', { messages: [{ role: 'user', content: 'a' }], stop: Array(300_000).fill(1) }],
    ['modalities', { messages: [{ role: 'user', content: 'a' }], modalities: Array(300_000).fill(1) }],
  ])('with too many %s is refused by their number', async (_what, asked) => {
    const made = await ada.data('mutation { createApiKey(input: { name: "x" }) { text } }')
    const { text: key } = made['createApiKey'] as { text: string }
    const program = new Person(app.url, '', '', key)
    const { status, text } = await program.rest('POST', '/v1/chat/completions', { model: 'x', ...asked })
    expect(status).toBe(400)
    expect(text.length).toBeLessThan(300)
  })
})

describe('a body in chunks', () => {
  const raw: RawHttp[] = []
  afterEach(async () => {
    await Promise.all(raw.splice(0).map((one) => one.cut()))
  })
  const begin = async (method: string, path: string, type = 'application/json') => {
    const one = new RawHttp(app.url)
    raw.push(one)
    await one.head(method, path, { 'Transfer-Encoding': 'chunked', 'Content-Type': type })
    return one
  }
  const chunks = (count: number, text: string) => `${text.length.toString(16)}\r\n${text}\r\n`.repeat(count)

  it.each([
    ['POST', '/graphql', 'application/json'],
    ['POST', '/graphql/stream', 'application/json'],
    ['POST', '/api/users/login', 'application/json'],
    ['POST', '/v1/chat/completions', 'application/json'],
    ['POST', '/images', 'multipart/form-data; boundary=b'],
    ['POST', '/account-recovery?token=x', 'application/x-www-form-urlencoded'],
    ['POST', '/health/live', 'text/plain'],
    ['POST', '/nowhere', 'text/plain'],
    ['GET', '/api/characters', 'text/plain'],
  ])('of one byte each is read to its end: %s %s', async (method, path, type) => {
    const one = await begin(method, path, type)
    await one.send(`${chunks(5_000, ' ')}0\r\n\r\n`)
    await one.head('GET', '/health/live', {})
    await one.has('"ok"')
  })

  it('of any size is parsed', async () => {
    const text = `{"query":"{ __typename }"${' '.repeat(64)}}`
    for (const [count, size] of [
      [100_000, 1],
      [8_000, 64],
    ] as const) {
      const one = await begin('POST', '/graphql')
      await one.send(chunks(count, ' '.repeat(size)))
      await one.send(`${chunks(1, text)}0\r\n\r\n`)
      await one.has('"__typename":"Query"')
    }
  })

  it('goes on being read after an early answer, so that the connection can be used again', async () => {
    const one = await begin('POST', '/nowhere')
    await one.has('Not found')
    await one.send(`${chunks(100, 'x'.repeat(1_000))}0\r\n\r\n`)
    await one.head('GET', '/health/live', {})
    await one.has('"ok"')
  })
})

describe('a message of a socket in fragments', () => {
  const fragmented = async (fragments: number) => {
    const socket = await RawSocket.connect(app.url)
    const text = JSON.stringify({ type: 'connection_init' })
    socket.sendFragments([...Array.from({ length: fragments - 1 }, () => ''), text])
    return socket
  }

  it('is read', async () => {
    const socket = await fragmented(100)
    await socket.received(1, 'connection_ack')
    await socket.end()
  })

  it('of which there are more than 128 ends the socket', async () => {
    const socket = await fragmented(200)
    expect(await socket.closed).toBe(1008)
  })
})
