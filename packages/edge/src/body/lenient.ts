import { z } from 'zod'
import { parsedJson } from '@parley/runtime'
import type { LenientFault } from '../errors/input-faults.js'

type Context = z.core.$RefinementCtx

/** Rejects a value with a fault of the 422 table; `faults.ts` has the messages. */
function refuse(context: Context, input: unknown, fault: LenientFault): never {
  context.issues.push({ code: 'custom', input, message: fault, params: { fault } })
  return z.NEVER
}

function readInteger(input: unknown, context: Context): number {
  if (input === undefined) return refuse(context, input, 'missing')
  if (typeof input === 'string' && /^-?\d{1,400}$/.test(input)) return Number(input)
  if (typeof input !== 'number' || !Number.isFinite(input)) return refuse(context, input, 'int_parsing')
  if (!Number.isInteger(input)) return refuse(context, input, 'int_from_float')
  return input
}

const booleanWords = new Map<unknown, boolean>([
  ...([true, 'true', '1', 1] as const).map((word) => [word, true] as const),
  ...([false, 'false', '0', 0] as const).map((word) => [word, false] as const),
])

function readBoolean(input: unknown, context: Context): boolean {
  if (input === undefined) return refuse(context, input, 'missing')
  const truth = booleanWords.get(typeof input === 'string' ? input.toLowerCase() : input)
  return truth ?? refuse(context, input, 'bool_parsing')
}

function readText(input: unknown, context: Context): string {
  if (input === undefined) return refuse(context, input, 'missing')
  if (typeof input === 'number' && Number.isSafeInteger(input)) return String(input)
  return typeof input === 'string' ? input : refuse(context, input, 'string_type')
}

function readTexts(input: unknown): unknown {
  if (typeof input !== 'string') return input
  const parsed = parsedJson(input)
  return Array.isArray(parsed) ? parsed : [input]
}

const safe = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)

// the OpenAPI schema of each rule: the preferred form first, then the other accepted forms (contract: common.15)
const integerForms = (minimum: number, maximum: number) => {
  // every number with this many digits is within the bounds
  const digits = Math.max(1, String(maximum).length - 1)
  const pattern = minimum > 0 ? `^0*[1-9][0-9]{0,${digits - 1}}$` : `^-?[0-9]{1,${digits}}$`
  return {
    anyOf: [
      { type: 'integer', minimum, maximum },
      { type: 'string', pattern },
    ],
  }
}
const booleanForms = { anyOf: [{ type: 'boolean' }, { enum: ['true', 'false', '1', '0', 1, 0] }] }
const jsonSchemaOf = (rule: z.ZodType) => {
  const { $schema: _, ...schema } = z.toJSONSchema(rule, { io: 'input' })
  return schema
}
const formsOf = (rule: z.ZodType, other: object) => ({ anyOf: [jsonSchemaOf(rule), other] })

/** Lenient input rules (contract: common.6). Never `z.coerce`: it turns "" into 0 and "false" into true. */
export const lenient = {
  /** 5 or "5". `min` and `max` are inclusive. */
  integer: (minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER): z.ZodType<number> =>
    z.unknown().transform(readInteger).pipe(z.number().min(minimum).max(maximum)).meta(integerForms(minimum, maximum)),

  /** The id of a row: 1 to 2^53-1, as a number or a string of digits. */
  rowId: z
    .unknown()
    .transform(readInteger)
    .pipe(safe.positive())
    .meta(integerForms(1, Number.MAX_SAFE_INTEGER)) satisfies z.ZodType<number>,

  /** true, false, "true", "false", 0 or 1. */
  boolean: z.unknown().transform(readBoolean).meta(booleanForms) satisfies z.ZodType<boolean>,

  /** Text, or a whole number, which is converted to digits: the two documented forms of a user id. */
  textOrNumber: <T>(rule: z.ZodType<T, string>): z.ZodType<T> =>
    z
      .unknown()
      .transform(readText)
      .pipe(rule)
      .meta(formsOf(rule, { type: 'integer' })),

  /** A list of texts, its JSON text, or a single item: a form sends each of them. */
  texts: (rule: z.ZodArray<z.ZodString>): z.ZodType<string[]> =>
    z.preprocess(readTexts, rule).meta(formsOf(rule, jsonSchemaOf(rule.element))),

  /** An optional key; absent and null are equivalent. */
  optional: <T>(rule: z.ZodType<T>): z.ZodType<T | undefined> =>
    rule.nullish().transform((value) => value ?? undefined),
} as const
