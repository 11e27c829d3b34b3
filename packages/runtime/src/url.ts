/** Parses a URL; undefined for other text. `URL.canParse` of Node 20 refuses letters such as ü once compiled. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    // the caller decides what an invalid URL means
    return undefined
  }
}
