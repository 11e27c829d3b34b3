/** The value of a text that should be JSON; undefined for one that is not. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
