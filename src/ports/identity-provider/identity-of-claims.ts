import type { JsonObject } from '@parley/runtime'
import type { Identity } from './identity-provider.js'
import { ProviderFailure } from './provider-failure.js'

/** The claims of OpenID Connect first, then their equivalents in plain OAuth 2 services. */
const subjectClaims = ['sub', 'id']
const nameClaims = ['name', 'preferred_username', 'nickname', 'login']
const subjectLength = 255

/** Throws ProviderFailure for claims without a usable subject. */
export function identityOfClaims(claims: JsonObject): Identity {
  const { email, email_verified: emailVerified } = claims
  return {
    subject: subjectOf(claims),
    name: nameClaims.map((claim) => claims[claim]).find(isFilled),
    email: isFilled(email) ? email : undefined,
    emailVerified: emailVerified === true || emailVerified === 'true',
  }
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
