import { isJsonObject, parsedJson } from '../../json.js'
import type { JsonObject } from '../../json.js'
import { SearchFailure } from './search-engine.js'

/** The list at a path of a JSON text, as objects; empty when the answer has none. Throws SearchFailure when it is not an answer. */
export function jsonPages(text: string, path: readonly string[]): readonly JsonObject[] {
  let value = parsedJson(text)
  if (!isJsonObject(value)) throw new SearchFailure('not understood')
  for (const key of path) value = isJsonObject(value) ? value[key] : undefined
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new SearchFailure('not understood')
  return value.filter(isJsonObject)
}
