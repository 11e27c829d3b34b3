import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import { AppError, createLogger } from '@parley/runtime'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import { completionJob, jsonSpeaker, schemaFormat } from '../support/ai-workers/json-speaker.js'
import { answer, TinyModels } from '../support/ai-workers/tiny-models.js'

const models = new TinyModels()
afterEach(() => models.close())
afterAll(() => models.remove())

const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index))
const properties = (count: number, schema: unknown) =>
  Object.fromEntries(many(count, (index) => [`property${index}`, schema]))
const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown =>
  many(depth, (index) => index).reduce<unknown>((inner) => wrap(inner), { type: 'boolean' })
/** Definitions that refer to the next one twice each. */
const doubling = (levels: number, schema: (next: unknown) => unknown) => ({
  $ref: '#/$defs/d0',
  $defs: {
    ...Object.fromEntries(many(levels, (level) => [`d${level}`, schema({ $ref: `#/$defs/d${level + 1}` })])),
    [`d${levels}`]: { type: 'boolean' },
  },
})
const optional = (inner: unknown) => ({ type: 'object', properties: { a: inner, b: inner } })
const either = (inner: unknown) => ({ anyOf: [inner, inner] })

/** Properties that must all be there with a constant, which distinguishes alternatives. */
const constants = (count: number) => ({
  type: 'object',
  properties: Object.fromEntries(many(count, (index) => [`property${index}`, { const: index }])),
  required: many(count, (index) => `property${index}`),
})

