import { z } from 'zod'
import type { JsonSchema } from './document-types.js'

/** The JSON Schemas of one document. A shape with an id (`.meta({ id })`) is written once and referenced. */
export class Schemas {
  readonly named: Record<string, JsonSchema> = {}

  sent(shape: z.ZodType): JsonSchema {
    return this.#schemaOf(shape, 'input')
  }

  answered(shape: z.ZodType): JsonSchema {
    return this.#schemaOf(shape, 'output')
  }

  name(name: string, schema: () => JsonSchema): JsonSchema {
    this.named[name] ??= schema()
    return { $ref: pathOf(name) }
  }

  #schemaOf(shape: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // a shape with an id becomes a definition only inside another schema
    const whole = z.toJSONSchema(z.object({ shape }), { io, unrepresentable: 'any', override: loosen })
    const { properties: { shape: schema = {} } = {}, $defs = {} } = refersToComponents(whole)
    for (const [name, { id: _, ...definition }] of Object.entries($defs)) this.named[name] = definition
    return typeof schema === 'boolean' ? {} : schema
  }
}

const pathOf = (name: string) => `#/components/schemas/${name}`

// unpaired surrogates; removed from the patterns, since other languages have no such texts
const surrogates = '\\ud800-\\udfff'

/** Allows additional keys in answers (contract: common.1), and drops a long pattern if there is a format. */
function loosen({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.minLength === 0) delete jsonSchema.minLength
  if (jsonSchema.anyOf) jsonSchema.anyOf = jsonSchema.anyOf.flatMap(alternatives)
}

function alternatives(schema: JsonSchema): JsonSchema[] {
  return Object.keys(schema).join() === 'anyOf' ? (schema.anyOf ?? []) : [schema]
}

function refersToComponents(schema: JsonSchema): JsonSchema {
  const moved = (key: string, value: unknown) => {
    if (typeof value !== 'string') return value
    if (key === '$ref') return value.replace('#/$defs/', pathOf(''))
    return key === 'pattern' ? value.replaceAll(surrogates, '') : value
  }
  // the input came from JSON, so the result has the same shape
  return JSON.parse(JSON.stringify(schema), moved) as JsonSchema
}
