import { isJsonObject, type JsonObject } from '@parley/runtime'
import type { Identity } from './identity-provider.js'
import { ProviderFailure } from './provider-failure.js'

/** The claims of OpenID Connect first, then their equivalents in plain OAuth 2 services. */
const subjectClaims = ['sub', 'id']
const nameClaims = ['name', 'preferred_username', 'nickname', 'login']
const subjectLength = 255

/** Throws ProviderFailure for claims without a usable subject. `requested` are the values of claims that settings name. */
export function identityOfClaims(claims: JsonObject, requested: Identity['claims'] = {}): Identity {
  const { email, email_verified: emailVerified } = claims
  return {
    subject: subjectOf(claims),
    name: nameClaims.map((claim) => claims[claim]).find(isFilled),
    email: isFilled(email) ? email : undefined,
    emailVerified: emailVerified === true || emailVerified === 'true',
    claims: requested,
  }
}

/**
 * The value at a path with dots; undefined without one. A name can contain dots itself, as those that are addresses and
 * the client ids of Keycloak do.
 */
export function claimAt(claims: JsonObject, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const name = path.slice(0, dot)
    const inner = Object.hasOwn(claims, name) ? claims[name] : undefined
    const found = isJsonObject(inner) ? claimAt(inner, path.slice(dot + 1)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function subjectOf(claims: JsonObject): string {
  const id = subjectClaims.map((claim) => claims[claim]).find((value) => value !== undefined && value !== null)
  // a number that was rounded when parsed could be the id of two people
  const subject = typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : id
  if (!isFilled(subject) || subject.length > subjectLength || !subject.isWellFormed() || subject.includes('\0'))
    throw new ProviderFailure('no usable id')
  return subject
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
