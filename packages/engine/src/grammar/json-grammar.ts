import { isDeeperThan, isJsonObject, parsedJson, tooDeepAt } from '@parley/runtime'
import { schemaDepth } from './schema-depth.js'
import { GrammarTooLarge, literal } from './grammar-rules.js'
import { SchemaFault } from './schema-fault.js'
import { SchemaGrammar } from './schema-grammar.js'
import { SchemaTypes } from './schema-types.js'

/**
 * A grammar of JSON that fits a schema, which is JSON text, or of one other text. Throws SchemaFault for a schema that a
 * grammar cannot express, or that would make a large or slow one.
 */
export function jsonGrammar(schema: string, other?: string): string {
  return grammarOf(parsed(schema), other)
}

/** The grammar of the arguments of a tool, which are an object. Throws SchemaFault as jsonGrammar. */
export function argumentsGrammar(parameters: string): string {
  const schema = parsed(parameters)
  const isOpen = isJsonObject(schema) && !('type' in schema) && !('$ref' in schema)
  const object = isOpen ? { ...schema, type: 'object' } : schema
  const grammar = grammarOf(object)
  const types = new SchemaTypes(object).of(object, '')
  if (types.size > 1 || !types.has('object')) throw new SchemaFault('', 'must be of the type object')
  return grammar
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

function parsed(schema: string): unknown {
  const most = schemaDepth
  const isTooDeep = tooDeepAt(schema, most + 1) !== undefined
  const value = isTooDeep ? undefined : parsedJson(schema)
  // before anything recursive reads it
  if (isTooDeep || isDeeperThan(value, most)) throw new SchemaFault('', `is deeper than ${most} levels`)
  return value
}
