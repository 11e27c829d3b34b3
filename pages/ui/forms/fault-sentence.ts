import type { ParleyError } from '@parley/client'
import type { FormWords } from './words.js'

export type RefusedField = NonNullable<ParleyError['details']['fields']>[number]

/** Why a value is refused, in the language of the reader; in the words of the server where only it knows the reason. */
export function faultSentence({ faults, formats }: FormWords, { path, rule, limit, message }: RefusedField): string {
  const field = path.findLast((part) => typeof part === 'string') ?? ''
  const format = rule === 'format' ? formats[field] : undefined
  return format ?? faults[rule]?.(limit ?? 0) ?? message
}
