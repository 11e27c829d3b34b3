import type { z } from 'zod'

/** What an operator decides about inputs. */
export interface InputSettings {
  /** The most characters of a message. */
  readonly messageLimit: number
}

type RuleMaker = (settings: InputSettings) => z.ZodType

/** The rule of a value, or how it is made of the settings. */
export type RuleSource = z.ZodType | RuleMaker

const sources = new WeakMap<object, RuleSource>()
const made = new WeakMap<RuleMaker, Map<number, z.ZodType>>()

/** Gives an input class its one zod rule; resolvers/pipeline/validate-input runs it before the resolver. */
export function InputRule(source: RuleSource): ClassDecorator {
  return (input) => {
    sources.set(input, source)
  }
}

export function inputRuleOf(input: object): RuleSource | undefined {
  return sources.get(input)
}

/** A rule is made once for all operations of a setting. */
export function ruleFrom(maker: RuleMaker, settings: InputSettings): z.ZodType {
  const { messageLimit } = settings
  const known = made.get(maker) ?? new Map<number, z.ZodType>()
  const rule = known.get(messageLimit) ?? maker(settings)
  made.set(maker, known.set(messageLimit, rule))
  return rule
}
