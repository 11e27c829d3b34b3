import { type AppError, badInput } from '@parley/runtime'

/** Why a card is refused, in the words of docs/reference/errors.md. Clients have words of their own for each. */
export const cardRefusals = {
  NO_CARD: 'has no card: it is not JSON, and its picture or archive contains none',
  TOO_LARGE: 'has too many bytes, files, values, levels or chunks',
  DAMAGED: 'is damaged or truncated',
  ARCHIVE_REFUSED: 'is an archive with encrypted files, names that occur twice, or names that lead out of it',
  LOREBOOK: 'is a lorebook, not a character',
  OTHER_VERSION: 'has another version than 1, 2 and 3',
  EMPTY: 'has no description, personality, scenario, greeting or examples',
  LONG_CHARACTER: 'has more than 65,535 characters in description, personality and scenario together',
  FIELD_TYPE: 'has no value of the right type in a field, which `detail` names',
  FIELD_TOO_LONG: 'has too many characters in a field, which `detail` names',
  FIELD_CHARACTERS: 'has control or direction characters in a field, which `detail` names',
  TEXT_REFUSED: 'has a text or a key that cannot be stored',
} as const
export type CardRefusal = keyof typeof cardRefusals

/** The refusal of a file or text that does not contain a card. */
export function notACard(): AppError {
  return refusedCard('NO_CARD', 'is not a JSON object, as UTF-8 text, in base64, or in a PNG, WebP or charx file')
}

export function tooMuchJson(): AppError {
  return refusedCard('TOO_LARGE', 'has more than 1 MiB of JSON')
}

export function tooManyAssets(): AppError {
  return refusedCard('TOO_LARGE', 'has more than 16 MiB of assets')
}

/** The refusal of a card; `sentence` continues "The card". */
export function refusedCard(reason: CardRefusal, sentence: string, detail?: string): AppError {
  return badInput('card', `The card ${sentence}`, { reason, detail })
}
