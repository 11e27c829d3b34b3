import { isJsonObject, type JsonObject } from '@parley/runtime'
import { schemaDepth } from './schema-depth.js'
import { choiceOf } from './choice.js'
import { GrammarRules, jsonText, literal } from './grammar-rules.js'
import { numberExpression } from './number-ranges.js'
import { looserSchemas } from './looser-schemas.js'
import { inside, SchemaFault } from './schema-fault.js'
import { combinationOf, countsOf, isConstant, isNames, isOf, maxWidth } from './schema-keywords.js'
import { constantProperties, constantsOf, everyType, SchemaTypes, typesOf, type JsonType } from './schema-types.js'

/** Schemas and values of `enum`. */
const maxParts = 10_000
const maxDepth = 2 * schemaDepth

const formats: readonly unknown[] = ['date', 'time', 'uuid']

/** A rule of the grammar. */
interface Part {
  readonly name: string
  /** How many alternatives are open at its beginning, at most. */
  readonly starts: number
  /** At any place within it. */
  readonly width: number
  /** Whether it refers to a definition that contains it. */
  readonly isRecursive: boolean
}

interface SchemaPosition {
  readonly path: string
  readonly depth: number
}

/**
 * Converts a JSON Schema to a grammar whose texts are compact JSON that fits the schema; not every such text is one of
 * them. Throws SchemaFault for what a grammar cannot express, and GrammarTooLarge. A loose one allows more values there.
 */
export class SchemaGrammar {
  readonly rules = new GrammarRules()
  readonly #types: SchemaTypes
  readonly #references = new Map<unknown, Part>()
  #parts = 0

  constructor(
    private readonly root: unknown,
    private readonly isLoose = false,
  ) {
    this.#types = new SchemaTypes(root, isLoose)
  }

  /** The name of the rule of the whole schema. */
  convert(): string {
    return this.#part(this.root, { path: '', depth: 0 }).name
  }

  /** The name of the rule of the objects that the whole schema allows. Only of a loose grammar. */
  convertObject(): string {
    for (const looser of this.#loosened(this.root)) {
      const isCombined = '$ref' in looser || 'anyOf' in looser
      const object = isCombined ? looser : { ...looser, type: 'object' }
      const name = this.#tried(object, { path: '', depth: 0 })?.name
      const types = name === undefined ? everyType : this.#types.of(object, '')
      if (name !== undefined && types.size === 1 && types.has('object')) return name
    }
    return 'object'
  }

