import type { z } from 'zod'

const ruleByInput = new WeakMap<object, z.ZodType>()

/** Gives an input class its one zod rule; resolvers/validate-input runs it before the resolver. */
export function InputRule(rule: z.ZodType): ClassDecorator {
  return (input) => {
    ruleByInput.set(input, rule)
  }
}

export function inputRuleOf(input: object): z.ZodType | undefined {
  return ruleByInput.get(input)
}
