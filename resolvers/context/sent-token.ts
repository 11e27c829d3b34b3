/** What clients send that concatenate a token they do not have. */
const missing = new Set(['', 'null', 'undefined'])

/** The token of an `Authorization` header, whose prefix `Bearer ` is optional; undefined when the header contains no token. */
export function sentToken(authorization = ''): string | undefined {
  const token = authorization.replace(/^\s*Bearer(\s+|$)/i, '').trim()
  return missing.has(token) ? undefined : token
}
