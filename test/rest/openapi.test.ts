import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { OpenApiDocument } from '../../src/http/openapi/document-types.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { adminCases } from '../support/rest/admin-cases.js'
import { applicationCases, mostRefreshes, mostRegistrations } from '../support/rest/application-cases.js'
import { chatLogCases } from '../support/rest/chat-log-cases.js'
import { commonCase } from '../support/rest/common-cases.js'
import { documents, operationsOf, type Documented, type ServiceName } from '../support/rest/documented.js'
import { formOf, World, type Case, type Cases, type Provocation } from '../support/rest/endpoint-cases.js'
import { mostGuestEntries, mostGuestRooms, mostSharedReads } from '../support/rest/room-cases.js'
import { BrokenProvider } from '../support/accounts/broken-provider.js'
import { ChatLogCaller, Person, type RestAnswer } from '../support/app/person.js'
import { clients, oauth2Settings, openidSettings } from '../support/accounts/social-settings.js'

const serviceToken = 'the-token-of-the-internal-services'
const cases = { application: applicationCases, chatLog: chatLogCases, admin: adminCases } satisfies Partial<
  Record<ServiceName, Cases>
>
const names = ['application', 'chatLog', 'admin'] as const
type Named = (typeof names)[number]

let provider: BrokenProvider
let app: TestApp
let world: World
beforeAll(async () => {
  provider = await BrokenProvider.open()
  app = await createTestApp({
    roles: 'app,chatlog,admin',
    env: {
      SERVICE_TOKEN: serviceToken,
      IMAGE_HOST: 'img.example',
      MEMBERSHIP_SELF_SERVICE: 'false',
      SHARE_LINKS: 'true',
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMITS: JSON.stringify({
        login: { perAddress: false },
        register: { perAddress: mostRegistrations },
        refresh: { perAddress: mostRefreshes },
        guestRoom: { perAddress: mostGuestRooms },
        guestEntry: { perAddress: mostGuestEntries },
        shareLink: { perAddress: mostSharedReads },
      }),
      ...openidSettings('A', clients.post, provider),
      ...oauth2Settings('B', clients.post, provider),
      ...oauth2Settings('C', clients.post, provider),
    },
  })
  const chatLog = new ChatLogCaller(app.chatLog().url, '', '', serviceToken)
  world = await World.create(app, { chatLog, admin: app.adminService(serviceToken), provider })
})
afterAll(async () => {
  await provider.close()
  await app.close()
})

/** The most privileged caller of a service. */
const callerOf = (service: Named): Person => (service === 'application' ? world.ada : world[service])

/** The operationId without the path of an alias. */
const rowOf = ({ operation }: Documented) => operation.operationId.split('_')[0] ?? ''

function isProvokedElsewhere(written: Provocation | undefined): written is Extract<Provocation, string> {
  return typeof written === 'string'
}

/**
 * The statuses that a request can provoke: 500 and 503 of a store are tested at the end, a listener's 429 and 503 in
 * other tests.
 */
function statusesOf(service: Named, found: Documented): number[] {
  const { responses } = found.operation
  const isShared = (status: string) => Number(status) === 429 || Number(status) >= 500
  const written = cases[service][rowOf(found)]
  return Object.entries(responses)
    .filter(([status, response]) => !isShared(status) || !('$ref' in response))
    .map(([status]) => Number(status))
    .filter((status) => !isProvokedElsewhere(written?.[status]))
}

/** Sends a request for an operation. Person compares every answer with the document. */
function send(service: Named, { template, method }: Documented, request: Case): Promise<RestAnswer> {
  const { by = callerOf(service), path = {}, query = '', form, headers = {} } = request
  const body = form ? formOf(form) : request.body
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? `no ${name}`)
  return by.rest(method.toUpperCase(), filled + query, body, headers)
}

