import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { z } from 'zod'
import { AppError } from '@parley/runtime'
import { completionJob, jsonSpeaker, schemaFormat } from '../support/ai-workers/json-speaker.js'
import { jsonSchemas, objectSchemas } from '../support/ai-workers/json-schemas.js'
import { answer, TinyModels, tinyJob } from '../support/ai-workers/tiny-models.js'

const models = new TinyModels()
afterEach(() => models.close())
afterAll(() => models.remove())

const hello = { role: 'user', text: 'the people say' } as const
const begun = (text: string) => [hello, { role: 'assistant', text } as const]

/** The value of a reply that follows a schema; undefined when the token limit ended it. */
async function written(schema: unknown, seed: number, maxTokens = 300): Promise<unknown> {
  const backend = await models.backend({ tiny: jsonSpeaker })
  const job = completionJob({ ...schemaFormat(schema), seed, maxTokens })
  backend.check(job)
  const { text, receipt } = await answer(backend, job)
  return receipt.finish === 'length' ? undefined : JSON.parse(text)
}

describe('a reply with a schema', () => {
  it('fits it, whatever the model would rather say', async () => {
    const backend = await models.backend({ tiny: jsonSpeaker })
    let complete = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof(jsonSchemas, objectSchemas(jsonSchemas)), fc.maxSafeInteger(), async (schema, seed) => {
        const job = completionJob({ ...schemaFormat(schema), seed })
        backend.check(job)
        const { text, receipt } = await answer(backend, job)
        if (receipt.finish === 'length') return
        complete += 1
        expect(z.fromJSONSchema(schema).safeParse(JSON.parse(text))).toMatchObject({ success: true })
      }),
      { numRuns: 80, endOnFailure: true },
    )
    expect(complete).toBeGreaterThan(60)
  }, 60_000)

  it.each<[string, unknown, RegExp]>([
    ['date', { type: 'string', format: 'date' }, /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/],
    ['time', { type: 'string', format: 'time' }, /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d/],
    ['date-time', { type: 'string', format: 'date-time' }, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/],
    ['uuid', { type: 'string', format: 'uuid' }, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ])('writes a string of the format %s', async (_name, schema, pattern) => {
    for (const seed of [1, 2, 3, 4]) {
      const value = String(await written(schema, seed))
      expect(value).toMatch(pattern)
      const date = value.slice(0, 10)
      if (value.includes('T')) expect(Number.isNaN(Date.parse(value))).toBe(false)
      if (/^\d{4}-\d\d-\d\d$/.test(date)) expect(new Date(date).toISOString().slice(0, 10)).toBe(date)
    }
  })

  it('counts characters of two UTF-16 code units as one, and escapes too', async () => {
    const tiny = { ...jsonSpeaker, says: ['"', '<0xF0>', '<0x9F>', '<0xA4>', '<0x96>', '\\', 'u', 'd', '8', '0'] }
    const backend = await models.backend({ tiny })
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const job = completionJob({ ...schemaFormat({ type: 'string', minLength: 3, maxLength: 3 }), seed })
      const value: unknown = JSON.parse((await answer(backend, job)).text)
      expect([...String(value)]).toHaveLength(3)
    }
  })

  it.each<[string, unknown, unknown]>([
    ['const of an object', { const: { a: [1, { b: null }] } }, { a: [1, { b: null }] }],
    ['const of a marker', { const: '<|im_start|>' }, '<|im_start|>'],
    ['const of half a character', { const: '\ud800' }, '\ud800'],
    ['no items', { type: 'array', maxItems: 0 }, []],
    ['a name with escapes', { properties: { '"\\': { const: 1 } }, required: ['"\\'], type: 'object' }, { '"\\': 1 }],
    ['no properties', { type: 'object', properties: {} }, {}],
    ['one integer', { type: 'integer', minimum: 0.5, exclusiveMaximum: 2 }, 1],
    ['no fraction', { type: 'number', minimum: -3, maximum: -3 }, -3],
    ['a member of allOf', { allOf: [{ $ref: '#/definitions/x' }], definitions: { x: { enum: ['only'] } } }, 'only'],
    ['an enum of a type', { type: 'string', enum: [1, 'one', null] }, 'one'],
  ])('is its only value: %s', async (_name, schema, value) => {
    expect(await written(schema, 1)).toEqual(value)
  })

  it.each<[string, unknown]>([
    [
      'a list',
      { type: 'object', properties: { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } }, required: ['next'] },
    ],
    [
      'an expression',
      {
        $ref: '#/$defs/expression',
        $defs: {
          expression: {
            oneOf: [
              {
                type: 'object',
                properties: { value: { type: 'integer' }, kind: { const: 'number' } },
                required: ['kind', 'value'],
              },
              {
                type: 'object',
                properties: {
                  kind: { const: 'sum' },
                  of: { type: 'array', items: { $ref: '#/$defs/expression' }, maxItems: 2 },
                },
                required: ['kind', 'of'],
              },
            ],
          },
        },
      },
    ],
  ])('may contain itself: %s', async (_name, schema) => {
    const values = await Promise.all([1, 2, 3, 4].map((seed) => written(schema, seed, 600)))
    const complete = values.filter((value) => value !== undefined)
    expect(complete.length).toBeGreaterThan(0)
    for (const value of complete)
      expect(z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(value)).toMatchObject({ success: true })
  })

  it('is an object in JSON mode', async () => {
    const backend = await models.backend({ tiny: jsonSpeaker })
    const replies = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((seed) =>
        answer(backend, completionJob({ responseFormat: { kind: 'json_object' }, seed })),
      ),
    )
    const complete = replies.filter(({ receipt }) => receipt.finish === 'stop')
    expect(complete.length).toBeGreaterThan(0)
    for (const { text } of complete) expect(JSON.parse(text)).toEqual(expect.any(Object))
  })
})