const schemas: readonly [string, unknown][] = [
  ['alternatives with 1,500 constants', { anyOf: [constants(1_500), { type: 'object' }] }],
  [
    'alternatives that refer to 400 constants, 40 times',
    {
      type: 'object',
      properties: properties(40, { anyOf: [{ $ref: '#/$defs/a' }, { type: 'object' }] }),
      $defs: { a: constants(400) },
    },
  ],
  [
    '100 alternatives beside 2,500 properties',
    { properties: properties(2_500, {}), anyOf: many(100, (index) => ({ required: [`a${index}`] })) },
  ],
  ['3,000 alternatives beside properties', { properties: properties(2_000, {}), anyOf: many(3_000, () => ({})) }],
  [
    'joined references to one large schema',
    {
      type: 'object',
      properties: properties(500, { allOf: many(20, () => ({ $ref: '#/$defs/a' })) }),
      $defs: { a: { properties: properties(900, {}) } },
    },
  ],
  [
    'references that join themselves',
    { $defs: { a: { allOf: many(9, () => ({ $ref: '#/properties/it/$defs/a' })) } }, $ref: '#/$defs/a' },
  ],
  ['lists of lists', nested(30, (items) => ({ type: 'array', items, minItems: 10, maxItems: 10 }))],
  ['objects of objects', nested(30, (inner) => ({ type: 'object', properties: { a: inner }, required: ['a'] }))],
  ['1,000 optional properties', { type: 'object', properties: properties(1_000, { type: 'string' }) }],
  [
    '1,000 required properties',
    { type: 'object', properties: properties(1_000, { type: 'string' }), required: Object.keys(properties(1_000, 0)) },
  ],
  ['99 optional properties', { type: 'object', properties: properties(90, { type: 'string' }) }],
  ['a long string', { type: 'string', maxLength: 1e9 }],
  ['a string of a million', { type: 'string', minLength: 999_999, maxLength: 999_999 }],
  ['a string that cannot be', { type: 'string', minLength: 1e9 }],
  ['a list of a million', { type: 'array', items: { type: 'array', maxItems: 999_999 }, minItems: 999_999 }],
  ['many long strings', { type: 'object', properties: properties(90, { type: 'string', maxLength: 65_537 }) }],
  ['an enum of 5,000', { enum: many(5_000, (index) => `value ${index}`) }],
  ['an enum of 5,000 characters', { enum: many(5_000, (index) => String.fromCodePoint(0x4e00 + index)) }],
  ['an enum of prefixes', { enum: many(300, (index) => 'a'.repeat(index)) }],
  ['definitions that double in properties', doubling(60, optional)],
  ['definitions that double in alternatives', doubling(60, either)],
  ['definitions that double in lists', doubling(60, (inner) => ({ type: 'array', prefixItems: [inner, inner] }))],
  ['alternatives in alternatives', nested(30, (inner) => ({ anyOf: [inner, { type: 'string' }] }))],
  [
    'alternatives that contain themselves',
    { $ref: '#/$defs/a', $defs: { a: either({ type: 'object', properties: { a: { $ref: '#/$defs/a' } } }) } },
  ],
  [
    'a chain of references',
    { $ref: '#/$defs/d0', $defs: Object.fromEntries(many(1_500, (at) => [`d${at}`, { $ref: `#/$defs/d${at + 1}` }])) },
  ],
  ['a circle of references', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
  ['a regular expression', { type: 'string', pattern: '^((a+)+)+$' }],
  [
    'names of prototypes',
    { type: 'object', properties: { constructor: { type: 'null' }, toString: {}, hasOwnProperty: {} } },
  ],
  [
    'a name of a prototype',
    JSON.parse('{"type":"object","properties":{"__proto__":{"type":"null"}},"required":["__proto__"]}'),
  ],
  [
    '30 large alternatives',
    { anyOf: many(30, (index) => ({ type: 'object', properties: properties(3, { const: index }) })) },
  ],
]

describe('a hostile schema', () => {
  it.each(schemas)('is refused, or costs little, and the next reply is as before: %s', async (_name, schema) => {
    const backend = await models.backend({ tiny: jsonSpeaker })
    const before = await answer(backend, completionJob({ seed: 1, maxTokens: 10 }))
    const parameters = { type: 'object', properties: { it: schema } }
    const { $defs } = schema as { $defs?: unknown }
    const tools = [{ name: 'hostile', parameters: JSON.stringify($defs ? { ...parameters, $defs } : parameters) }]
    const jobs = [
      completionJob({ ...schemaFormat(schema), maxTokens: 24 }),
      completionJob({ tools, toolChoice: { kind: 'required' }, maxTokens: 24 }),
    ]
    for (const job of jobs) {
      const started = process.cpuUsage()
      try {
        backend.check(job)
        await answer(backend, job)
      } catch (error) {
        if (!(error instanceof AppError) && !(error instanceof Error && error.name === 'PromptTooLong')) throw error
      }
      const { user, system } = process.cpuUsage(started)
      expect((user + system) / 1_000).toBeLessThan(3_000)
    }
    expect((await answer(backend, completionJob({ seed: 1, maxTokens: 10 }))).text).toBe(before.text)
  })

  it('of brackets only is refused before anything reads it', async () => {
    const backend = await models.backend({ tiny: jsonSpeaker })
    const schema = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    const job = completionJob({ responseFormat: { kind: 'json_schema', name: 'deep', schema } })
    expect(() => backend.check(job)).toThrow('deeper than')
    const tools = [{ name: 'deep', parameters: `{"const":${schema}}` }]
    expect(() => backend.check(completionJob({ tools }))).toThrow('deeper than')
  })

  it('costs little 128 times', async () => {
    const backend = await models.backend({ tiny: { ...jsonSpeaker, contextLength: 8_192 } })
    const values = many(700, (index) => `value ${index}`)
    const parameters = JSON.stringify({ type: 'object', properties: { a: { enum: values } }, required: ['a'] })
    const tools = many(128, (index) => ({ name: `tool_${index}`, parameters }))
    const started = process.cpuUsage()
    backend.check(completionJob({ tools }))
    const { user, system } = process.cpuUsage(started)
    expect((user + system) / 1_000).toBeLessThan(3_000)
  })

  it('is refused by a worker before its job waits', async () => {
    const backend = await models.backend({ tiny: jsonSpeaker })
    const logger = createLogger('silent')
    const worker = new ReplyWorker({ kind: 'office', backends: new Map([['Local', backend]]), logger })
    const job = completionJob(schemaFormat({ $ref: '#' }))
    const progress = worker.generate(job, new AbortController().signal)[Symbol.asyncIterator]()
    await expect(progress.next()).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    await worker.drain()
  })
})
