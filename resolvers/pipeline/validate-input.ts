import type { ResolverData, ValidatorFn } from 'type-graphql'
import type { z } from 'zod'
import { AppError, type FaultRule, type FieldFault, plural } from '@parley/runtime'
import { inputRuleOf, ruleFrom, type InputSettings, type RuleSource } from '../../schema/input-rule.js'

/**
 * Checks an input with the zod rule of its class and reports every fault, without the input itself. The input then has the texts that
 * the rule read, such as an address without the space after it.
 */
export const validateInput: ValidatorFn = (value: unknown, type, { context }) => {
  if (typeof type === 'function') checkInput(value, type, context)
}

/** The same check for code that runs before a resolver, such as the start of a subscription. Throws BAD_USER_INPUT. */
export function checkInput(value: unknown, type: object, context: Context): void {
  const rule = inputRuleOf(type)
  if (!rule) return
  const read = check('input', ruleIn(context, rule), value)
  if (isObject(value) && isObject(read)) adoptTexts(value, read)
}

/** The rule of a single argument, as the `validateFn` of its `@Arg`. */
export function argumentRule(name: string, rule: RuleSource): ValidatorFn {
  return (value: unknown, _type, { context }) => void check(name, ruleIn(context, rule), value)
}

/** The library has no type for the context. */
type Context = ResolverData['context']

function ruleIn(context: Context, source: RuleSource): z.ZodType {
  if (typeof source !== 'function') return source
  if (hasSettings(context)) return ruleFrom(source, context)
  throw new Error('an operation has no settings for its inputs')
}

function hasSettings(context: Context): context is InputSettings {
  return 'messageLimit' in context && typeof context.messageLimit === 'number'
}

/** Returns what the rule has read. */
function check(argument: string, rule: z.ZodType, value: unknown): unknown {
  if (value === undefined || value === null) return value
  const parsed = rule.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => faultOf(argument, issue))
  throw new AppError('BAD_USER_INPUT', { message: fields[0]?.message ?? 'Invalid input', fields })
}

/** A rule reads only the fields that it has: the others stay, at every level. */
function adoptTexts(value: object, read: object): void {
  for (const [key, text] of Object.entries<unknown>({ ...read })) {
    const own: unknown = Reflect.get(value, key)
    if (isObject(own) && isObject(text)) adoptTexts(own, text)
    else if (typeof own === 'string' && typeof text === 'string') Reflect.set(value, key, text)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function faultOf(argument: string, issue: z.core.$ZodIssue): FieldFault {
  const path = [argument, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))]
  const bound = issue.code === 'too_small' ? issue.minimum : issue.code === 'too_big' ? issue.maximum : undefined
  const rule = ruleOf(issue)
  if (bound === undefined) return { path, rule, message: ownSentence(issue) }
  const limit = Number(bound)
  return { path, rule, limit, message: boundSentences[rule]?.(limit) ?? ownSentence(issue) }
}

// the library's own messages depend on its version and locale
const boundSentences: Partial<Record<FaultRule, (limit: number) => string>> = {
  min_length: (limit) => `Must have at least ${plural(limit, 'character')}`,
  max_length: (limit) => `Must have at most ${plural(limit, 'character')}`,
  min_items: (limit) => `Must have at least ${plural(limit, 'item')}`,
  max_items: (limit) => `Must have at most ${plural(limit, 'item')}`,
  minimum: (limit) => `Must be at least ${String(limit)}`,
  maximum: (limit) => `Must be at most ${String(limit)}`,
}

/** Our own rules have a sentence, with the prefix that the 422 body requires. */
function ownSentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return 'Is of another type'
  if (!issue.message.startsWith('Value error, ')) return 'Is not an accepted value'
  return issue.message.replace(/^Value error, (.)/, (_, first: string) => first.toUpperCase())
}

const lowerBounds: Readonly<Partial<Record<string, FaultRule>>> = { string: 'min_length', array: 'min_items' }
const upperBounds: Readonly<Partial<Record<string, FaultRule>>> = { string: 'max_length', array: 'max_items' }

function ruleOf(issue: z.core.$ZodIssue): FaultRule {
  switch (issue.code) {
    case 'too_small':
      return lowerBounds[issue.origin] ?? 'minimum'
    case 'too_big':
      return upperBounds[issue.origin] ?? 'maximum'
    case 'invalid_type':
      return 'type'
    case 'custom':
      return issue.params?.['rule'] === 'common' ? 'common' : 'format'
    default:
      return 'format'
  }
}
