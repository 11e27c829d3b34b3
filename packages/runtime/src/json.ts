export type JsonObject = Readonly<Record<string, unknown>>

/** The most levels of lists and objects in a JSON text: half a million of them need a fifth of a second to parse. */
const mostLevels = 512

/**
 * The value of a JSON text; undefined for a text that is not JSON, or has more than 512 levels of lists and objects.
 */
export function parsedJson(text: string): unknown {
  return tooDeepAt(text) === undefined ? parsedLevels(text) : undefined
}

/** As `parsedJson`, for a text whose levels the caller has counted. */
export function parsedLevels(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // the error's message would quote the text
    return undefined
  }
}

/**
 * The position of the first list or object of a JSON text that is deeper than `most` levels, in UTF-16 code units;
 * undefined without one. Reads the text once, before it is parsed.
 */
export function tooDeepAt(text: string, most = mostLevels): number | undefined {
  let depth = 0
  for (let at = 0; text.length > most && at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openList || code === openObject) {
      depth += 1
      if (depth > most) return at
    } else if (code === closeList || code === closeObject) depth -= 1
  }
  return undefined
}

/** What V8 needs for a list or object without values, and for each value in one, in bytes. */
const [containerBytes, valueBytes] = [64, 8]

/**
 * What the value of a JSON text costs in memory beyond its texts, in bytes, computed before it is parsed: `{},{},` grows
 * to twenty times its length.
 */
export function parsedBytes(text: string): number {
  let bytes = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openList || code === openObject) bytes += containerBytes
    else if (code === comma) bytes += valueBytes
  }
  return bytes
}

/** Whether a JSON text has more than so many commas between values. Reads no further, before it is parsed. */
export function hasMoreCommas(text: string, most: number): boolean {
  let commas = 0
  for (let at = 0; text.length > most && at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma) commas += 1
    if (commas > most) return true
  }
  return false
}

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d,
]

/** The position of the quote that ends the string; the length of a text that ends before. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

/** Whether a parsed value has more levels of lists and objects. Without recursion: a text can have half a million levels. */
export function isDeeperThan(value: unknown, most: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true
    level = level.flatMap((each): unknown[] => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
