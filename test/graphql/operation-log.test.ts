import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { socketLimits } from '../../resolvers/sockets/socket-backpressure.js'
import { operationNotes } from '../../resolvers/context/operation-notes.js'
import { parse } from 'graphql'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { watch } from '../support/app/watch.js'
import { FailingPort } from '../support/failures/failing-port.js'
import { TestLoad } from '../support/app/process-limits.js'
import { RawSocket } from '../support/http/raw-socket.js'

const lines: { event: string; fields: Record<string, unknown> }[] = []
const write = (fields: object, event: string) => void lines.push({ event, fields: { ...fields } })

const load = new TestLoad()
let database: FailingPort<TestApp['app']['database']> | undefined
let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({
    probe: load.probe,
    wrap: { database: (port) => (database = new FailingPort(port)).port },
    log: { debug: write, info: write, warn: write, error: write },
  })
  ada = await app.person('ada')
})
beforeEach(() => void lines.splice(0))
afterEach(() => load.recover())
afterAll(() => app.close())

/** The next log line of an event, which is written after the answer has ended. */
async function lineOf(event: string): Promise<Record<string, unknown>> {
  const found = () => lines.find((line) => line.event === event)
  await until(`there is a line ${event}`, () => found() !== undefined)
  return found()?.fields ?? {}
}

const post = (body: unknown) => ada.rest('POST', '/graphql', body)

