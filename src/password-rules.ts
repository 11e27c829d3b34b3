import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { limits, patterns } from './limits.js'
import { formatFault, text } from './text-rules.js'

/** In UTF-16 code units. Normalization has quadratic time, and makes no password of a text that is longer. */
const longestPrepared = 8 * limits.passwordLength
/** How many of the most common passwords are refused, of those that have the least length of a password. */
const mostCommon = 10_000

/**
 * The form of a password that is hashed and compared, and does not depend on the keyboard: OpaqueString of RFC 8265, 4.2.
 * Case and width stay as they are.
 */
export function preparedPassword(password: string): string {
  if (password.length > longestPrepared) return password
  return password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')
}

/** A new password, as it is hashed. Its length is counted after the preparation. */
export const newPassword = text(limits.passwordMinLength, limits.passwordLength, preparedPassword)
  .refine(
    isOfFreeformClass,
    formatFault('a password must not contain characters that RFC 8265 refuses, such as those that cannot be seen'),
  )
  .refine((password) => !isCommon(password), {
    ...formatFault('this password is one of the most common ones'),
    params: { rule: 'common' },
  })

// RFC 8264, 9: letters, marks, digits, symbols, punctuation and spaces
const allowed = /^[\p{L}\p{M}\p{N}\p{S}\p{P}\p{Zs}]*$/u
// the old Jamo, which make no modern syllable, what is invisible, the exceptions of 9.6, and what needs a context
const refused =
  /[\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF\p{Default_Ignorable_Code_Point}\u0640\u07FA\u302E\u302F\u3031-\u3035\u303B\u00B7\u0375\u05F3\u05F4]/u
// RFC 5892, A. JavaScript knows no joining types: a mark stands for a virama, and the script for the type of a letter
const inContext =
  /(?<=\p{M})[\u200C\u200D]|(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}])\u200C(?=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}])|(?<=l)\u00B7(?=l)|\u0375(?=\p{Script=Greek})|(?<=\p{Script=Hebrew})[\u05F3\u05F4]/gu
/** Digits of two kinds that look alike, and a dot of Japanese without Japanese. */
const mixed = /[\u0660-\u0669].*[\u06F0-\u06F9]|[\u06F0-\u06F9].*[\u0660-\u0669]/u
const loneDot = /^(?=.*\u30FB)[^\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]*$/u

/** Whether a prepared password has only characters that RFC 8264, 4.3 allows. */
function isOfFreeformClass(password: string): boolean {
  // their faults are others
  if (password.length > longestPrepared || !patterns.storable.test(password)) return true
  const rest = password.replaceAll(inContext, '')
  return allowed.test(rest) && !refused.test(rest) && !mixed.test(password) && !loneDot.test(password)
}

let common: ReadonlySet<string> | undefined

/** In any case: the list has small letters. */
function isCommon(password: string): boolean {
  common ??= commonPasswords()
  return common.has(password.toLowerCase())
}

// read as a file, since a module would keep the whole list in memory
function commonPasswords(): ReadonlySet<string> {
  const path = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const listed: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const all: readonly unknown[] = Array.isArray(listed) ? listed : []
  const long = all.filter((one) => typeof one === 'string' && one.length >= limits.passwordMinLength)
  return new Set(long.slice(0, mostCommon).map(String))
}
