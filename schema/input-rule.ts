import type { z } from 'zod'

/** The settings that change rules of inputs. */
export interface InputSettings {
  /** The maximum length of a message, in characters. */
  readonly messageLimit: number
}

type RuleMaker = (settings: InputSettings) => z.ZodType

/** The rule of a value, or a function that creates it from the settings. */
export type RuleSource = z.ZodType | RuleMaker

const sources = new WeakMap<object, RuleSource>()
const made = new WeakMap<RuleMaker, Map<number, z.ZodType>>()

/** Gives an input class its zod rule; resolvers/pipeline/validate-input checks it before the resolver. */
export function InputRule(source: RuleSource): ClassDecorator {
  return (input) => {
    sources.set(input, source)
  }
}

export function inputRuleOf(input: object): RuleSource | undefined {
  return sources.get(input)
}

/** Creates each rule once per settings. */
export function ruleFrom(maker: RuleMaker, settings: InputSettings): z.ZodType {
  const { messageLimit } = settings
  const known = made.get(maker) ?? new Map<number, z.ZodType>()
  const rule = known.get(messageLimit) ?? maker(settings)
  made.set(maker, known.set(messageLimit, rule))
  return rule
}
