import { isJsonObject, parsedJson, type JsonObject } from '@parley/runtime'

/** The fields of lines of JSON objects: a later value replaces an earlier one, and lists are joined. */
export function passedFields(lines: string): JsonObject {
  const fields = new Map<string, unknown>()
  for (const line of lines.split('\n')) {
    const read = parsedJson(line)
    if (!isJsonObject(read)) continue
    for (const [key, value] of Object.entries(read)) {
      const known = fields.get(key)
      fields.set(key, Array.isArray(known) && Array.isArray(value) ? known.concat(value) : value)
    }
  }
  return Object.fromEntries(fields)
}
