let parser: DOMParser | undefined

/** Replaces references such as `&lt;` by their characters. The parser runs and loads nothing, and its result is text. */
export function withCharacters(text: string): string {
  if (!text.includes('&')) return text
  parser ??= new DOMParser()
  const read = (reference: string) => parser?.parseFromString(reference, 'text/html').body.textContent ?? reference
  return text.replaceAll(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});/gi, read)
}
