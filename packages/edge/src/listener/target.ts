/**
 * The path and the query of a request target. Only the first question mark separates them. A fragment, which no
 * client should send, is left out.
 */
export function splitTarget(target = ''): { readonly path: string; readonly query: string } {
  const hash = target.indexOf('#')
  const sent = hash < 0 ? target : target.slice(0, hash)
  const at = sent.indexOf('?')
  return at < 0 ? { path: sent, query: '' } : { path: sent.slice(0, at), query: sent.slice(at + 1) }
}
