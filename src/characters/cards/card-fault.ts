import { AppError, badInput } from '@parley/runtime'

/** The refusal of a file or text that does not contain a card. */
export function notACard(): AppError {
  return refusedCard('is not a JSON object, as UTF-8 text, in base64 or in a PNG')
}

/** The refusal of a card; `reason` continues "The card". */
export function refusedCard(reason: string): AppError {
  const message = `The card ${reason}`
  return badInput('card', message)
}