async function caseOf(service: Named, found: Documented, status: number): Promise<Case> {
  const written = cases[service][rowOf(found)]?.[status] ?? commonCase(found.operation, status)
  if (written === undefined || isProvokedElsewhere(written))
    throw new Error(`${found.operation.operationId} documents ${String(status)}: write a case for it`)
  return typeof written === 'function' ? written(world) : written
}

/** The documented success of an operation. */
const successOf = ({ operation }: Documented) =>
  [200, 202, 204].find((status) => String(status) in operation.responses) ?? 0

async function provoke(service: Named, found: Documented, status: number): Promise<RestAnswer> {
  if (status !== 409) return send(service, found, await caseOf(service, found, status))
  const { body, form, again, ...first } = await caseOf(service, found, successOf(found))
  const headers = { 'idempotency-key': world.name() }
  if (form) {
    await send(service, found, { ...first, form, headers })
    return send(service, found, { ...first, form: { ...form, ...again }, headers })
  }
  await send(service, found, { ...first, body, headers })
  return send(service, found, { ...first, body: { ...Object(body), ...again }, headers })
}

describe.each(names)('the document of the %s service', (service) => {
  const operations = operationsOf(documents[service])

  it('is served at /openapi.json', async () => {
    const { status, headers, body } = await callerOf(service).rest('GET', '/openapi.json')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { info: served, components: _, ...rest } = body as OpenApiDocument
    const { info, components: __, ...expected } = documents[service]
    expect(rest).toEqual(expected)
    expect(served).toEqual({ ...info, version: '0.1.0' })
    const known = { 'If-None-Match': headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' }
    expect((await callerOf(service).rest('GET', '/openapi.json', undefined, known)).status).toBe(304)
    const withoutToken = await new Person(callerOf(service).url).rest('GET', '/openapi.json')
    expect(withoutToken.status).toBe(service === 'application' ? 200 : 401)
  })

  it('has no duplicate operation ids', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(Object.keys(documents[service].paths))('has every method of %s', async (template) => {
    const path = template.replaceAll(/\{\w+\}/g, '1')
    const methods = Object.keys(documents[service].paths[template] ?? {}).map((method) => method.toUpperCase())
    const allow = [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']
    const { status, headers, body } = await callerOf(service).rest('PATCH', path)
    const refusal = template.startsWith('/v1/') ? { error: expect.anything() } : { detail: 'Not allowed' }
    expect({ status, body }).toEqual({ status: 405, body: refusal })
    expect((headers.get('allow') ?? '').split(', ').toSorted()).toEqual(allow.toSorted())
  })

  const answers = operations.flatMap((found) => statusesOf(service, found).map((status) => ({ found, status })))
  it.each(answers.map(({ found, status }) => [found.operation.operationId, status, found] as const))(
    'describes the answer of %s: %d',
    async (_id, status, found) => {
      expect(await provoke(service, found, status)).toMatchObject({ status })
    },
  )

  it('has no test case without an operation', () => {
    const rows = new Set(operations.map(rowOf))
    expect(Object.keys(cases[service]).filter((row) => !rows.has(row))).toEqual([])
  })
})

// last: nothing works after it
describe('without its database', () => {
  it('every operation answers a documented error', async () => {
    const all = names.flatMap((service) => operationsOf(documents[service]).map((found) => ({ service, found })))
    const requests = await Promise.all(
      all.map(async ({ service, found }) => ({
        service,
        found,
        request: await caseOf(service, found, successOf(found)),
      })),
    )
    await app.app.database.close()
    // the settings of the installation are kept for a second
    for (const { service, found, request } of requests.filter((each) => rowOf(each.found) !== 'readLogo')) {
      const { status } = await send(service, found, request)
      const row = cases[service][rowOf(found)] ?? {}
      const promised = Object.keys(row).filter((key) => row[Number(key)] === 'without its database')
      const fits = promised.length === 0 ? status >= 500 : promised.includes(String(status))
      expect({ id: found.operation.operationId, status, fits }).toMatchObject({ fits: rowOf(found) !== 'isLive' })
    }
  })
})
