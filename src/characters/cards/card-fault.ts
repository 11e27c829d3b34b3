import { AppError } from '../../errors.js'
import type { FieldFault } from '../../errors.js'

/** The refusal of a card; `reason` continues "The card". */
export function refusedCard(reason: string, limit?: number): AppError {
  const message = `The card ${reason}`
  const fault: FieldFault = { path: ['input', 'card'], rule: limit === undefined ? 'format' : 'max_length', message }
  return new AppError('BAD_USER_INPUT', { message, fields: [limit === undefined ? fault : { ...fault, limit }] })
}
