import { AppError, badInput } from '@parley/runtime'

/** The refusal of a file or text that does not contain a card. */
export function notACard(): AppError {
  return refusedCard('is not a JSON object, as UTF-8 text, in base64, or in a PNG, WebP or charx file')
}

export function tooMuchJson(): AppError {
  return refusedCard('has more than 1 MiB of JSON')
}

export function tooManyAssets(): AppError {
  return refusedCard('has more than 16 MiB of assets')
}

/** The refusal of a card; `reason` continues "The card". */
export function refusedCard(reason: string): AppError {
  const message = `The card ${reason}`
  return badInput('card', message)
}
