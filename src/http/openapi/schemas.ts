import { z } from 'zod'
import type { JsonSchema } from './document-types.js'

/** The JSON Schemas of one document. A shape with an id (`.meta({ id })`) is written once and referred to. */
export class Schemas {
  readonly named: Record<string, JsonSchema> = {}

  /** The schema of a request. */
  sent(shape: z.ZodType): JsonSchema {
    return this.#schemaOf(shape, 'input')
  }

  /** The schema of an answer. */
  answered(shape: z.ZodType): JsonSchema {
    return this.#schemaOf(shape, 'output')
  }

  /** Writes a schema under a name. */
  name(name: string, schema: () => JsonSchema): JsonSchema {
    this.named[name] ??= schema()
    return { $ref: pathOf(name) }
  }

  #schemaOf(shape: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // inside of another schema a shape with an id is a definition, as it is not at the top
    const whole = z.toJSONSchema(z.object({ shape }), { io, unrepresentable: 'any', override: loosen })
    const { properties: { shape: schema = {} } = {}, $defs = {} } = refersToComponents(whole)
    for (const [name, { id: _, ...definition }] of Object.entries($defs)) this.named[name] = definition
    return typeof schema === 'boolean' ? {} : schema
  }
}

const pathOf = (name: string) => `#/components/schemas/${name}`

// half a character: ours alone to refuse, since other languages have no texts with one
const surrogates = '\\ud800-\\udfff'

/** Answers may get more keys (contract: common.1); a format says what its pattern says in forty lines. */
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
  // what was JSON is JSON of the same shape again
  return JSON.parse(JSON.stringify(schema), moved) as JsonSchema
}
