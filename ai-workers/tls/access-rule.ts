/**
 * Which clients may request a path: `open` every client, `guarded` allowed addresses (contract: earlier-ai-lines.17).
 * Other clients cannot see whether an `other` path exists.
 */
type AccessRule = 'open' | 'guarded' | 'other'

/** Exact paths: no client needs another spelling that a router would accept. */
const openPaths = [/^\/health\/(live|ready)$/, /^\/\.well-known\/acme-challenge\/[\w-]{1,128}$/]

const encoded = /%[0-7][0-9a-f]/i
const everyEncoded = new RegExp(encoded, 'gi')
const rounds = 3

/** With everything below them. */
const guardedPaths = ['/office_stream', '/character_stream', '/docs', '/redoc', '/openapi.json']

/** Reads a raw request target. */
export function accessRuleOf(target: string): AccessRule {
  const [path = ''] = target.split(/[?#]/)
  if (openPaths.some((form) => form.test(path))) return 'open'
  const decoded = decode(path)
  if (encoded.test(decoded)) return 'other'
  const plain = plainPath(decoded)
  return guardedPaths.some((guarded) => plain === guarded || plain.startsWith(`${guarded}/`)) ? 'guarded' : 'other'
}

/** A decoded path as the most lenient router reads it: lower case, without parameters, empty and dot segments. */
function plainPath(decoded: string): string {
  const segments: string[] = []
  for (const segment of decoded.toLowerCase().split(/[/\\]/)) {
    const [name = ''] = segment.split(';')
    if (name === '..') segments.pop()
    else if (name !== '' && name !== '.') segments.push(name.trim())
  }
  return `/${segments.join('/')}`
}

/** `%2564` is a `d` after decoding twice. Deeper encodings stay encoded: each round costs the length of the path. */
function decode(path: string): string {
  let plain = path
  for (let round = 0; round < rounds; round += 1) plain = plain.replaceAll(everyEncoded, decodeURIComponent)
  return plain
}