describe('the log line of an operation over HTTP', () => {
  it('has its name, its kind and its root fields, without values', async () => {
    await post({
      query:
        'query Home($id: ID!) { me { id } mine: myCharacters(first: 1) { nodes { id } } ...More } fragment More on Query { models { name } character(id: $id) { id } }',
      variables: { id: '4711' },
      operationName: 'Home',
    })
    const line = await lineOf('request')
    expect(line).toMatchObject({
      ...{ method: 'POST', route: '/graphql', status: 200, operation: 'Home', operationType: 'query' },
      rootFields: ['me', 'myCharacters', 'models', 'character'],
    })
    expect(line).not.toHaveProperty('codes')
    expect(JSON.stringify(line)).not.toMatch(/4711|mine/)
  })

  it('has the codes of its errors', async () => {
    await post({ query: 'mutation { deleteCharacter(id: "999999") { deletedCharacterId } }' })
    expect(await lineOf('request')).toMatchObject({
      operationType: 'mutation',
      rootFields: ['deleteCharacter'],
      codes: ['NOT_FOUND'],
    })
  })

  it.each<[what: string, body: unknown, codes: string[]]>([
    ['no document', { query: '{ me' }, ['GRAPHQL_PARSE_FAILED']],
    ['no field of ours', { query: '{ nonsense }' }, ['GRAPHQL_VALIDATION_FAILED']],
    [
      'no operation of that name',
      { query: 'query A { me { id } }', operationName: 'B' },
      ['OPERATION_RESOLUTION_FAILURE'],
    ],
  ])('has the code of a request with %s', async (_what, body, codes) => {
    await post(body)
    expect(await lineOf('request')).toMatchObject({ status: 400, codes })
  })

  const query = '{ me { id } }'
  it.each<[what: string, init: RequestInit, status: number]>([
    ['a body that is not JSON', { body: '{' }, 400],
    ['a body that is too large', { body: JSON.stringify({ query: ' '.repeat(2_000_000) }) }, 413],
    ['a body in an unknown charset', { body: '{}', headers: { 'content-type': 'application/json; charset=x' } }, 415],
    ['an empty body', { body: '{}' }, 400],
    ['a list of operations', { body: JSON.stringify([{ query }]) }, 400],
    ['variables as text', { body: JSON.stringify({ query, variables: '{}' }) }, 400],
    ['a document that is a number', { body: JSON.stringify({ query: 1 }) }, 400],
    ['another method', { method: 'PUT', body: JSON.stringify({ query }) }, 405],
    [
      'an answer that it does not accept',
      { body: JSON.stringify({ query }), headers: { 'content-type': 'application/json', accept: 'text/plain' } },
      406,
    ],
  ])('has the code of a request with %s', async (_what, init, status) => {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...init,
    })
    expect(response.status).toBe(status)
    expect(await lineOf('request')).toMatchObject({ route: '/graphql', status, codes: ['BAD_REQUEST'] })
  })

  it.each<[what: string, body: string | Buffer<ArrayBuffer>, headers: Record<string, string>, message: string]>([
    [
      'another charset',
      '{}',
      { 'content-type': 'application/json; charset=x' },
      'has a charset or an encoding that is not read',
    ],
    ['another encoding', '{}', { 'content-encoding': 'zip' }, 'has a charset or an encoding that is not read'],
    [
      'half a gzip',
      gzipSync(JSON.stringify({ query })).subarray(0, 20),
      { 'content-encoding': 'gzip' },
      'is not compressed as its Content-Encoding says',
    ],
    ['a number', '7', {}, 'is not a JSON object'],
    ['half of the JSON', '{"query":', {}, 'is not a JSON object'],
  ])('says why it refuses a body: %s', async (_what, body, headers, fault) => {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    expect(await response.json()).toMatchObject({ errors: [{ message: `The request body ${fault}` }] })
  })

  it.each<[what: string, path: string, status: number, codes: string[] | undefined]>([
    ['a query', '?query=query+A{me{id}}', 200, undefined],
    ['a refusal of the schema', '?query=query+A{myRooms(first:1000){nodes{id}}}', 200, ['BAD_USER_INPUT']],
    ['no document', '?query=query+A{', 200, ['GRAPHQL_PARSE_FAILED']],
    ['no query', '', 400, ['BAD_REQUEST']],
  ])('has the same for one over server-sent events: %s', async (_what, path, status, codes) => {
    await fetch(`${app.url}/graphql/stream${path}`, { headers: { authorization: `Bearer ${ada.token ?? ''}` } })
    const line = await lineOf('request')
    expect(line).toMatchObject({ method: 'GET', route: '/graphql/stream', status })
    expect(line['codes']).toEqual(codes)
    expect(line['operation']).toBe(path.includes('{me') || path.includes('{my') ? 'A' : undefined)
  })

  it('has the code of a request whose caller cannot be read from the store', async () => {
    if (database) database.isDown = true
    const { status, body } = await post({ query: '{ me { id } }' })
    database?.heal()
    const refused = { message: 'The database cannot be reached', extensions: { code: 'UNAVAILABLE', part: 'store' } }
    expect([status, body]).toEqual([503, { errors: [refused] }])
    expect(await lineOf('request')).toMatchObject({ route: '/graphql', status: 503, codes: ['UNAVAILABLE'] })
  })

  it('is written beside one with the reason why the store was unavailable', async () => {
    if (database) database.isDown = true
    const { errors } = await app.stranger().graphql('{ user(id: 1) { id } }')
    database?.heal()
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['UNAVAILABLE'])
    const { requestId } = (await lineOf('request')) as { requestId: string }
    expect(await lineOf('operation.failed')).toMatchObject({ requestId, reason: expect.stringMatching(/./) })
  })
})

describe('the log line of an operation over a socket', () => {
  it('is written when it is answered', async () => {
    const client = ada.socket()
    await client.iterate({ query: 'query Who { me { id } }' }).next()
    const line = await lineOf('operation')
    expect(line).toMatchObject({ operation: 'Who', operationType: 'query', rootFields: ['me'] })
    expect(line['requestId']).toMatch(/^[0-9a-f-]{36}$/)
    expect(line['ms']).toBeGreaterThanOrEqual(0)
    await client.dispose()
  })

  it.each([
    ['{ me', ['GRAPHQL_PARSE_FAILED']],
    ['{ nonsense }', ['GRAPHQL_VALIDATION_FAILED']],
    ['mutation { deleteCharacter(id: "999999") { deletedCharacterId } }', ['NOT_FOUND']],
    ['subscription { generation(id: "00000000-0000-4000-8000-000000000000") { delta } }', ['NOT_FOUND']],
  ])('has the codes of %s', async (query, codes) => {
    const client = ada.socket()
    await client
      .iterate({ query })
      .next()
      .catch(() => undefined)
    expect(await lineOf('operation')).toMatchObject({ codes })
    await client.dispose()
  })

  it('of a subscription is written once, when it has ended', async () => {
    const roomId = await ada.room()
    const id = await ada.say(roomId)
    await watch(ada, id)
    expect(await lineOf('operation')).toMatchObject({ operationType: 'subscription', rootFields: ['generation'] })
    expect(lines.filter(({ event }) => event === 'operation')).toHaveLength(1)
  })

  it('of a subscription is written when its client disconnects', async () => {
    const roomId = await ada.room()
    const client = ada.socket()
    const events = client.iterate({ query: `subscription { roomEvents(roomId: "${roomId}") { __typename } }` })
    await events.next()
    expect(lines.some(({ event }) => event === 'operation')).toBe(false)
    await client.dispose()
    expect(await lineOf('operation')).toMatchObject({ rootFields: ['roomEvents'] })
  })
})