it('is refused after an assistant message at the end, which would have its beginning', async () => {
  const backend = await models.backend({ tiny: jsonSpeaker })
  const job = completionJob({ responseFormat: { kind: 'json_object' }, messages: begun('{"a": 1') })
  expect(() => backend.check(job)).toThrow('The schema cannot be followed after an assistant message at the end')
})

describe('a schema that a grammar cannot express', () => {
  it.each<[string, unknown, string]>([
    [
      'multipleOf',
      { type: 'object', properties: { age: { type: 'integer', multipleOf: 2 } } },
      'properties.age.multipleOf: ',
    ],
    ['pattern', { type: 'string', pattern: '^(a+)+$' }, 'pattern: a grammar cannot express this'],
    ['an unknown keyword', { type: 'string', nullable: true }, 'nullable: a grammar cannot express this'],
    ['a format with a length', { type: 'string', format: 'date', minLength: 10 }, 'format: '],
    ['a number that is none', { type: 'integer', minimum: null }, 'minimum: is not a number'],
    ['unique items', { type: 'array', uniqueItems: true }, 'uniqueItems: '],
    ['two schemas', { allOf: [{ type: 'string' }, { minLength: 1 }] }, 'allOf: '],
    [
      'the same type twice',
      { oneOf: [{ type: 'string' }, { type: 'string', maxLength: 3 }] },
      'oneOf: the schemas must differ',
    ],
    [
      'an alternative beside a type',
      { type: 'object', anyOf: [{ required: ['a'] }] },
      'type: cannot stand beside anyOf',
    ],
    ['a reference to itself', { $ref: '#' }, 'refers to itself'],
    [
      'two that refer to each other',
      { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } } },
      'refers to itself',
    ],
    ['a reference to nothing', { properties: { a: { $ref: '#/$defs/a' } } }, 'properties.a: refers to nothing'],
    ['another document', { $ref: 'https://example.com/schema' }, 'refers to nothing'],
    [
      'alternatives that contain themselves',
      {
        $ref: '#/$defs/a',
        $defs: { a: { anyOf: [{ type: 'object', properties: { a: { $ref: '#/$defs/a' } } }, { type: 'object' }] } },
      },
      'anyOf: schemas that contain themselves must differ',
    ],
    ['false', { type: 'array', items: { not: {} } }, 'items.not: '],
    ['no number', { type: 'integer', minimum: 2, maximum: 1 }, 'allows no number'],
    ['a fraction as a limit', { type: 'number', minimum: 0.5 }, 'minimum: a grammar can express only a whole number'],
    ['more properties than names', { type: 'object', minProperties: 1 }, 'minProperties: '],
    ['a type that is none', { type: 'text' }, 'type: is not a type'],
    ['no values', { enum: [] }, 'allows no value'],
    ['not a schema', 'text', 'is not a schema'],
  ])('is refused by name: %s', async (_name, schema, message) => {
    const backend = await models.backend({ tiny: jsonSpeaker })
    const check = () => backend.check(completionJob(schemaFormat(schema)))
    expect(check).toThrow(AppError)
    expect(check).toThrow(message)
    expect(check).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ path: ['input', 'response_format'] })] }),
    )
  })
})

