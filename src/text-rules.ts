import { z } from 'zod'
import { parseUrl } from '@parley/runtime'
import {
  folded,
  isPastCanonicalLength,
  isStoredImageUrl,
  limits,
  notStoredImage,
  patterns,
  typedAddress,
  withoutInvisible,
} from './limits.js'

/** The parameters of a zod check whose failure is a `format` fault with this message. */
export const formatFault = (message: string) => ({ error: `Value error, ${message}`, params: { rule: 'format' } })

const notEmail = formatFault('not a valid e-mail address')
export const notStorable = formatFault('text must not contain NUL or half a character')
const notComparable = formatFault(`text must have at most ${limits.canonicalLength} characters in its normalized form`)
const notUsualForm = formatFault('this address has letters that are compared as others, such as full-width ones')
const notIdentifying = formatFault('text must not contain invisible characters')

/** For the pattern `oneLine`. */
export const notOneLine = formatFault('text must not contain control or direction characters')

/**
 * Text of `min` to `max` code points; without `max` only the body limit applies. The rule reads what `prepared` makes of
 * the text that was sent.
 */
export function text(min: number, max?: number, prepared?: (sent: string) => string): z.ZodString {
  const read = prepared ? z.string().overwrite(prepared) : z.string()
  const bounded = max === undefined ? read.min(min) : read.min(min).max(max)
  return bounded.regex(patterns.storable, notStorable)
}

/** Text of 1 to `max` code points on one line. */
export const line = (max: number) => z.string().min(1).max(max).regex(patterns.oneLine, notOneLine)

export const uuid = z.string().regex(patterns.uuid, formatFault('not a UUID'))

/** The name of a person, without invisible characters, and with a canonical form. */
export const personName = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(patterns.identifying, notIdentifying)
    .regex(patterns.withoutOuterSpace, formatFault('a name must not begin or end with a space'))
    .refine(isComparable, notComparable)
    .refine((value) => value === '' || withoutInvisible(value) !== '', notIdentifying)

export const username = personName(limits.usernameLength)

/** For every address that a person types: an e-mail field of a browser leaves out the white space at its ends too. */
export const typedEmail = z.string().overwrite(typedAddress)

export const emailAddress = typedEmail
  .min(1)
  .max(limits.emailLength)
  .regex(patterns.email, notEmail)
  .refine(hasHostName, notEmail)
  .refine(isComparable, notComparable)

/**
 * For an account: not an address that is compared as another mailbox, whose owner it would keep out. An account of an
 * earlier release can have one.
 */
export const ownEmailAddress = emailAddress.refine(isUsualForm, notUsualForm)

/** The URL of a stored image on one of these hosts. */
export const storedImageUrl = (hosts: readonly string[]) =>
  z
    .string()
    .min(1)
    .max(limits.logImageUrlLength)
    .refine((value) => isStoredImageUrl(value, hosts), formatFault(notStoredImage))
    .meta({ pattern: storedImagePattern(hosts) })

function isComparable(value: string): boolean {
  return !isPastCanonicalLength(value) && [...value.normalize('NFKC').toLowerCase()].length <= limits.canonicalLength
}

/** Whether the letters before the `@` are compared as themselves, but for the case of ASCII letters. */
function isUsualForm(address: string): boolean {
  const local = address.slice(0, address.lastIndexOf('@'))
  return (
    isPastCanonicalLength(address) || folded(local) === local.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  )
}

/** False for an address whose domain DNS does not allow: IDNA rejects its letters, or it is numeric. */
function hasHostName(address: string): boolean {
  if (!patterns.email.test(address)) return true
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const hostname = domain.length <= limits.emailLength ? parseUrl(`http://${domain}`)?.hostname : undefined
  return hostname !== undefined && patterns.hostName.test(hostname)
}

/** The pattern of `isStoredImageUrl` for documents, with the configured hosts. */
function storedImagePattern(hosts: readonly string[]): string {
  const anyHost = hosts.map((host) => host.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&')).join('|')
  return `^https?:\\/\\/(?:${anyHost})\\/thumbnail\\?id=[A-Za-z0-9_-]+$`
}
