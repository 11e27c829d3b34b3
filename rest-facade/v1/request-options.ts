import { z } from 'zod'
import { schemaDepth } from '@parley/engine'
import { isDeeperThan } from '@parley/runtime'
import { rules } from '../../schema/rules.js'
import { limits } from '../../src/limits.js'
import type { CompletionOptionsInput, ResponseFormatInput } from '../operations/service-operations.generated.js'
import { ProtocolRefusal } from './protocol-error.js'

const jsonSchema = z
  .record(z.string(), z.unknown())
  .refine(
    (schema) => !isDeeperThan(schema, schemaDepth) && lengthOf(schema) <= limits.schemaLength,
    `deeper than ${schemaDepth} levels, or longer than ${limits.schemaLength.toLocaleString('en')} characters without its descriptions`,
  )
/** Descriptions are limited by the body alone, like those of tools. */
function lengthOf(schema: object): number {
  const isDescription = (key: string, value: unknown) => key === 'description' && typeof value === 'string'
  return JSON.stringify(schema, (key, value: unknown) => (isDescription(key, value) ? undefined : value)).length
}

const strict = z.boolean().nullish()
const tool = z.object({
  type: z.literal('function'),
  function: z.object({
    name: rules.toolName,
    description: rules.completionText.nullish(),
    parameters: jsonSchema.nullish(),
    strict: strict.describe('Without it, arguments for a local model fit what a grammar can express of the schema.'),
  }),
})
const responseFormat = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['text', 'json_object']) }),
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({
      name: rules.toolName,
      description: rules.completionText.nullish(),
      schema: jsonSchema,
      strict: strict.describe('A local model always follows the schema.'),
    }),
  }),
])

/** The keys of a completion beyond a reply in text. */
export const optionKeys = {
  seed: z.int().nullish(),
  tools: z.array(tool).max(limits.completionTools).nullish(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.object({ type: z.literal('function'), function: z.object({ name: rules.toolName }) }),
    ])
    .nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: responseFormat.nullish(),
}

type OptionKeys = z.output<z.ZodObject<typeof optionKeys>>

/** The `options` of a completion. Throws ProtocolRefusal 400 for tools that contradict each other. */
export function optionsOf({
  seed,
  tools,
  tool_choice,
  parallel_tool_calls,
  response_format,
}: OptionKeys): CompletionOptionsInput {
  const names = (tools ?? []).map(({ function: { name } }) => name)
  const twice = names.findIndex((name, at) => names.indexOf(name) !== at)
  if (twice >= 0) throw fault(`tools[${twice}].function.name`, 'another tool has this name')
  const choice =
    typeof tool_choice === 'string' ? { kind: choiceKinds[tool_choice] } : chosen(tool_choice?.function.name)
  if (choice?.kind === 'NAMED' && !names.includes(choice.name))
    throw fault('tool_choice.function.name', 'no tool has this name')
  if (choice?.kind === 'REQUIRED' && names.length === 0) throw fault('tool_choice', 'there are no tools')
  return {
    seed: seed ?? undefined,
    // a provider refuses the other two without tools
    ...(names.length === 0
      ? {}
      : { tools: tools?.map(toolOf), toolChoice: choice, hasParallelCalls: parallel_tool_calls ?? undefined }),
    responseFormat: response_format ? formatOf(response_format) : undefined,
  }
}

const choiceKinds = { none: 'NONE', auto: 'AUTO', required: 'REQUIRED' } as const
const chosen = (name: string | undefined) => (name === undefined ? undefined : ({ kind: 'NAMED', name } as const))

function toolOf({ function: { name, description, parameters, strict: isStrict } }: z.output<typeof tool>) {
  const schema = JSON.stringify(parameters ?? { type: 'object', properties: {} })
  return { name, description: description ?? undefined, parameters: schema, isStrict: isStrict ?? undefined }
}

function formatOf(format: z.output<typeof responseFormat>): ResponseFormatInput | undefined {
  if (format.type !== 'json_schema') return format.type === 'text' ? undefined : { kind: 'JSON_OBJECT' }
  const { name, description, schema, strict: isStrict } = format.json_schema
  return {
    kind: 'JSON_SCHEMA',
    name,
    description: description ?? undefined,
    schema: JSON.stringify(schema),
    isStrict: isStrict ?? undefined,
  }
}

function fault(param: string, message: string): ProtocolRefusal {
  return new ProtocolRefusal(400, { message: `${param}: ${message}`, param, code: 'invalid_value' })
}
