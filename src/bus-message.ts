/** What a message of the bus says; undefined for one that nobody here has written, which counts as lost. */
export function busMessage(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // of another program, or of another release
    return undefined
  }
}
