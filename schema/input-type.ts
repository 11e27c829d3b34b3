import { Field, InputType } from 'type-graphql'
import { z } from 'zod'
import { limits } from '../src/limits.js'
import { InputRule, type InputSettings } from './input-rule.js'

type FieldType = NonNullable<Parameters<typeof Field>[0]>

interface InputOptions<Name extends PropertyKey> {
  readonly description?: string
  /** The types of the other fields than texts, flags, lists of texts and values of an enumeration. */
  readonly types?: Readonly<Partial<Record<Name, FieldType>>>
}

/** An input type whose fields are those of a zod object, each with the description of its rule. */
export function inputType<Rule extends z.ZodObject>(
  name: string,
  source: Rule | ((settings: InputSettings) => Rule),
  { types, ...options }: InputOptions<keyof Rule['shape']> = {},
) {
  @InputRule(source)
  @InputType(name, options)
  class Input {
    static readonly rule = source
  }
  const { shape } = typeof source === 'function' ? source({ messageLimit: limits.messageLength }) : source
  const given: Readonly<Record<string, FieldType | undefined>> = { ...types }
  for (const [field, rule] of Object.entries<z.core.$ZodType>(shape)) {
    const { description } = z.globalRegistry.get(rule) ?? {}
    const value =
      rule instanceof z.ZodDefault
        ? { defaultValue: rule.def.defaultValue }
        : { nullable: z.safeParse(rule, undefined).success }
    Field(given[field] ?? (() => typeOf(rule)), { ...value, ...(description === undefined ? {} : { description }) })(
      Input.prototype,
      field,
    )
  }
  return Input
}

/** The values of an input type. */
export type InputOf<Input extends { readonly rule: unknown }> = z.output<Extract<Input['rule'], z.ZodObject>>

function typeOf(rule: z.core.$ZodType): ReturnType<FieldType> {
  if (rule instanceof z.ZodOptional || rule instanceof z.ZodNullable || rule instanceof z.ZodDefault)
    return typeOf(rule.unwrap())
  if (rule instanceof z.ZodString) return String
  if (rule instanceof z.ZodBoolean) return Boolean
  if (rule instanceof z.ZodEnum) return rule.def.entries
  if (rule instanceof z.ZodArray && rule.element instanceof z.ZodString) return [String]
  throw new Error('an input has a field without a type')
}
