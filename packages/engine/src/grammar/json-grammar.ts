import { isDeeperThan, isJsonObject, parsedJson, tooDeepAt } from '@parley/runtime'
import { schemaDepth } from './schema-depth.js'
import { GrammarRules, GrammarTooLarge, literal } from './grammar-rules.js'
import type { Tool } from '../reply/reply-requirements.js'
import { SchemaFault } from './schema-fault.js'
import { SchemaGrammar } from './schema-grammar.js'
import { SchemaTypes } from './schema-types.js'

/**
 * A grammar of JSON that fits a schema, which is JSON text, or of one other text. Throws SchemaFault for a schema that a
 * grammar cannot express, or that would make a large or slow one.
 */
export function jsonGrammar(schema: string, other?: string): string {
  return grammarOf(readSchema(schema), other)
}

/**
 * The grammar of the arguments of a tool, which are an object. Where a grammar cannot express the schema, that of a strict
 * tool throws SchemaFault as jsonGrammar, and that of any other allows more.
 */
export function argumentsGrammar({ parameters, isStrict = false }: Pick<Tool, 'parameters' | 'isStrict'>): string {
  const schema = readSchema(parameters)
  if (!isStrict) return looseGrammar(schema)
  const hasType = isJsonObject(schema) && ['type', '$ref', 'anyOf', 'oneOf', 'allOf'].some((key) => key in schema)
  const object = isJsonObject(schema) && !hasType ? { ...schema, type: 'object' } : schema
  const grammar = grammarOf(object)
  const types = new SchemaTypes(object).of(object, '')
  if (types.size > 1 || !types.has('object')) throw new SchemaFault('', 'must be of the type object')
  return grammar
}

function looseGrammar(schema: unknown): string {
  const grammar = new SchemaGrammar(schema, true)
  try {
    return grammar.rules.text(grammar.convertObject())
  } catch (error) {
    if (error instanceof GrammarTooLarge) return new GrammarRules().text('object')
    throw error
  }
}

function grammarOf(schema: unknown, other?: string): string {
  try {
    const grammar = new SchemaGrammar(schema)
    const root = grammar.convert()
    return grammar.rules.text(other === undefined ? root : `${root} | ${literal(other)}`)
  } catch (error) {
    if (error instanceof GrammarTooLarge) throw new SchemaFault('', 'is too large for a grammar')
    throw error
  }
}

/** Throws SchemaFault for a schema that is too deep. */
export function readSchema(schema: string): unknown {
  const most = schemaDepth
  const isTooDeep = tooDeepAt(schema, most + 1) !== undefined
  const value = isTooDeep ? undefined : parsedJson(schema)
  // before anything recursive reads it
  if (isTooDeep || isDeeperThan(value, most)) throw new SchemaFault('', `is deeper than ${most} levels`)
  return value
}
