export type JsonObject = Readonly<Record<string, unknown>>

/** The value of a JSON text; undefined for a text that is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // the error's message would quote the text
    return undefined
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
