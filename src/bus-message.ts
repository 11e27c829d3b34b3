/** The content of a bus message; undefined for one that no Parley instance has written, which counts as lost. */
export function busMessage(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // of another program, or of another release
    return undefined
  }
}
