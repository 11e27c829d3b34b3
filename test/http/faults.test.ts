import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { faultsOfIssues, HttpError, jsonFaultPosition, lenient, parseJson } from '@parley/edge'
import { rules } from '../../schema/rules.js'
import { patterns } from '../../src/limits.js'

const request = z.object({
  path: z.object({ id: lenient.rowId }),
  query: z.object({ db_name: z.string() }),
  body: z.object({
    user_id: z.string(),
    input_data: rules.inputData,
    index: lenient.integer(1),
    search_access: lenient.boolean,
    id: rules.uuid,
    email: rules.email,
    image: rules.imageUrl,
    owner: lenient.optional(lenient.textOrNumber(rules.logUserId)),
    stars: lenient.optional(lenient.integer(1, 5)),
  }),
})

const good = {
  path: { id: '7' },
  query: { db_name: 'chatlog' },
  body: {
    user_id: 'u',
    input_data: 'hello',
    index: 1,
    search_access: true,
    id: '7e7d1f7a-2f6b-4f3a-9a51-0f6f4a1a2b3c',
    email: 'ada@example.org',
    image: 'https://images.example/thumbnail?id=a',
  },
}

type Part = Record<string, unknown>
const body = (change: Part) => ({ ...good, body: { ...good.body, ...change } })

function faultsOf(input: unknown) {
  const parsed = request.safeParse(input, { reportInput: true })
  return parsed.success ? [] : faultsOfIssues(parsed.error.issues)
}

const objectMessage = 'Input should be a valid dictionary or object to extract fields from'
const unparsableInteger = 'Input should be a valid integer, unable to parse string as an integer'
const unclearBoolean = 'Input should be a valid boolean, unable to interpret input'

const rows: readonly (readonly [string, unknown, readonly (string | number)[], string, string])[] = [
  ['a missing key', body({ user_id: undefined }), ['body', 'user_id'], 'missing', 'Field required'],
  ['a missing integer', body({ index: undefined }), ['body', 'index'], 'missing', 'Field required'],
  ['a missing boolean', body({ search_access: undefined }), ['body', 'search_access'], 'missing', 'Field required'],
  ['an empty body', { ...good, body: undefined }, ['body'], 'missing', 'Field required'],
  ['a body that is a list', { ...good, body: [] }, ['body'], 'model_attributes_type', objectMessage],
  ['a body that is null', { ...good, body: null }, ['body'], 'model_attributes_type', objectMessage],
  ['a body that is text', { ...good, body: 'x' }, ['body'], 'model_attributes_type', objectMessage],
  [
    'a text too short',
    body({ input_data: '' }),
    ['body', 'input_data'],
    'string_too_short',
    'String should have at least 1 character',
  ],
  [
    'a text too long',
    body({ input_data: 'x'.repeat(501) }),
    ['body', 'input_data'],
    'string_too_long',
    'String should have at most 500 characters',
  ],
  [
    'a number for a text',
    body({ input_data: 5 }),
    ['body', 'input_data'],
    'string_type',
    'Input should be a valid string',
  ],
  [
    'null for a required text',
    body({ input_data: null }),
    ['body', 'input_data'],
    'string_type',
    'Input should be a valid string',
  ],
  ['an object for a user id', body({ owner: {} }), ['body', 'owner'], 'string_type', 'Input should be a valid string'],
  [
    'an integer too small',
    body({ index: 0 }),
    ['body', 'index'],
    'greater_than_equal',
    'Input should be greater than or equal to 1',
  ],
  [
    'an integer too large',
    body({ stars: 6 }),
    ['body', 'stars'],
    'less_than_equal',
    'Input should be less than or equal to 5',
  ],
  ['an id of zero', { ...good, path: { id: '0' } }, ['path', 'id'], 'greater_than', 'Input should be greater than 0'],
  ['a negative id', { ...good, path: { id: '-3' } }, ['path', 'id'], 'greater_than', 'Input should be greater than 0'],
  ['an id in words', { ...good, path: { id: 'seven' } }, ['path', 'id'], 'int_parsing', unparsableInteger],
  [
    'an id past 2^53-1',
    { ...good, path: { id: '9007199254740992' } },
    ['path', 'id'],
    'less_than_equal',
    'Input should be less than or equal to 9007199254740991',
  ],
  ['an unparsable integer', body({ index: 'one' }), ['body', 'index'], 'int_parsing', unparsableInteger],
  ['an empty text for an integer', body({ index: '' }), ['body', 'index'], 'int_parsing', unparsableInteger],
  ['a boolean for an integer', body({ index: true }), ['body', 'index'], 'int_parsing', unparsableInteger],
  [
    'a fraction',
    body({ index: 1.5 }),
    ['body', 'index'],
    'int_from_float',
    'Input should be a valid integer, got a number with a fractional part',
  ],
  ['an unclear boolean', body({ search_access: 'maybe' }), ['body', 'search_access'], 'bool_parsing', unclearBoolean],
  [
    'an empty text for a boolean',
    body({ search_access: '' }),
    ['body', 'search_access'],
    'bool_parsing',
    unclearBoolean,
  ],
  ['2 for a boolean', body({ search_access: 2 }), ['body', 'search_access'], 'bool_parsing', unclearBoolean],
  ['a broken UUID', body({ id: 'x' }), ['body', 'id'], 'value_error', 'Value error, not a UUID'],
  [
    'a broken e-mail',
    body({ email: 'ada' }),
    ['body', 'email'],
    'value_error',
    'Value error, not a valid e-mail address',
  ],
  [
    'a broken image URL',
    body({ image: 'ftp://x/y' }),
    ['body', 'image'],
    'value_error',
    'Value error, not an http or https address',
  ],
  ['a missing query key', { ...good, query: {} }, ['query', 'db_name'], 'missing', 'Field required'],
]

