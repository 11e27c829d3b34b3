import type { Location } from '../src/http/http-error.js'
import type { KeyNames } from '../src/http/openapi/endpoint.js'

/** The other names the contract's lines have for a body key. */
export type BodyNames = KeyNames

/** The body under its canonical names. The first name that holds a value wins, in the order of the table. */
export function withCanonicalNames(body: unknown, names: BodyNames): unknown {
  if (!isRecord(body)) return body
  // spreading defines keys, it never assigns: a key called __proto__ stays a key
  const renamed: Record<string, unknown> = { ...body }
  for (const name of Object.keys(names)) {
    const sent = sentName(body, name, names)
    if (sent !== name) renamed[name] = body[sent]
  }
  return renamed
}

/** A fault is told under the name the caller used, or the canonical one when the key is missing. */
export function withSentNames(location: Location, body: unknown, names: BodyNames): Location {
  const [part, key, ...rest] = location
  if (part !== 'body' || typeof key !== 'string' || !isRecord(body)) return location
  return [part, sentName(body, key, names), ...rest]
}

function sentName(body: Record<string, unknown>, canonical: string, names: BodyNames): string {
  const candidates = [canonical, ...(names[canonical] ?? [])]
  const sent = candidates.filter((candidate) => Object.hasOwn(body, candidate))
  return sent.find((candidate) => body[candidate] !== null) ?? sent[0] ?? canonical
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