describe('the log line of an operation that a socket refuses before it reads it', () => {
  const named = { operationName: 'Watch' }

  it('is written while the process is overloaded', async () => {
    const socket = await RawSocket.open(app.url, ada.token)
    load.overload()
    socket.subscribe('1', 'query Watch { __typename }', named)
    await socket.received(1, 'error')
    expect(await lineOf('operation')).toMatchObject({ operation: 'Watch', codes: ['UNAVAILABLE'] })
    await socket.end()
  })

  it('is written for one operation too many, with its own id', async () => {
    const roomId = await ada.room()
    const socket = await RawSocket.open(app.url, ada.token)
    for (let id = 0; id < socketLimits.operations; id += 1)
      socket.subscribe(`held ${String(id)}`, `subscription { roomEvents(roomId: "${roomId}") { __typename } }`)
    socket.subscribe('one more', 'query Watch { __typename }', named)
    await socket.received(1, 'error')
    const line = await lineOf('operation')
    expect(line).toMatchObject({ operation: 'Watch', codes: ['RATE_LIMITED'] })
    expect(line['requestId']).toMatch(/^[0-9a-f-]{36}$/)
    expect(lines.filter(({ event }) => event === 'operation')).toHaveLength(1)
    await socket.end()
    await until('the others have ended', () => lines.filter(({ event }) => event === 'operation').length === 101)
  })

  it('is written for an id that is too long', async () => {
    const socket = await RawSocket.open(app.url, ada.token)
    socket.subscribe('x'.repeat(101), 'query Watch { __typename }', named)
    expect(await socket.closed).toBe(4400)
    expect(await lineOf('operation')).toMatchObject({ operation: 'Watch', codes: ['BAD_USER_INPUT'] })
  })

  it('is written while the caller cannot be read from the store', async () => {
    const client = await RawSocket.open(app.url, ada.token)
    if (database) database.isDown = true
    client.subscribe('1', 'query Watch { __typename }', named)
    await client.received(1, 'error')
    database?.heal()
    expect(await lineOf('operation')).toMatchObject({ operation: 'Watch', codes: ['UNAVAILABLE'] })
    await client.end()
  })
})

describe('the notes of an operation', () => {
  it('are bounded in names, in number and in codes', () => {
    const fields = Array.from({ length: 50 }, (_, at) => `f${String(at)}${'x'.repeat(200)}`)
    const document = parse(`query ${'Q'.repeat(300)} { ${fields.join(' ')} }`)
    const errors = fields.map((code) => ({ extensions: { code } }))
    const { operation, rootFields, codes } = operationNotes({ document }, errors)
    expect(operation).toHaveLength(100)
    expect(rootFields).toHaveLength(10)
    expect(rootFields?.[0]).toHaveLength(100)
    expect(codes).toHaveLength(10)
  })

  it('are as short for a name that is not in the document', () => {
    expect(operationNotes({ operationName: 'x'.repeat(300) }).operation).toHaveLength(100)
    expect(operationNotes({})).toEqual({})
  })

  it('end when fragments spread each other', () => {
    const document = parse('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A me { id } }')
    expect(operationNotes({ document }).rootFields).toEqual(['me'])
  })
})
