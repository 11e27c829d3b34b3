import { hash } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { folded, isPastCanonicalLength, limits, withoutInvisible } from '../limits.js'

/** Raise it when a form below changes: the next start then recomputes the keys of all accounts (recompute-keys.ts). */
export const keyForm = 1

/** A character that no canonical name and no address contains. */
const sharedMark = '\u2800'

/**
 * The form in which names are compared: without invisible characters, NFKC, case-folded. Names that differ only in case
 * or encoding share it. A text longer than any name is returned unchanged, and equals no name.
 */
export function canonicalName(text: string): string {
  if (isPastCanonicalLength(text)) return text
  return withoutInvisible(folded(withoutInvisible(text))).normalize('NFKC')
}

/** The form in which e-mail addresses are compared: the domain in DNS form (UTS 46), the rest NFKC and case-folded. */
export function canonicalAddress(address: string): string {
  if (isPastCanonicalLength(address)) return address
  const { local, domain } = partsOf(address)
  const host = local === '' ? undefined : hostOf(domain)
  const key = host === undefined ? undefined : `${folded(local)}@${host}`
  return key === undefined || key.length > limits.canonicalLength ? folded(address) : key
}

/**
 * The key of an account whose name or address has the same canonical form as another account's, created before
 * `keyForm` existed. It is derived from the form that was compared then, which is unique, and is never a canonical
 * form.
 */
export function sharedKey(text: string): string {
  const form = isPastCanonicalLength(text) ? text : folded(text)
  return sharedMark + hash('sha256', form, 'base64url')
}

/**
 * Whether two addresses are one mailbox. Stricter than the comparison of accounts, where `ı` equals `i`: the proof of
 * one mailbox is not a proof of the other.
 */
export function isSameMailbox(one: string, other: string): boolean {
  return mailboxOf(one) === mailboxOf(other)
}

function mailboxOf(address: string): string {
  const { local, domain } = partsOf(address)
  const host = isPastCanonicalLength(address) ? undefined : hostOf(domain)
  return `${lowerAscii(local)}@${host ?? lowerAscii(domain)}`
}

function partsOf(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, Math.max(at, 0)), domain: address.slice(at + 1) }
}

/** The name of a host in lower case and ASCII, in any spelling; undefined for a name that DNS does not allow. */
function hostOf(domain: string): string | undefined {
  // characters that end a host in a URL or are decoded there
  if (/[/?#\\@:%[\]]/.test(domain)) return undefined
  const host = domainToASCII(domain)
  return host === '' ? undefined : host
}

function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