  #part(schema: unknown, place: SchemaPosition): Part {
    if (!this.isLoose) return this.#exactPart(schema, place)
    for (const looser of this.#loosened(schema)) {
      const part = this.#tried(looser, place)
      if (part) return part
    }
    return plain('value')
  }

  #loosened(schema: unknown): Iterable<JsonObject> {
    if (!isJsonObject(schema)) return []
    const charge = (keys: number) => (this.#parts += keys) <= maxParts
    return looserSchemas(schema, { resolve: (reference) => this.#targetOf(reference), charge })
  }

  /** Undefined for a schema that a grammar cannot express. */
  #tried(schema: JsonObject, place: SchemaPosition): Part | undefined {
    try {
      return this.#exactPart(schema, place)
    } catch (error) {
      if (!(error instanceof SchemaFault)) throw error
      return undefined
    }
  }

  #targetOf(reference: unknown): unknown {
    try {
      return this.#types.target(reference, '')
    } catch {
      // a reference to nothing, or to another document
      return undefined
    }
  }

  #exactPart(schema: unknown, { path, depth }: SchemaPosition): Part {
    this.#parts += 1
    if (depth > maxDepth) throw new SchemaFault(path, 'is nested too deeply')
    if (this.#parts > maxParts) throw new SchemaFault('', `has more than ${maxParts} parts`)
    if (schema === true) return plain('value')
    if (schema === false) throw new SchemaFault(path, 'allows no value')
    if (!isJsonObject(schema)) throw new SchemaFault(path, 'is not a schema')
    this.#types.of(schema, path)
    const part = this.#find(schema, { path, depth: depth + 1 })
    if (part.width > maxWidth) throw new SchemaFault(path, `has more than ${maxWidth} alternatives at one place`)
    return part
  }

  #find(schema: JsonObject, place: SchemaPosition): Part {
    const combination = combinationOf(schema, place.path)
    if (combination === '$ref') return this.#reference(schema['$ref'], place)
    if (combination === 'const' || combination === 'enum') return this.#constants(schema, place.path)
    if (combination !== undefined) return this.#combination(schema, combination, place)
    const types = typesOf(schema, place.path) ?? []
    return types.length === 0 ? plain('value') : this.#either(types.map((type) => this.#typed(type, schema, place)))
  }

  #reference(reference: unknown, { path, depth }: SchemaPosition): Part {
    const target = this.#types.target(reference, inside(path, '$ref'))
    const known = this.#references.get(target)
    if (known) return known
    const name = this.rules.reserve()
    this.#references.set(target, { name, starts: 1, width: 1, isRecursive: true })
    const part = this.#part(target, { path: String(reference).split('/').slice(1).join('.'), depth })
    this.rules.define(name, part.name)
    this.#references.set(target, { ...part, name })
    return { ...part, name }
  }

  #constants(schema: JsonObject, path: string): Part {
    const { type } = schema
    const types = type === undefined ? undefined : (typesOf(schema, path) ?? [])
    const values = (constantsOf(schema) ?? []).filter((value) => !types || types.some((each) => isOf(value, each)))
    if (values.length === 0) throw new SchemaFault(path, 'allows no value')
    return this.#choice(values)
  }

  #choice(values: readonly unknown[]): Part {
    this.#parts += values.length
    const { expression, width } = choiceOf(values.map(jsonText), this.rules)
    return { name: this.rules.rule(expression), starts: width, width, isRecursive: false }
  }

  #combination(schema: JsonObject, key: string, { path, depth }: SchemaPosition): Part {
    const list = schema[key]
    const at = inside(path, key)
    if (!Array.isArray(list) || list.length === 0) throw new SchemaFault(at, 'is not a list of schemas')
    const alternatives: readonly unknown[] = list
    if (key === 'allOf' && list.length > 1) throw new SchemaFault(at, 'a grammar cannot express more than one schema')
    const constants = alternatives.map((each) => (isConstant(each) ? each['const'] : undefined))
    if (!constants.includes(undefined) && new Set(constants.map((each) => JSON.stringify(each))).size === list.length)
      return this.#choice(constants)
    const isDistinct = list.length === 1 || this.#types.areDistinct(alternatives, at)
    if (!isDistinct && key === 'oneOf')
      throw new SchemaFault(at, 'the schemas must differ by type, or by a required property with `const`')
    const parts = alternatives.map((each, index) => this.#part(each, { path: inside(at, String(index)), depth }))
    if (isDistinct) return this.#either(parts)
    // each level would double what is open
    if (parts.some(({ isRecursive }) => isRecursive))
      throw new SchemaFault(
        at,
        'schemas that contain themselves must differ by type, or by a required property with `const`',
      )
    return { ...this.#either(parts), width: sumOf(parts.map(({ width }) => width)) }
  }

  /** One of several parts, which differ at their beginning. */
  #either(parts: readonly Part[]): Part {
    const [first, ...others] = parts
    if (first && others.length === 0) return first
    const starts = sumOf(parts.map((part) => part.starts))
    return {
      name: this.rules.rule(parts.map(({ name }) => name).join(' | ')),
      starts,
      width: Math.max(starts, ...parts.map(({ width }) => width)),
      isRecursive: parts.some(({ isRecursive }) => isRecursive),
    }
  }

  #typed(type: JsonType, schema: JsonObject, place: SchemaPosition): Part {
    switch (type) {
      case 'null':
        return plain(this.rules.rule('"null"'))
      case 'boolean':
        return plain(this.rules.rule('"true" | "false"'))
      case 'string':
        return plain(this.#string(schema, place.path))
      case 'integer':
      case 'number':
        return plain(this.rules.rule(numberExpression(type, schema, place.path)))
      case 'array':
        return this.#array(schema, place)
      case 'object':
        return this.#object(schema, place)
    }
  }

  #string(schema: JsonObject, path: string): string {
    const { min, max } = countsOf(schema, path, ['minLength', 'maxLength'])
    const { format } = schema
    const isBounded = min > 0 || max < Infinity
    const isFormat = format === 'date-time' || formats.includes(format)
    if (isBounded && isFormat)
      throw new SchemaFault(inside(path, 'format'), 'a grammar cannot express it with a length')
    if (isBounded) return this.rules.rule(`"\\"" ${this.rules.repeat('char', min, max)} "\\""`)
    if (format === 'date-time') return this.rules.rule(String.raw`"\"" date "T" time "\""`)
    return isFormat ? this.rules.rule(String.raw`"\"" ${String(format)} "\""`) : 'string'
  }

  #array(schema: JsonObject, { path, depth }: SchemaPosition): Part {
    const { prefixItems = [], items = true, uniqueItems = false } = schema
    if (uniqueItems !== false) throw new SchemaFault(inside(path, 'uniqueItems'), 'a grammar cannot express this')
    if (!Array.isArray(prefixItems)) throw new SchemaFault(inside(path, 'prefixItems'), 'is not a list of schemas')
    const counts = countsOf(schema, path, ['minItems', 'maxItems'])
    const first: readonly unknown[] = prefixItems.slice(0, counts.max)
    const hasMore =
      items !== false &&
      counts.max > first.length &&
      ('items' in schema || counts.min > first.length || first.length === 0)
    if (!hasMore && counts.min > first.length)
      throw new SchemaFault(inside(path, 'minItems'), 'is more than there are items')
    const parts = first.map((each, at) => this.#part(each, { path: inside(path, 'prefixItems', String(at)), depth }))
    const rest = hasMore ? this.#part(items, { path: inside(path, 'items'), depth }) : undefined
    const names = parts.map(({ name }) => name)
    // an array that may be empty begins with an item or ends
    const isOptional = names.length === 0 && counts.min === 0
    if (rest && names.length === 0) names.push(rest.name)
    const left = { min: Math.max(0, counts.min - names.length), max: counts.max - names.length }
    const more =
      rest && left.max > 0 ? this.rules.repeat(this.rules.rule(`comma ${rest.name}`), left.min, left.max) : ''
    const inner = `${names.join(' comma ')} ${more}`.trim()
    const all = rest ? [...parts, rest] : parts
    return {
      name: this.rules.rule(inner === '' ? '"[]"' : `"[" ${isOptional ? `${this.rules.rule(inner)}?` : inner} "]"`),
      starts: 1,
      width: Math.max(...all.map(({ starts, width }) => Math.max(starts + 1, width)), 1),
      isRecursive: all.some(({ isRecursive }) => isRecursive),
    }
  }

  #object(schema: JsonObject, { path, depth }: SchemaPosition): Part {
    const { additionalProperties: additional = true, required = [] } = schema
    if (!isNames(required)) throw new SchemaFault(inside(path, 'required'), 'is not a list of names')
    const needed = new Set(required)
    const properties = this.#properties(schema, needed, path)
    const { min, max } = countsOf(schema, path, ['minProperties', 'maxProperties'])
    if (min > needed.size) throw new SchemaFault(inside(path, 'minProperties'), 'a grammar cannot express this')
    if (max < properties.length || (max < Infinity && properties.length === 0))
      throw new SchemaFault(inside(path, 'maxProperties'), 'a grammar cannot express this')
    if (properties.length === 0 && !('properties' in schema) && additional !== false) {
      const value = this.#part(additional, { path: inside(path, 'additionalProperties'), depth })
      const member = this.rules.rule(`string colon ${value.name}`)
      return { ...value, name: this.rules.rule(`"{" (${member} (comma ${member})*)? "}"`), starts: 1 }
    }
    const parts = properties.map(([key, property]) => ({
      key,
      isNeeded: needed.has(key),
      ...this.#part(property, { path: inside(path, 'properties', key), depth }),
    }))
    return {
      name: this.rules.rule(`"{" ${this.#members(parts)} "}"`.replace('  ', ' ')),
      starts: 1,
      width: Math.max(openAtOnce(parts), ...parts.map(({ width }) => width)),
      isRecursive: parts.some(({ isRecursive }) => isRecursive),
    }
  }

  /** Constants come first, since alternatives differ by them. The others are in the order of the schema. */
  #properties(schema: JsonObject, needed: ReadonlySet<string>, path: string): [string, unknown][] {
    const { properties = {}, additionalProperties: additional = true } = schema
    if (!isJsonObject(properties)) throw new SchemaFault(inside(path, 'properties'), 'is not an object')
    const undeclared = [...needed].filter((name) => !Object.hasOwn(properties, name))
    if (undeclared.length > 0 && additional === false)
      throw new SchemaFault(inside(path, 'required'), 'names a property that the object cannot have')
    const all = [...Object.entries(properties), ...undeclared.map((name): [string, unknown] => [name, additional])]
    const constant = constantProperties(schema)
    return all.toSorted(([one], [other]) => Number(constant.has(other)) - Number(constant.has(one)))
  }

  /** The properties in their order, separated by commas; those that are not needed may be missing. */
  #members(parts: readonly (Part & { readonly key: string; readonly isNeeded: boolean })[]): string {
    const firstNeeded = parts.findIndex(({ isNeeded }) => isNeeded)
    const starts: string[] = []
    let rest = ''
    for (const [at, { key, name, isNeeded }] of [...parts.entries()].toReversed()) {
      const member = this.rules.rule(`${literal(jsonText(key))} colon ${name}`)
      if (firstNeeded < 0 || at <= firstNeeded) starts.unshift(`${member} ${rest}`.trim())
      rest = this.rules.rule(`${isNeeded ? `comma ${member}` : `(comma ${member})?`} ${rest}`.trim())
    }
    return starts.length === 0 ? '' : `(${starts.join(' | ')})${firstNeeded < 0 ? '?' : ''}`
  }
}

/** Of a few alternatives, and those of the next part while a number may end. */
const plain = (name: string): Part => ({ name, starts: 6, width: 6, isRecursive: false })

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

/** How many properties can follow at one place. */
function openAtOnce(parts: readonly { readonly isNeeded: boolean }[]): number {
  let most = 0
  let open = 1
  for (const { isNeeded } of parts) {
    open = isNeeded ? 1 : open + 1
    most = Math.max(most, open)
  }
  return most
}
