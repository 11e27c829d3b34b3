import type { ParleyError } from '@parley/client'
import type { FormWords } from './words.js'

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Why the browser does not send a control, in the language of the reader; in the words of the browser where only it knows. */
export function controlSentence({ faults, formats }: FormWords, control: Control): string {
  const { validity, type, validationMessage } = control
  if (validity.valueMissing) return faults[type === 'checkbox' ? 'must_agree' : 'required']?.(0) ?? validationMessage
  if (validity.tooShort && 'minLength' in control) return faults['min_length']?.(control.minLength) ?? validationMessage
  return (type === 'email' ? formats['email'] : undefined) ?? validationMessage
}

export type RefusedField = NonNullable<ParleyError['details']['fields']>[number]

/** Why a value is refused, in the language of the reader; in the words of the server where only it knows the reason. */
export function faultSentence({ faults, formats }: FormWords, { path, rule, limit, message }: RefusedField): string {
  const field = path.findLast((part) => typeof part === 'string') ?? ''
  const format = rule === 'format' ? formats[field] : undefined
  return format ?? (faults[`${rule}_${field}`] ?? faults[rule])?.(limit ?? 0) ?? message
}
