import fc from 'fast-check'

/** A JSON Schema as it was parsed. */
export type Schema = Readonly<Record<string, unknown>>

const constants = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.string({ unit: fc.constantFrom('a', 'b', '"', '\\', 'é', '�', ' ', '\n', '\u001e'), maxLength: 4 }),
)
// JSON.parse of V8 12.8 and later misreads an escaped name that follows a different escaped name (nodejs/node#63785)
const escapes = Number.parseFloat(process.versions.v8) < 12.8 ? ['"', '\\'] : []
const key = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ü', '-', ...escapes), minLength: 1, maxLength: 3 })

function bounds(low: string, high: string, values: fc.Arbitrary<number>): fc.Arbitrary<Schema> {
  return fc.tuple(fc.option(values, { nil: undefined }), fc.option(values, { nil: undefined })).map(([one, other]) => {
    if (one === undefined || other === undefined)
      return { ...(one === undefined ? {} : { [low]: one }), ...(other === undefined ? {} : { [high]: other }) }
    return { [low]: Math.min(one, other), [high]: Math.max(one, other) }
  })
}

const numbers = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.constantFrom(0, 9, 10, 99, 100, -1, -10, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
)
const counts = (max: number) => fc.integer({ min: 0, max })

const leaf: fc.Arbitrary<Schema> = fc.oneof(
  fc.constantFrom<Schema>({ type: 'null' }, { type: 'boolean' }, { type: ['boolean', 'null'] }, { type: 'string' }),
  bounds('minimum', 'maximum', numbers).map((range) => ({ type: 'integer', ...range })),
  bounds('exclusiveMinimum', 'maximum', fc.integer({ min: -50, max: 50 })).map((range) => {
    const { exclusiveMinimum: low, maximum: high } = range
    return { type: 'number', ...range, ...(low !== undefined && low === high ? { maximum: Number(high) + 1 } : {}) }
  }),
  bounds('minLength', 'maxLength', counts(12)).map((range) => ({ type: 'string', ...range })),
  fc.uniqueArray(constants, { minLength: 1, maxLength: 6 }).map((values) => ({ enum: values })),
  constants.map((value) => ({ const: value })),
)

/** Schemas that a grammar can express, with every keyword. */
export const jsonSchemas: fc.Arbitrary<Schema> = fc.letrec<{ node: Schema }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    leaf,
    objectSchemas(tie('node')),
    fc
      .tuple(tie('node'), bounds('minItems', 'maxItems', counts(4)))
      .map(([items, range]) => ({ type: 'array', items, ...range })),
    fc
      .array(tie('node'), { minLength: 1, maxLength: 3 })
      .map((prefixItems) => ({ type: 'array', prefixItems, items: false })),
    tie('node').map((value) => ({ type: 'object', additionalProperties: value })),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf, title: 'one of several' })),
  ),
})).node

/** Schemas of objects with properties, some of which are required. */
export function objectSchemas(values: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const members = fc.uniqueArray(fc.tuple(key, values, fc.boolean()), {
    maxLength: 4,
    size: 'max',
    selector: ([name]) => name,
  })
  return members.map((all) => ({
    type: 'object',
    properties: Object.fromEntries(all.map(([name, value]) => [name, value])),
    required: all.flatMap(([name, , isRequired]) => (isRequired ? [name] : [])),
    additionalProperties: false,
  }))
}
