import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  getNamedType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql'
import { createLogger, maxFaults } from '@parley/runtime'
import { buildPublicSchema, buildServiceSchema } from '../support/app/schemas.js'
import { Pipeline } from '../../resolvers/pipeline/pipeline.js'
import { createRequestContext } from '../../resolvers/context/request-context.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { documents, operationsOf, type Documented } from '../support/rest/documented.js'
import { ChatLogCaller, Person } from '../support/app/person.js'

const serviceToken = 'the-token-of-the-internal-services'
const services = ['application', 'chatLog', 'admin'] as const
type Named = (typeof services)[number]

const maxAnswerBytes = 65_536
/** A text of hostile requests that no answer may repeat. */
const repeated = 'hostile'.repeat(15)

let app: TestApp
let callers: Record<Named, Person>
let program: Person
beforeAll(async () => {
  app = await createTestApp({ roles: 'app,chatlog,admin', env: { SERVICE_TOKEN: serviceToken } })
  const ada = await app.person('ada')
  const chatLog = new ChatLogCaller(app.chatLog().url, '', '', serviceToken)
  callers = { application: ada, chatLog, admin: app.adminService(serviceToken) }
  const made = await ada.data('mutation { createApiKey(input: { name: "x" }) { text } }')
  program = new Person(app.url, '', '', (made['createApiKey'] as { text: string }).text)
})
afterAll(() => app.close())

const bytes = 200_000
const long = 'hostile'.repeat(bytes / 7)
const marks = '\u0300\u0316'.repeat(bytes / 4)
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`${repeated}${n}`, n]))
const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`

/** JSON texts for a key of a body. */
const values: readonly (readonly [string, string])[] = [
  ['a long text', JSON.stringify(long)],
  ['combining marks', JSON.stringify(marks)],
  ['a long list', `[${'{},'.repeat(bytes / 4)}{}]`],
  ['a deep list', nested(bytes / 4)],
  ['an object of many keys', JSON.stringify(keys(1_500))],
  ['a long number', '9'.repeat(bytes)],
]

/** Bodies that are hostile as a whole. */
const bodies: readonly (readonly [string, string])[] = [
  ...values,
  ['broken JSON', '['.repeat(bytes)],
  ['a text without an end', `{"${long}`],
]

/** The keys of an operation's body, from the document. */
function keysOf({ operation, document }: Documented): string[] {
  const [media] = Object.values(operation.requestBody?.content ?? {})
  const name = media?.schema.$ref?.split('/').at(-1) ?? ''
  return Object.keys((document.components.schemas[name] ?? media?.schema)?.properties ?? {})
}

describe.each(services)('a hostile request to the %s service', (service) => {
  // other operations read nothing, and some of them end the session
  const operations = operationsOf(documents[service]).filter(
    ({ template, operation }) =>
      template.includes('{') || (operation.requestBody ?? operation.parameters) !== undefined,
  )
  const rows = operations.map((found) => [`${found.method} ${found.template}`, found] as const)

  it.each(rows)('is answered in few bytes: %s', async (_name, found) => {
    const { template, method, operation } = found
    const caller = template.startsWith('/v1/') ? program : callers[service]
    const path = template.replaceAll(/\{\w+\}/g, repeated.repeat(10))
    const query = (operation.parameters ?? []).map(
      (parameter) => `${'name' in parameter ? parameter.name : 'x'}=${repeated.repeat(5)}`,
    )
    const send = async (body?: string) => {
      const {
        status,
        text,
        body: answer,
      } = await caller.rest(method.toUpperCase(), `${path}?${query.slice(0, 10).join('&')}`, body)
      if (status < 400) return
      expect(text.length).toBeLessThanOrEqual(maxAnswerBytes)
      expect(text).not.toContain(repeated)
      const { detail } = Object(answer) as { detail?: unknown }
      if (Array.isArray(detail)) expect(detail.length).toBeLessThanOrEqual(maxFaults)
    }
    await send()
    if (!operation.requestBody) return
    for (const [, body] of bodies) await send(body)
    const named = keysOf(found)
    for (const [, value] of values)
      await send(
        `{${named
          .slice(0, 4)
          .map((key) => `"${key}":${value}`)
          .join()}}`,
      )
  })
})

/** A value for an argument that is hostile in all parts of its type. */
function hostile(type: GraphQLInputType, leaf: unknown): unknown {
  if (isNonNullType(type)) return hostile(type.ofType, leaf)
  if (isListType(type)) return Array.from({ length: 500 }, () => hostile(type.ofType, leaf))
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return leaf
  return Object.fromEntries(Object.values(named.getFields()).map((field) => [field.name, hostile(field.type, leaf)]))
}

const leaves: readonly (readonly [string, unknown])[] = [
  ['long texts', long],
  ['combining marks', marks],
  ['numbers', 1e300],
  ['objects of many keys', keys(900)],
  ['lists', Array.from({ length: 50 }, () => repeated)],
]

const wholes: readonly (readonly [string, unknown])[] = [
  ['unknown keys', keys(1_000)],
  ['too many keys', keys(1_001)],
  ['a long list', Array.from({ length: 9_000 }, () => ({}))],
  ['a deep list', JSON.parse(nested(100_000))],
]

type Root = readonly ['query' | 'mutation' | 'subscription', GraphQLField<unknown, unknown>]

function rootsOf(schema: GraphQLSchema): Root[] {
  const kinds = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const
  return kinds
    .flatMap(([kind, type]) => Object.values(type?.getFields() ?? {}).map((field): Root => [kind, field]))
    .filter(([, { args }]) => args.length > 0)
}

describe.each([
  ['public', buildPublicSchema],
  ['service', buildServiceSchema],
] as const)('hostile variables of the %s schema', (_name, build) => {
  it('are answered in few bytes at every root field', async () => {
    const schema = build(app.app.product)
    const pipeline = new Pipeline(schema, createLogger('silent'))
    for (const [kind, { name, args, type }] of rootsOf(schema)) {
      const definitions = args.map((each) => `$${each.name}: ${String(each.type)}`).join()
      const passed = args.map((each) => `${each.name}: $${each.name}`).join()
      const selection = isLeafType(getNamedType(type)) ? '' : '{ __typename }'
      const source = `${kind} (${definitions}) { ${name}(${passed}) ${selection} }`
      const ofLeaves = leaves.map(
        ([what, leaf]) => [what, (argument: GraphQLInputType) => hostile(argument, leaf)] as const,
      )
      const ofWholes = wholes.map(([what, whole]) => [what, () => whole] as const)
      for (const [what, valueOf] of [...ofLeaves, ...ofWholes]) {
        const origin = { authorization: callers.application.token, requestId: 'test', ipAddress: null }
        const context = await createRequestContext(app.app.product, origin)
        const variables = Object.fromEntries(args.map((each) => [each.name, valueOf(each.type)]))
        const document = await pipeline.parse(source, context)
        const outcome = await pipeline.run({ document, variables, context }, { streams: true })
        if (Symbol.asyncIterator in outcome) {
          await outcome.return?.()
          continue
        }
        const text = JSON.stringify(outcome)
        const fields = (outcome.errors ?? []).flatMap(({ extensions }) => extensions['fields'] ?? [])
        const seen = { name, what, isSmall: text.length <= maxAnswerBytes, repeats: text.includes(repeated) }
        expect(seen).toEqual({ name, what, isSmall: true, repeats: false })
        expect(fields.length).toBeLessThanOrEqual(maxFaults)
      }
    }
  })
})
