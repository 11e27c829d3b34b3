import { request as open } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { auditServer } from 'graphql-http'
import { until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'

const logged: object[] = []
const add = ({ requestId: _id, ms: _ms, ...line }: Readonly<Record<string, unknown>>, event: string) => {
  if (event === 'request') logged.push(line)
}
const log = { debug: add, info: add, warn: add, error: add }
let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ log })
  ada = await app.person('ada')
})
afterAll(() => app.close())

type Headers = Readonly<Record<string, string>>
const json = { 'content-type': 'application/json' }

/** A body of unknown length is served by Express, one of known length before it. */
function post(body: string | Buffer, headers: Headers, door: 'direct' | 'express', query = '') {
  const length = door === 'direct' ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  return new Promise<object>((resolve, reject) => {
    const sent = open(
      `${app.url}/graphql${query}`,
      { method: 'POST', headers: { ...headers, ...length } },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const { 'x-request-id': _id, date: _date, ...rest } = answer.headers
          resolve({ status: answer.statusCode, headers: rest, text: Buffer.concat(parts).toString() })
        })
      },
    )
    sent.on('error', reject)
    sent.write(body)
    sent.end()
  })
}

/** The line of the request that was answered last: it is logged when its connection is free again. */
async function nextLine(): Promise<object | undefined> {
  await until('the request is logged', () => logged.length > 0)
  return logged.splice(0)[0]
}

describe('POST /graphql before Express', () => {
  const documents: [name: string, body: string | Buffer, headers?: Headers, query?: string][] = [
    ['a query', '{"query":"{ __typename }"}'],
    ['a charset', '{"query":"{ __typename }"}', { 'content-type': 'application/json; charset=utf-8' }],
    ['a charset in capitals', '{"query":"{ __typename }"}', { 'content-type': 'Application/JSON;charset=UTF-8' }],
    ['a query string', '{"query":"{ __typename }"}', {}, '?query={me{id}}&documentId=x'],
    ['the newer media type', '{"query":"{ __typename }"}', { accept: 'application/graphql-response+json' }],
    ['an unknown field in the newer media type', '{"query":"{ x }"}', { accept: 'application/graphql-response+json' }],
    ['an unsupported media type', '{"query":"{ __typename }"}', { accept: 'text/html' }],
    ['an unknown field', '{"query":"{ x }"}'],
    ['a syntax error', '{"query":"{ x"}'],
    ['a refusal by the schema', '{"query":"mutation { deleteAccount { deletedAccountId } }"}'],
    [
      'variables',
      '{"query":"query ($first: Int) { characters(first: $first) { nodes { id } } }","variables":{"first":1}}',
    ],
    [
      'variables of a wrong type',
      '{"query":"query ($first: Int) { characters(first: $first) { nodes { id } } }","variables":{"first":"a"}}',
    ],
    ['variables as a text', '{"query":"{ __typename }","variables":"{}"}'],
    ['extensions as a list', '{"query":"{ __typename }","extensions":[]}'],
    ['an empty operation name', '{"query":"query a { __typename }","operationName":""}'],
    ['an unknown operation name', '{"query":"query a { __typename }","operationName":"b"}'],
    ['an operation name of a wrong type', '{"query":"{ __typename }","operationName":1}'],
    ['a document as the query', '{"query":{"kind":"Document"}}'],
    ['a batch', '[{"query":"{ __typename }"}]'],
    ['an empty batch', '[]'],
    ['no key', '{}'],
    ['no query', '{"operationName":"a"}'],
    ['an unknown document', '{"documentId":"sha256:0"}'],
    ['a hash', '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"0"}}}'],
    ['a subscription', '{"query":"subscription { myRoomEvents { __typename } }"}'],
    ['null', 'null'],
    ['a number', '1'],
    ['a text', '"{ __typename }"'],
    ['blanks', '  '],
    ['no JSON', '{"query":'],
    ['a byte order mark', Buffer.from('\ufeff{"query":"{ __typename }"}')],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from('{"query":"{ __typename } #'), Buffer.from([0xff]), Buffer.from('"}')]),
    ],
    ['a prototype', '{"query":"{ __typename }","__proto__":{"variables":{}},"constructor":1}'],
    ['another type', '{"query":"{ __typename }"}', { 'content-type': 'text/plain' }],
    ['another charset', '{"query":"{ __typename }"}', { 'content-type': 'application/json; charset=utf-16' }],
    ['a compression that is not one', '{"query":"{ __typename }"}', { 'content-encoding': 'gzip' }],
    ['more than 1 MiB', `{"query":"{ __typename }","more":"${'x'.repeat(1_048_576)}"}`],
    ['exactly 1 MiB', `{"query":"{ __typename }","m":"${'x'.repeat(1_048_576 - 34)}"}`],
    ['an origin', '{"query":"{ __typename }"}', { origin: 'http://localhost:5173' }],
    ['a wrong token', '{"query":"{ me { id } }"}', { authorization: 'Bearer x' }],
  ]

  it.each(documents)('answers %s as Express does, and logs it alike', async (_name, body, headers = {}, query = '') => {
    logged.length = 0
    const asked = { ...json, ...headers }
    const direct = await post(body, asked, 'direct', query)
    const line = await nextLine()
    expect(direct).toEqual(await post(body, asked, 'express', query))
    expect(line).toEqual(await nextLine())
  })

  it('knows the caller', async () => {
    const headers = { ...json, authorization: `Bearer ${ada.token}` }
    expect(await post('{"query":"{ me { id } }"}', headers, 'direct')).toMatchObject({
      status: 200,
      text: `{"data":{"me":{"id":"${ada.id}"}}}\n`,
    })
  })
})

it('passes the GraphQL over HTTP audits through Express too, with the three known warnings', async () => {
  const fetchFn = (url: string, init: RequestInit = {}) =>
    fetch(url, typeof init.body === 'string' ? { ...init, body: new Blob([init.body]).stream(), duplex: 'half' } : init)
  const results = await auditServer({ url: `${app.url}/graphql`, fetchFn })
  const of = (status: string) => results.filter((result) => result.status === status)
  expect(of('error').map(({ id, name }) => `${id} ${name}`)).toEqual([])
  expect(of('warn').map(({ id }) => id)).toEqual(['572B', 'FDE2', '7B9B'])
})
