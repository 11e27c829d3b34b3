import { isJsonObject, type JsonObject } from '@parley/runtime'
import { inside, SchemaFault } from './schema-fault.js'

export const jsonTypes = ['null', 'boolean', 'number', 'integer', 'string', 'array', 'object'] as const
export type JsonType = (typeof jsonTypes)[number]

/** Integers count as numbers. */
type ValueType = Exclude<JsonType, 'integer'>

/** The keywords of each type: a schema without `type` is of the type of its first keyword. */
export const typeKeywords: Readonly<Partial<Record<JsonType, readonly string[]>>> = {
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
}

export const everyType: ReadonlySet<ValueType> = new Set(['null', 'boolean', 'number', 'string', 'array', 'object'])
const maxSteps = 64

/** What a schema allows at its first character, and which definitions it refers to. */
export class SchemaTypes {
  readonly #known = new Map<unknown, ReadonlySet<ValueType> | 'open'>()
  readonly #knownConstants = new Map<JsonObject, Map<string, string>>()

  constructor(
    private readonly root: unknown,
    private readonly isLoose = false,
  ) {}

  /** The types of the values that a schema allows. Throws SchemaFault for one that is only a reference to itself. */
  of(schema: unknown, path: string, steps = 0): ReadonlySet<ValueType> {
    if (!isJsonObject(schema)) return everyType
    const known = this.#known.get(schema)
    if (known === 'open') throw new SchemaFault(path, 'refers to itself without a value between')
    if (known) return known
    if (steps > maxSteps) throw new SchemaFault(path, 'is nested too deeply')
    this.#known.set(schema, 'open')
    const types = this.#find(schema, path, steps + 1)
    this.#known.set(schema, types)
    return types
  }

  /** The schema that a reference names. Throws SchemaFault when there is none. */
  target(reference: unknown, path: string): unknown {
    const steps =
      typeof reference === 'string' && /^#($|\/)/.test(reference) ? reference.split('/').slice(1) : undefined
    const target = steps?.reduce<unknown>((at, step) => {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
      return typeof at === 'object' && at !== null ? Object.getOwnPropertyDescriptor(at, key)?.value : undefined
    }, this.root)
    if (target === undefined) throw new SchemaFault(path, 'refers to nothing in this schema')
    return target
  }

  /** The properties of an object schema, or of the one that it refers to; none for others. */
  objectOf(schema: unknown, path: string): JsonObject {
    let at = schema
    for (let steps = 0; isJsonObject(at) && steps < maxSteps; steps += 1) {
      const { $ref, allOf } = at
      if ($ref !== undefined) at = this.target($ref, path)
      else if (Array.isArray(allOf) && allOf.length === 1) at = allOf[0]
      else return at
    }
    return {}
  }

  /**
   * Whether no value fits two of the alternatives: they differ by type, or by a property that each object must have with
   * a constant of its own.
   */
  areDistinct(alternatives: readonly unknown[], path: string): boolean {
    const types = alternatives.map((each) => this.of(each, path))
    const seen = new Set<ValueType>()
    const hasOverlap = types.some((each) => {
      const overlaps = [...each].some((type) => type !== 'object' && seen.has(type))
      for (const type of each) seen.add(type)
      return overlaps
    })
    if (hasOverlap) return false
    const objects = alternatives.filter((_, at) => types[at]?.has('object')).map((each) => this.objectOf(each, path))
    if (objects.length < 2) return true
    const constants = objects.map((each) => this.#constants(each))
    const [first] = constants
    return [...(first?.keys() ?? [])].some((name) => {
      const values = constants.map((each) => each.get(name))
      return !values.includes(undefined) && new Set(values).size === values.length
    })
  }

  #constants(schema: JsonObject): Map<string, string> {
    const known = this.#knownConstants.get(schema) ?? constantProperties(schema)
    this.#knownConstants.set(schema, known)
    return known
  }

  #find(schema: JsonObject, path: string, steps: number): ReadonlySet<ValueType> {
    const { $ref, type } = schema
    if ($ref !== undefined) return this.of(this.target($ref, path), path, steps)
    for (const key of ['anyOf', 'oneOf', 'allOf'] as const) {
      const list = schema[key]
      if (Array.isArray(list)) return new Set(list.flatMap((each) => [...this.of(each, path, steps)]))
    }
    const values = constantsOf(schema)
    if (values) return new Set(values.map(typeOfValue))
    // keywords alone restrict only the values of their type
    const types = type === undefined ? undefined : this.isLoose ? namedTypes(type) : typesOf(schema, path)
    return types?.length ? new Set(types.map((each) => (each === 'integer' ? 'number' : each))) : everyType
  }
}

/** The values of `const` or `enum`; undefined without them. */
export function constantsOf(schema: JsonObject): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']]
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined
}

/** The types that a schema names, or those of its keywords; undefined when it has neither. */
export function typesOf(schema: JsonObject, path: string): readonly JsonType[] | undefined {
  const { type } = schema
  if (type === undefined) {
    const implied = jsonTypes.find((each) => typeKeywords[each]?.some((key) => key in schema))
    return implied && [implied]
  }
  const list: unknown[] = Array.isArray(type) ? type : [type]
  const types = jsonTypes.filter((each) => list.includes(each))
  if (types.length === 0 || types.length < new Set(list).size)
    throw new SchemaFault(inside(path, 'type'), 'is not a type')
  return types.includes('number') ? types.filter((each) => each !== 'integer') : types
}

/** The types that `type` names, also in the upper case of some generators; other values name none. */
export function namedTypes(type: unknown): readonly JsonType[] {
  const names = new Set((Array.isArray(type) ? type : [type]).map((each) => String(each).toLowerCase()))
  return jsonTypes.filter((each) => names.has(each))
}

export function typeOfValue(value: unknown): ValueType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'boolean' || type === 'number' || type === 'string' ? type : 'object'
}

/** The required properties that have one value, as JSON, by name. */
export function constantProperties({ properties, required }: JsonObject): Map<string, string> {
  const names = new Set<unknown>(Array.isArray(required) ? required : [])
  const entries = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, property]) => {
    const values = isJsonObject(property) && names.has(name) ? constantsOf(property) : undefined
    return values?.length === 1 ? [[name, JSON.stringify(values[0])] as const] : []
  })
  return new Map(entries)
}
