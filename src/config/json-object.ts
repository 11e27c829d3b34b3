/** The object that a text of JSON says; undefined when it says anything else. */
export function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    // a text that is not JSON is not an object
    return undefined
  }
}
