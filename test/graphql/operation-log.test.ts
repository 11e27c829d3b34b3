import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operationNotes } from '../../resolvers/context/operation-notes.js'
import { parse } from 'graphql'
import { createTestApp } from '../support/app/app.js'
import type { TestApp } from '../support/app/app.js'
import { eventually } from '../support/app/eventually.js'
import type { Person } from '../support/app/person.js'
import { watch } from '../support/app/watch.js'

const lines: { event: string; fields: Record<string, unknown> }[] = []
const write = (fields: object, event: string) => void lines.push({ event, fields: { ...fields } })

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ log: { debug: write, info: write, warn: write, error: write } })
  ada = await app.person('ada')
})
beforeEach(() => void lines.splice(0))
afterAll(() => app.close())

/** The next line of an event, which is written when its answer is over. */
async function lineOf(event: string): Promise<Record<string, unknown>> {
  const found = () => lines.find((line) => line.event === event)
  await eventually(`there is a line ${event}`, () => found() !== undefined)
  return found()?.fields ?? {}
}

const post = (body: unknown) => ada.rest('POST', '/graphql', body)

describe('the log line of an operation over HTTP', () => {
  it('has its name, its kind and the fields of its root, and no value of it', async () => {
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

  it('has the code of a body that is no JSON', async () => {
    const headers = { 'content-type': 'application/json' }
    await fetch(`${app.url}/graphql`, { method: 'POST', headers, body: '{' })
    expect(await lineOf('request')).toMatchObject({ status: 400, codes: ['BAD_REQUEST'] })
  })
})

describe('the log line of an operation over a socket', () => {
  it('comes when it is answered', async () => {
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

  it('of a subscription comes once, when it has ended', async () => {
    const roomId = await ada.room()
    const id = await ada.say(roomId)
    await watch(ada, id)
    expect(await lineOf('operation')).toMatchObject({ operationType: 'subscription', rootFields: ['generation'] })
    expect(lines.filter(({ event }) => event === 'operation')).toHaveLength(1)
  })

  it('of a subscription comes when its client goes', async () => {
    const roomId = await ada.room()
    const client = ada.socket()
    const events = client.iterate({ query: `subscription { roomEvents(roomId: "${roomId}") { __typename } }` })
    await events.next()
    expect(lines.some(({ event }) => event === 'operation')).toBe(false)
    await client.dispose()
    expect(await lineOf('operation')).toMatchObject({ rootFields: ['roomEvents'] })
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

  it('of a name that no document has are as short', () => {
    expect(operationNotes({ operationName: 'x'.repeat(300) }).operation).toHaveLength(100)
    expect(operationNotes({})).toEqual({})
  })

  it('end where fragments spread each other', () => {
    const document = parse('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A me { id } }')
    expect(operationNotes({ document }).rootFields).toEqual(['me'])
  })
})