describe('a seed', () => {
  it.each([0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER])('repeats a reply, also with a grammar: %d', async (seed) => {
    const backend = await models.backend({ tiny: { endWeight: 0 } })
    const job = completionJob({ seed, maxTokens: 20 })
    const first = await answer(backend, job)
    expect((await answer(backend, job)).text).toBe(first.text)
    expect((await answer(backend, completionJob({ seed: seed - 7, maxTokens: 20 }))).text).not.toBe(first.text)
    const json = completionJob({ ...schemaFormat({ type: 'array', items: {} }), seed, maxTokens: 40 })
    expect((await answer(backend, json)).text).toBe((await answer(backend, json)).text)
  })
})

describe('the token limit of a completion', () => {
  it('replaces that of the service, and the request may shorten it', async () => {
    const backend = await models.backend({ tiny: { endWeight: 0 } })
    const long = await answer(backend, completionJob({ maxTokens: 60 }))
    expect(long.receipt).toMatchObject({ replyTokens: 60, finish: 'length' })
    const short = await answer(backend, completionJob({ maxTokens: 60 }, { sampling: { maxTokens: 7 } }))
    expect(short.receipt.replyTokens).toBe(7)
  })

  it('ends JSON in the middle, and the receipt says so', async () => {
    const backend = await models.backend({ tiny: jsonSpeaker })
    const job = completionJob({
      ...schemaFormat({ type: 'array', minItems: 50, items: { type: 'boolean' } }),
      maxTokens: 10,
    })
    expect((await answer(backend, job)).receipt).toMatchObject({ replyTokens: 10, finish: 'length' })
  })
})

describe('the beginning of a reply', () => {
  it('is continued, and is not repeated', async () => {
    const backend = await models.backend({ tiny: { endWeight: 0 } })
    const messages = [hello]
    const whole = await answer(backend, completionJob({ messages, maxTokens: 12 }, { sampling: { temperature: 0 } }))
    const words = whole.text.split(' ')
    const beginning = words.slice(0, 6).join(' ')
    const job = completionJob({ messages: begun(beginning), maxTokens: 6 }, { sampling: { temperature: 0 } })
    const { text, receipt } = await answer(backend, job)
    expect(text).not.toBe('')
    expect(text).not.toContain(beginning)
    // also of a reply in a room
    const spoken = await answer(backend, tinyJob({ sampling: { temperature: 0, maxTokens: 12 } }))
    const start = spoken.text.split(' ').slice(0, 6).join(' ')
    const rest = tinyJob({ beginning: start, sampling: { temperature: 0, maxTokens: 6 } })
    expect(start + (await answer(backend, rest)).text).toBe(spoken.text)
    const bare = await answer(backend, completionJob({ messages, maxTokens: 6 }, { sampling: { temperature: 0 } }))
    expect(receipt.promptTokens).toBeGreaterThan(bare.receipt.promptTokens)
  })
})
