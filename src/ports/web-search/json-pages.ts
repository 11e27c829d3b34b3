import { SearchFailure } from './search-engine.js'

/** The list at a path of a JSON text, as objects; empty when the answer has none. Throws SearchFailure when it is not an answer. */
export function jsonPages(text: string, path: readonly string[]): readonly Readonly<Record<string, unknown>>[] {
  let value: unknown = parsed(text)
  if (!isObject(value)) throw new SearchFailure('not understood')
  for (const key of path) value = isObject(value) ? value[key] : undefined
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new SearchFailure('not understood')
  return value.filter(isObject)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // its message would quote the answer
    throw new SearchFailure('not understood')
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
