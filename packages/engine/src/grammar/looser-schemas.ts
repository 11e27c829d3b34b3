import { isJsonObject, type JsonObject } from '@parley/runtime'
import { unreachableCount } from './grammar-rules.js'
import { isNames, maxWidth } from './schema-keywords.js'
import { constantsOf, namedTypes, typeKeywords } from './schema-types.js'

/** What the forms of one grammar share. */
interface Source {
  /** The schema that a `$ref` names; undefined when there is none. */
  readonly resolve: (reference: unknown) => unknown
  /** Counts keys that are copied; false when the grammar may have no more. */
  readonly charge: (keys: number) => boolean
}

const constants = ['const', 'enum']
const combinations = ['anyOf', 'oneOf', 'allOf']
const counts = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const

/**
 * Schemas that allow at least the values of a schema as far as a grammar can express them, the closest first: without the keywords
 * that it cannot express, then without those that combine schemas, then with its type alone. The parts of a schema are not changed.
 */
export function* looserSchemas(schema: JsonObject, source: Source): Generator<JsonObject, void, undefined> {
  const { $ref, type } = schema
  if (isJsonObject(source.resolve($ref))) yield { $ref }
  const base = ownPart(schema)
  for (const each of combined(schema, base, source)) yield* formsOf(each)
  yield* formsOf(base)
  yield typePart(type)
}

/** A schema with constants has only these, of its type if it has any. */
function formsOf(schema: JsonObject): readonly JsonObject[] {
  if ('anyOf' in schema || !constantsOf(schema)) return [schema]
  return [onlyKeys(schema, ['type', ...constants]), onlyKeys(schema, constants)]
}

const withoutKeys = (schema: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)))

const onlyKeys = (schema: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => keys.includes(key)))

function typePart(type: unknown): JsonObject {
  const named = namedTypes(type)
  return named.length === 0 ? {} : { type: named }
}

/** The keywords of one schema that a grammar can express, without `$ref`. */
function ownPart(schema: JsonObject): JsonObject {
  const { type, properties, required, additionalProperties, items, prefixItems, format, enum: values } = schema
  const own: Record<string, unknown> = typePart(type)
  if ('const' in schema) own['const'] = schema['const']
  else if (Array.isArray(values) && values.length > 0) own['enum'] = values
  if (isJsonObject(properties)) own['properties'] = properties
  if (typeof additionalProperties === 'boolean' || isJsonObject(additionalProperties))
    own['additionalProperties'] = additionalProperties
  if (isNames(required))
    own['required'] = required.filter(
      (name) => own['additionalProperties'] !== false || (isJsonObject(properties) && Object.hasOwn(properties, name)),
    )
  // a list of schemas in `items` is the older form of `prefixItems`
  const first = Array.isArray(prefixItems) ? prefixItems : items
  if (Array.isArray(first)) own['prefixItems'] = first
  if (typeof items === 'boolean' || isJsonObject(items)) own['items'] = items
  Object.assign(own, numbersOf(schema))
  for (const keys of counts) Object.assign(own, countsOf(schema, keys))
  if (typeof format === 'string') {
    own['format'] = format
    if (['date', 'time', 'date-time', 'uuid'].includes(format)) return withoutKeys(own, typeKeywords.string ?? [])
  }
  return own
}

/** None of the two, unless a reply can have such counts. */
function countsOf(schema: JsonObject, [minKey, maxKey]: readonly [string, string]): JsonObject {
  const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0
  const [min, max] = [schema[minKey], schema[maxKey]]
  const least = isCount(min) && min < unreachableCount ? min : 0
  const most = isCount(max) ? max : Infinity
  if (least > most) return {}
  return { ...(least > 0 ? { [minKey]: least } : {}), ...(most < Infinity ? { [maxKey]: most } : {}) }
}

/** The limits as whole numbers that allow no less; `exclusiveMinimum: true` is the older form. */
function numbersOf(schema: JsonObject): JsonObject {
  const limit = (key: string, exclusiveKey: string, whole: (value: number) => number): JsonObject => {
    const [value, exclusive] = [schema[key], schema[exclusiveKey]]
    const [other, bound] = typeof exclusive === 'number' ? [value, exclusive] : [undefined, value]
    const isExclusive = typeof exclusive === 'number' || exclusive === true
    if (typeof bound !== 'number') return {}
    const both = typeof other === 'number' ? { [key]: whole(other) } : {}
    return Number.isInteger(bound) && isExclusive
      ? { ...both, [exclusiveKey]: bound }
      : { [key]: whole(bound), ...both }
  }
  return {
    ...limit('minimum', 'exclusiveMinimum', Math.floor),
    ...limit('maximum', 'exclusiveMaximum', Math.ceil),
  }
}

/** The alternatives of `anyOf` or `oneOf`, or what `allOf` joins, each with what stands beside them. */
function* combined(schema: JsonObject, base: JsonObject, source: Source): Generator<JsonObject, void, undefined> {
  const all = membersOf(schema, source)
  const whole = all.length === 0 ? base : joined([base, ...all], source)
  const either = listOf(schema, 'anyOf') ?? listOf(schema, 'oneOf')
  if (either && either.length <= maxWidth && !constantsOf(whole)) {
    const isAlone = Object.keys(whole).every((key) => key === 'type' || key === 'format')
    yield { anyOf: either.map((each) => (isAlone && saysItsValues(each) ? each : joined([each, whole], source))) }
  }
  if (all.length > 0) yield whole
}

function listOf(schema: JsonObject, key: string): readonly JsonObject[] | undefined {
  const list = schema[key]
  const schemas = Array.isArray(list) ? list.filter(isJsonObject) : []
  return schemas.length === 0 ? undefined : schemas
}

/** The schemas that `allOf` joins, with those that they join. */
function membersOf(schema: JsonObject, source: Source, levels = 8): readonly JsonObject[] {
  if (levels === 0) return []
  return (listOf(schema, 'allOf') ?? []).flatMap((each) => {
    const member = resolved(each, source)
    return source.charge(1) ? [member, ...membersOf(member, source, levels - 1)] : []
  })
}

const saysItsValues = (schema: JsonObject) =>
  ['type', '$ref', 'properties', ...constants, ...combinations].some((key) => key in schema)

/** A schema of values that fit all of these, as far as properties and types say; of any value when they have too many keys. */
function joined(schemas: readonly JsonObject[], source: Source): JsonObject {
  const all = schemas.map((each) => resolved(each, source))
  const properties = all.map((each) => (isJsonObject(each['properties']) ? each['properties'] : {}))
  if (!source.charge([...all, ...properties].reduce((sum, each) => sum + Object.keys(each).length, 0))) return {}
  const required = new Set(all.flatMap((each) => (isNames(each['required']) ? each['required'] : [])))
  const hasProperties = properties.some((each) => Object.keys(each).length > 0)
  return ownPart({
    ...merged(all),
    ...(hasProperties ? { properties: merged(properties) } : {}),
    ...(required.size > 0 ? { required: [...required] } : {}),
  })
}

/** All keys, each with its first value. */
const merged = (objects: readonly JsonObject[]): JsonObject =>
  Object.fromEntries(objects.toReversed().flatMap((each) => Object.entries(each)))

function resolved(schema: JsonObject, { resolve }: Source): JsonObject {
  const target = '$ref' in schema ? resolve(schema['$ref']) : undefined
  return isJsonObject(target) ? target : schema
}
