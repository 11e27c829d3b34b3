import { AppError } from '../../errors.js'

/** The refusal of a card; `reason` continues "The card". */
export function refusedCard(reason: string): AppError {
  const message = `The card ${reason}`
  return new AppError('BAD_USER_INPUT', { message, fields: [{ path: ['input', 'card'], rule: 'format', message }] })
}
