import type { Location } from '@parley/edge'
import { isJsonObject } from '@parley/runtime'
import type { KeyNames } from '../../src/http/openapi/endpoint.js'

/** The other names of a body key (contract: common.8). */
export type BodyNames = KeyNames

/** Renames the keys of a body to their canonical names. Of several names with a value the first in the table wins. */
export function withCanonicalNames(body: unknown, names: BodyNames): unknown {
  if (!isJsonObject(body)) return body
  const renamed = Object.keys(names).flatMap((name) => {
    const sent = sentName(body, name, names)
    return sent === name ? [] : [[name, body[sent]] as const]
  })
  if (renamed.length === 0) return body
  // spreading defines keys and never assigns: a key called __proto__ stays an ordinary key
  return { ...body, ...Object.fromEntries(renamed) }
}

/** Reports a fault under the name that the caller used, or under the canonical name when the key is missing. */
export function withSentNames(location: Location, body: unknown, names: BodyNames): Location {
  const [part, key, ...rest] = location
  if (part !== 'body' || typeof key !== 'string' || !isJsonObject(body)) return location
  return [part, sentName(body, key, names), ...rest]
}

function sentName(body: Record<string, unknown>, canonical: string, names: BodyNames): string {
  const candidates = [canonical, ...(names[canonical] ?? [])]
  const sent = candidates.filter((candidate) => Object.hasOwn(body, candidate))
  return sent.find((candidate) => body[candidate] !== null) ?? sent[0] ?? canonical
}
