import { hash } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { isPastCanonicalLength, limits, withoutUnseen } from '../limits.js'

/** Raise it when a form below changes: the keys of all accounts are then made anew at the next start (recompute-keys.ts). */
export const keyForm = 1

/** Not a letter that a canonical name can have, nor an address in any form. */
const sharedMark = '\u2800'

/**
 * The form in which names are compared: without invisible characters, NFKC, case-folded. Twins in case or encoding share it. A
 * text that is longer than any name is returned as it is, and equals none.
 */
export function canonicalName(text: string): string {
  if (isPastCanonicalLength(text)) return text
  return withoutUnseen(folded(withoutUnseen(text))).normalize('NFKC')
}

/** The form in which e-mail addresses are compared: the domain as DNS has it (UTS 46), the rest NFKC and case-folded. */
export function canonicalAddress(address: string): string {
  if (isPastCanonicalLength(address)) return address
  const { local, domain } = partsOf(address)
  const host = local === '' ? undefined : hostOf(domain)
  const key = host === undefined ? undefined : `${folded(local)}@${host}`
  return key === undefined || key.length > limits.canonicalLength ? folded(address) : key
}

/**
 * The key of an account whose name or address has the canonical form of another account's, from the time before `keyForm`. It is made of
 * the text in the form that was compared then, which is unique, and is not a canonical form.
 */
export function sharedKey(text: string): string {
  const form = isPastCanonicalLength(text) ? text : folded(text)
  return sharedMark + hash('sha256', form, 'base64url')
}

/**
 * Whether two addresses are one mailbox. Stricter than the form in which accounts are compared, where `ı` is an `i`: what
 * shows that the one mailbox is mine says nothing of the other.
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

/** The name of a host in lower case and ASCII, however it is spelt; undefined for what DNS cannot have. */
function hostOf(domain: string): string | undefined {
  // what would end a host in a URL, or be undone in one
  if (/[/?#\\@:%[\]]/.test(domain)) return undefined
  const host = domainToASCII(domain)
  return host === '' ? undefined : host
}

function folded(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}

function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