describe('the 422 table', () => {
  it.each(rows)('names %s', (_case, input, location, type, message) => {
    expect(faultsOf(input)).toEqual([{ location, message, type }])
  })

  it('lists every faulty value, each once', () => {
    const faults = faultsOf({ path: { id: 'x' }, query: {}, body: { ...good.body, email: '', index: 0 } })
    expect(faults.map(({ location, type }) => [location.join('.'), type])).toEqual([
      ['path.id', 'int_parsing'],
      ['query.db_name', 'missing'],
      ['body.index', 'greater_than_equal'],
      ['body.email', 'string_too_short'],
    ])
  })

  it('never repeats the input', () => {
    expect(JSON.stringify(faultsOf(body({ email: 'hunter2secret', index: 'hunter2secret' })))).not.toContain('hunter2')
  })
})

describe('lenient reading', () => {
  it('reads digits as an integer and words or bits as a boolean', () => {
    const read = (change: Part) => request.parse(body(change)).body
    expect(read({ index: '5' }).index).toBe(5)
    expect(['true', 'TRUE', 1, true].map((sent) => read({ search_access: sent }).search_access)).toEqual(
      Array(4).fill(true),
    )
    expect(['false', 0, '0', false].map((sent) => read({ search_access: sent }).search_access)).toEqual(
      Array(4).fill(false),
    )
  })

  it('reads null as an absent optional key and ignores unknown keys', () => {
    const read = request.parse(body({ owner: null, stars: null, more: 1 })).body
    expect(read).toEqual({ ...good.body, owner: undefined, stars: undefined })
    expect('more' in read).toBe(false)
  })

  it('reads a user id in either documented type', () => {
    expect(request.parse(body({ owner: 12 })).body.owner).toBe('12')
    expect(request.parse(body({ owner: 'ada' })).body.owner).toBe('ada')
  })

  it('counts code points', () => {
    expect(faultsOf(body({ input_data: '\u{1f600}'.repeat(500) }))).toEqual([])
    expect(faultsOf(body({ input_data: '\u{1f600}'.repeat(501) }))).toHaveLength(1)
  })

  it('is not fooled by a key called __proto__', () => {
    const sent: unknown = JSON.parse('{"__proto__": {"user_id": "u", "admin": true}}')
    expect(faultsOf({ ...good, body: sent }).map(({ location }) => location[1])).toContain('user_id')
    expect(Object.prototype).not.toHaveProperty('admin')
  })
})

describe('the position at which JSON breaks', () => {
  it.each([
    ['{"a" 1}', 5],
    ['{"a":1,}', 7],
    ['{"a":1', 6],
    ['[1,2', 4],
    ['[1 2]', 3],
    ['[1,]', 3],
    ['{a:1}', 1],
    ['nope', 0],
    ['{"a":01}', 6],
    ['{"a":"x\ny"}', 5],
    ['{"a":"\\x"}', 5],
    ['{} {}', 3],
    ['  ', 2],
    ['{"a":[{"b":tru}]}', 11],
    ['}', 0],
  ])('is found in %j', (text, position) => {
    expect(jsonFaultPosition(text)).toBe(position)
  })

  it('is found in a megabyte of nesting or text', () => {
    expect(jsonFaultPosition('['.repeat(1_000_000))).toBe(1_000_000)
    expect(jsonFaultPosition(`["${'x'.repeat(1_000_000)}", "${'x'.repeat(1_000_000)}`)).toBe(1_000_005)
  })

  it('agrees with JSON.parse on valid texts', () => {
    for (const text of [
      '{"a":[1,-2.5e3,true,false,null,"\\u00e9\\n",{}],"b":{}}',
      '[]',
      ' "x" ',
      '0',
      '{"a":{"b":[[]]}}',
    ]) {
      expect(() => void JSON.parse(text)).not.toThrow()
      expect(jsonFaultPosition(text)).toBe(text.length)
    }
  })

  it('is measured in bytes', () => {
    expect(positionOf(Buffer.from('{"é": x}'))).toBe(7)
    expect(positionOf(Buffer.from('\ufeff{"é": x}'))).toBe(10)
  })

  it('is the first byte that is not UTF-8', () => {
    expect(positionOf(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toBe(2)
    expect(positionOf(Buffer.from([0x22, 0xe2, 0x82]))).toBe(1)
  })

  function positionOf(bytes: Buffer): unknown {
    try {
      parseJson(bytes)
      return 'parsed'
    } catch (error) {
      if (!(error instanceof HttpError) || typeof error.answer.body.detail === 'string') throw error
      expect(error.answer.body.detail[0]).toMatchObject({ type: 'json_invalid', message: 'JSON decode error' })
      return error.answer.body.detail[0]?.location[1]
    }
  }
})

describe('a rule of the contract', () => {
  const megabyte = 1_000_000
  const hostile = [
    `x@${'.'.repeat(megabyte)} `,
    `x@${'y.'.repeat(megabyte / 2)}`,
    `x@${'y-'.repeat(megabyte / 2)}`,
    `x@${'y'.repeat(megabyte)}.`,
    `${'y.'.repeat(megabyte / 2)}@`,
    `a${' '.repeat(megabyte)}`,
    `http://${'x'.repeat(megabyte)} `,
  ]
  it.each(Object.entries(patterns))('reads a megabyte once, whatever it contains: %s', (_name, pattern) => {
    const before = process.cpuUsage()
    for (const text of hostile) pattern.test(text)
    // of the processor, whatever else the machine does; reading every character again would take minutes
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000)
  })
})
