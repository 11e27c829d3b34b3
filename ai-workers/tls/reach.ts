/**
 * Who may ask for a path: `open` is for everybody, `guarded` for allowed addresses (contract 001, Authentication 2), of `other`
 * nobody else has to know whether it is there.
 */
export type Reach = 'open' | 'guarded' | 'other'

/** Exactly these: a spelling that a router would take for one of them is no loss to anybody. */
const openPaths = [/^\/health\/(live|ready)$/, /^\/\.well-known\/acme-challenge\/[\w-]{1,128}$/]

/** With everything below them. */
const guardedPaths = ['/office_stream', '/character_stream', '/docs', '/redoc', '/openapi.json']

/** Reads a raw request target. */
export function reachOf(target: string): Reach {
  const [path = ''] = target.split(/[?#]/)
  if (openPaths.some((form) => form.test(path))) return 'open'
  const plain = plainPath(path)
  return guardedPaths.some((guarded) => plain === guarded || plain.startsWith(`${guarded}/`)) ? 'guarded' : 'other'
}

/** A path as the most lenient router would read it: decoded, in lower case, without empty and dot segments and parameters. */
function plainPath(path: string): string {
  const segments: string[] = []
  for (const segment of decoded(path).toLowerCase().split(/[/\\]/)) {
    const [name = ''] = segment.split(';')
    if (name === '..') segments.pop()
    else if (name !== '' && name !== '.') segments.push(name.trim())
  }
  return `/${segments.join('/')}`
}

/** As often as it takes: `%2564` is a `d` to who decodes twice. Each round makes it shorter. */
function decoded(path: string): string {
  const next = path.replaceAll(/%[0-7][0-9a-f]/gi, decodeURIComponent)
  return next === path ? path : decoded(next)
}
