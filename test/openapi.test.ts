import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { OpenApiDocument } from '../src/http/openapi/document-types.js'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import { adminCases } from './support/admin-cases.js'
import { applicationCases } from './support/application-cases.js'
import { chatLogCases } from './support/chat-log-cases.js'
import { commonCase } from './support/common-cases.js'
import { documents, operationsOf } from './support/documented.js'
import type { Documented, ServiceName } from './support/documented.js'
import { World } from './support/endpoint-cases.js'
import type { Case, Cases } from './support/endpoint-cases.js'
import type { RestAnswer } from './support/person.js'

const serviceToken = 'the-token-of-the-services'
const cases = { application: applicationCases, chatLog: chatLogCases, admin: adminCases } satisfies Record<
  ServiceName,
  Cases
>
const names = ['application', 'chatLog', 'admin'] as const

let app: TestApp
let world: World
beforeAll(async () => {
  app = await createTestApp({
    roles: 'app,chatlog,admin',
    env: { SERVICE_TOKEN: serviceToken, IMAGE_HOST: 'img.example' },
  })
  world = await World.create(app, serviceToken)
})
afterAll(() => app.close())

/** The operationId without the path of an alias. */
const rowOf = ({ operation }: Documented) => operation.operationId.split('_')[0] ?? ''

// 500 and 503 of a fault and of a store are provoked at the end, for all operations at once
const isCommonFault = ({ operation }: Documented, status: number) =>
  status >= 500 && '$ref' in (operation.responses[String(status)] ?? {})

/** The answers that a case is needed for. */
function answersOf(service: ServiceName, operations: readonly Documented[]) {
  return operations.flatMap((found) => {
    const statuses = Object.keys(found.operation.responses).map(Number)
    const written = cases[service][rowOf(found)]
    return statuses
      .filter((status) => !isCommonFault(found, status) && typeof written?.[status] !== 'string')
      .map((status) => [found.operation.operationId, status, found] as const)
  })
}

/** Sends a request that was made for an operation. Person holds every answer to the document. */
function send(service: ServiceName, { template, method }: Documented, request: Case): Promise<RestAnswer> {
  const { by = world.callers[service], path = {}, query = '', body, headers = {} } = request
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? `no ${name}`)
  return by.rest(method.toUpperCase(), filled + query, body, headers)
}

async function caseOf(service: ServiceName, found: Documented, status: number): Promise<Case> {
  const written = cases[service][rowOf(found)]?.[status] ?? commonCase(found.operation, status)
  if (!written || typeof written === 'string')
    throw new Error(`${found.operation.operationId} documents ${String(status)}: write a case for it`)
  return typeof written === 'function' ? written(world) : written
}

async function provoke(service: ServiceName, found: Documented, status: number): Promise<RestAnswer> {
  if (status !== 409) return send(service, found, await caseOf(service, found, status))
  const { body, again, ...first } = await caseOf(service, found, 200)
  const headers = { 'idempotency-key': world.name() }
  await send(service, found, { ...first, body, headers })
  return send(service, found, { ...first, body: { ...Object(body), ...again }, headers })
}

describe.each(names)('the document of the %s service', (service) => {
  const operations = operationsOf(documents[service])

  it('is what the service answers at /openapi.json', async () => {
    const { status, headers, body } = await world.callers[service].rest('GET', '/openapi.json')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { info: served, components: _, ...rest } = body as OpenApiDocument
    const { info, components: __, ...expected } = documents[service]
    expect(rest).toEqual(expected)
    expect(served).toEqual({ ...info, version: '0.1.0' })
  })

  it('has no two operations of one name', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(Object.keys(documents[service].paths))('names every method of %s', async (template) => {
    const path = template.replaceAll(/\{\w+\}/g, '1')
    const methods = Object.keys(documents[service].paths[template] ?? {}).map((method) => method.toUpperCase())
    const allow = [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']
    const { status, headers, body } = await world.callers[service].rest('PATCH', path)
    expect({ status, body }).toEqual({ status: 405, body: { detail: 'Not allowed' } })
    expect((headers.get('allow') ?? '').split(', ').toSorted()).toEqual(allow.toSorted())
  })

  it.each(answersOf(service, operations))('says what %s answers: %d', async (_id, status, found) => {
    expect(await provoke(service, found, status)).toMatchObject({ status })
  })

  it('has no case for what is not there', () => {
    const rows = new Set(operations.map(rowOf))
    expect(Object.keys(cases[service]).filter((row) => !rows.has(row))).toEqual([])
    const elsewhere = Object.values<Cases[string]>(cases[service]).flatMap((row) => Object.values(row))
    expect(elsewhere.filter((test) => typeof test === 'string' && !existsSync(test))).toEqual([])
  })
})

// the last one: nothing works after it
describe('without its database', () => {
  it('every operation answers an error that its document has', async () => {
    const success = ({ operation }: Documented) => ('200' in operation.responses ? 200 : 204)
    const all = names.flatMap((service) =>
      operationsOf(documents[service])
        .filter((found) => typeof cases[service][rowOf(found)]?.[success(found)] !== 'string')
        .map((found) => ({ service, found })),
    )
    const requests = await Promise.all(
      all.map(async ({ service, found }) => ({
        service,
        found,
        request: await caseOf(service, found, success(found)),
      })),
    )
    await app.app.database.close()
    for (const { service, found, request } of requests) {
      const { status } = await send(service, found, request)
      expect({ id: found.operation.operationId, failed: status >= 500 }).toMatchObject({
        failed: found.operation.operationId !== 'isLive',
      })
    }
  })
})
