/** The path and the query of a request target. Only the first question mark separates them. */
export function splitTarget(target = ''): { readonly path: string; readonly query: string } {
  const at = target.indexOf('?')
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) }
}
