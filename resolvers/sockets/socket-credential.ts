import { isJsonObject } from '@parley/runtime'

/** `text` is as in an `Authorization` header. */
type SocketCredential = { readonly kind: 'none' | 'unreadable' } | { readonly kind: 'sent'; readonly text: string }

/** In the order in which they count, in lower case: a client writes them in any case. */
const names = ['authorization', 'authtoken', 'token', 'accesstoken']

/** The characters of a bearer token (RFC 6750, 2.1). */
const readable = /^\s*(?:Bearer\s+)?[\w.~+/-]+=*\s*$/i

/** What clients send that have no token, with or without the prefix. */
const empty = /^\s*(?:Bearer)?\s*$/i

/**
 * The credential of a `connection_init` payload: the first one that is there, of those that consoles and clients send.
 * Without one in the payload itself, that of its `headers` counts.
 */
export function socketCredential(payload: Readonly<Record<string, unknown>> = {}): SocketCredential {
  const value = valueIn(payload, names) ?? credentialIn(payload['headers'])
  if (value === undefined || (typeof value === 'string' && empty.test(value))) return { kind: 'none' }
  if (typeof value !== 'string' || value === payload['headers'] || !readable.test(value)) return { kind: 'unreadable' }
  return { kind: 'sent', text: value }
}

/** Null counts as absent. */
function valueIn(values: Readonly<Record<string, unknown>>, wanted: readonly string[]): unknown {
  const entries = Object.entries(values)
  const found = wanted.map((name) => entries.find(([key, value]) => key.toLowerCase() === name && value !== null))
  return found.find((entry) => entry !== undefined)?.[1]
}

/** Headers in another form than an object cannot be read, whatever they have. */
function credentialIn(headers: unknown): unknown {
  return isJsonObject(headers) ? valueIn(headers, names.slice(0, 1)) : (headers ?? undefined)
}
