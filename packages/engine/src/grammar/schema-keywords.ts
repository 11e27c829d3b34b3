import { isJsonObject, type JsonObject } from '@parley/runtime'
import { unreachableCount } from './grammar-rules.js'
import { inside, SchemaFault } from './schema-fault.js'
import { jsonTypes, typeKeywords, typeOfValue, type JsonType } from './schema-types.js'

/** Each open alternative costs a check of the whole vocabulary for each token. */
export const maxWidth = 100

/** What may stand anywhere and restricts nothing. */
const annotations = new Set([
  ...[
    'title',
    'description',
    'default',
    'examples',
    'deprecated',
    'readOnly',
    'writeOnly',
    '$comment',
    '$id',
    '$schema',
  ],
  ...[
    '$anchor',
    '$defs',
    '$vocabulary',
    'definitions',
    'format',
    'contentMediaType',
    'contentEncoding',
    'contentSchema',
  ],
  // of OpenAPI
  ...['example', 'discriminator', 'externalDocs'],
])
const combinations = ['$ref', 'const', 'enum', 'anyOf', 'oneOf', 'allOf']
const ofTypes = ['type', ...Object.values(typeKeywords).flat()]

/**
 * The keyword that a schema has in place of a type, such as `anyOf`; undefined without one. Throws SchemaFault for a keyword that a
 * grammar cannot express.
 */
export function combinationOf(schema: JsonObject, path: string): string | undefined {
  const combination = combinations.find((key) => key in schema)
  const isConstant = combination === 'const' || combination === 'enum'
  const allowed = combination === undefined ? ofTypes : [combination, ...(isConstant ? ['type'] : [])]
  for (const key of Object.keys(schema)) {
    if (allowed.includes(key) || annotations.has(key) || key.startsWith('x-')) continue
    const isKnown = combinations.includes(key) || ofTypes.includes(key)
    const why = isKnown ? `cannot stand beside ${String(combination)}` : 'a grammar cannot express this'
    throw new SchemaFault(inside(path, key), why)
  }
  return combination
}

/** The counts of two keywords, 0 and Infinity when unset. Throws SchemaFault for others. */
export function countsOf(schema: JsonObject, path: string, [minKey, maxKey]: readonly [string, string]) {
  const { [minKey]: min = 0, [maxKey]: max = Infinity } = schema
  const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value % 1 === 0
  if (!isCount(min) || min >= unreachableCount)
    throw new SchemaFault(inside(path, minKey), 'is not a length that a reply can have')
  if (max === Infinity) return { min, max }
  if (!isCount(max)) throw new SchemaFault(inside(path, maxKey), 'is not a count')
  if (min > max) throw new SchemaFault(inside(path, minKey), `is more than ${maxKey}`)
  return { min, max }
}

export function isOf(value: unknown, type: JsonType): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeOfValue(value) === type
}

/** A schema that is only a constant. */
export function isConstant(schema: unknown): schema is JsonObject {
  if (!isJsonObject(schema) || !('const' in schema)) return false
  const { type } = schema
  const isOfType = type === undefined || jsonTypes.some((each) => each === type && isOf(schema['const'], each))
  return isOfType && Object.keys(schema).every((key) => key === 'const' || key === 'type' || annotations.has(key))
}

export const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')
