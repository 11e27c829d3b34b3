import { isIP, isIPv4 } from 'node:net'
import { z } from 'zod'

// A rule parses the text of a setting. Its message follows the name of the setting and never quotes the value.

/** The longest delay of `setTimeout`; a longer one would fire at once. */
export const maxTimerMs = 2_147_483_647
/** A hundred years, so that sums with the clock remain valid dates. */
export const maxLifetimeMs = 3_155_760_000_000

/** The result of `read`; undefined means that the text does not match `sentence`. */
export function parsed<T>(sentence: string, read: (text: string) => T | undefined) {
  return z.string().transform((text, context): T => {
    const value = read(text)
    if (value !== undefined) return value
    context.addIssue(sentence)
    return z.NEVER
  })
}

/** The text itself, if it has the form. */
export function text(sentence: string, form: RegExp | ((text: string) => boolean)) {
  const isValid = typeof form === 'function' ? form : (value: string) => form.test(value)
  return z.string().refine(isValid, { error: sentence, abort: true })
}

export function wholeNumber(least: number, most: number) {
  const sentence = `must be a whole number from ${least} to ${most}`
  const number = z.number().min(least, sentence).max(most, sentence)
  return text(sentence, /^\d{1,15}$/)
    .transform(Number)
    .pipe(number)
}

export function oneOf<const T extends readonly string[]>(choices: T) {
  return z.enum(choices, `must be one of ${choices.join(', ')}`)
}

export const trueOrFalse = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')

const words = z.string().transform((text) => text.split(',').map((part) => part.trim()))

/** Values separated by commas. */
export const list = (value: z.ZodString) => words.pipe(z.array(value))

/** The message for a value of a list: the expected values, the number of the invalid one, and its fault. */
export function numbered(sentence: string, wrong = 'is none') {
  const error = ({ path = [] }: { readonly path?: PropertyKey[] | undefined }) =>
    `must be ${sentence}; number ${Number(path.at(-1)) + 1} ${wrong}`
  return { error, abort: true }
}

/** Words in lower case, separated by commas. An empty word would match every text. */
export const wordList = words.pipe(
  z.array(z.string().min(1, 'must be words separated by commas, none of them empty').toLowerCase()),
)

/** Names of `choices` separated by commas, in the order of the choices. */
export function namesOf<const T extends readonly string[]>(choices: T) {
  return words
    .pipe(z.array(z.enum(choices, `must be names separated by commas, of ${choices.join(', ')}`)))
    .transform((names): readonly T[number][] =>
      choices.filter((choice: T[number]) => names.some((name) => name === choice)),
    )
}

const label = '[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?'
const hostName = new RegExp(`^${label}(\\.${label})*\\.?$`, 'i')

/** A listen address: an IP address without brackets, or a host name. */
export const host = text('must be an IP address or a host name', (value) => isIP(value) > 0 || hostName.test(value))

/** A host as in a URL: lower case, an IPv6 address in brackets, with an optional port. */
export const hostAndPort = parsed('must be a host name or IP address, with :port if needed', (text) => {
  const [, name = '', port = '0'] = /^(.+?)(?::(\d{1,5}))?$/.exec(text) ?? []
  const isName = hostName.test(name) || (/^\[.+\]$/.test(name) && isIP(name.slice(1, -1)) === 6)
  return isName && Number(port) <= 65_535 ? text.toLowerCase() : undefined
})

/** The origin, if the text contains nothing else. */
export function readOrigin(text: string): string | undefined {
  // the URL parser silently corrects mistakes (backslashes, tabs, a lone #), so the form is checked first
  if (!/^https?:\/\/[^\s/?#@\\*]+\/?$/i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).origin
}

/** `https://chat.example`, with or without a trailing slash, which is removed. */
export const origin = parsed(
  'must be http:// or https://, a host and perhaps a port, and nothing after them',
  readOrigin,
)

/** The address without a trailing slash, if it has no query and no password. */
export function readPlainUrl(text: string): string | undefined {
  const isPlain = /^https?:\/\/[^\s/?#@\\]+(\/[^\s?#@\\]*)?$/i.test(text) && URL.canParse(text)
  return isPlain ? new URL(text).href.replace(/\/+$/, '') : undefined
}

/** A base address for paths: it may have a path, but no trailing slash, query or password. */
export const plainUrl = parsed('must be http:// or https://, a host, and perhaps a port and a path', readPlainUrl)

/** As `plainUrl`, for addresses that clients get. Two slashes in a row at the beginning of a path would name a host. */
export const publicUrl = parsed(
  'must be http:// or https://, a host and perhaps a port and a path, and nothing after them',
  (text) => (/^https?:\/\/[^/*]+(\/(?!\/)[^/]*)*$/i.test(text) ? readPlainUrl(text) : undefined),
)

/** A proxy for requests of this program. Without a scheme it is http, as curl reads it. */
export const proxyUrl = parsed(
  'must be http:// or https://, a host and perhaps a port, with user:password@ before it if the proxy asks for them',
  (text) => {
    const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
    const isPlain = /^https?:\/\/(?:[^\s/?#@\\]*@)?[^\s/?#@\\]+\/?$/i.test(url) && URL.canParse(url)
    return isPlain ? new URL(url).href : undefined
  },
)

export const hostsWithoutProxy = z.string().transform((text) => text.split(/[\s,]+/).filter((word) => word !== ''))

export const searchUrl = parsed('must be http:// or https://, a host, and perhaps a port, a path and a query', (text) =>
  /^https?:\/\/[^\s/?#@\\]+(\/[^\s?#@\\]*)?(\?[^\s#]*)?$/i.test(text) && URL.canParse(text)
    ? new URL(text).href
    : undefined,
)

/** An address for secrets and tokens: https, or http that does not leave the machine. */
export const secureUrl = text('must be an https address, or http on a loopback host', (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  return isSafe && url.username === '' && url.password === '' && url.hash === ''
})

export const issuerUrl = text('must be an https address without a query', /^[^?]*$/s).pipe(secureUrl)

const emptyHost = /^[a-z]+:\/\/[^/?#]*@(?:[/?]|$)/

/** Whether a character of the password ends the part before the host. */
function hasOpenPassword(text: string): boolean {
  const [, path = '', query = ''] = /^[a-z]+:\/\/[^/?#]*([^?]*)(.*)$/s.exec(text) ?? []
  return text.includes('#') || path.includes('@') || (query.includes('@') && !URL.canParse(text))
}

export const postgresUrl = text('must be a URL that begins with postgres:// or postgresql://', /^postgres(ql)?:\/\//)
  .refine((value) => !emptyHost.test(value), {
    error: 'must have a host after @; the folder of a socket is one, percent-encoded: @%2Frun%2Fpostgresql/',
    abort: true,
  })
  .refine((value) => !hasOpenPassword(value), {
    error: 'must have a percent-encoded password: @ is %40, / is %2F, # is %23, ? is %3F',
    abort: true,
  })
  .refine(
    (value) => URL.canParse(value),
    'must be postgres://user:password@host:5432/database, and its host or port is wrong',
  )

// may contain several hosts with ports, which the URL parser refuses
const mongodbForm = /^mongodb(?:\+srv)?:\/\/(?:[^\s/?#@]*@)?([^\s/?#@]+)(?:\/([^\s/?#]*))?(?:\?[^\s#]*)?$/
const isMongodbPort = (host: string) => Number(/:(\d+)$/.exec(host)?.[1] ?? 1) <= 65_535

export const mongodbUrl = text(
  'must be a URL that begins with mongodb:// or mongodb+srv:// and has no spaces',
  mongodbForm,
)
  .refine((value) => !/[."$*<>:|\\]/.test(mongodbForm.exec(value)?.[2] ?? ''), {
    error: 'must name a database without any of . " $ * < > : | \\',
    abort: true,
  })
  .refine((value) => mongodbForm.exec(value)?.[1]?.split(',').every(isMongodbPort), 'must have ports of at most 65535')

export const jwtSecretText = text(
  'must be at least 64 bytes long; unset it and one is generated and kept in DATA_DIR',
  (value) => Buffer.byteLength(value) >= 64,
)

/** The allowed characters after `Bearer ` in an Authorization header. */
export const bearerToken = text('must be printable ASCII characters without spaces', /^[\x21-\x7e]+$/)

/** A bearer token that is too long to guess. */
export const serviceToken = text(
  'must be at least 32 printable ASCII characters without spaces, such as `openssl rand -hex 32` prints',
  /^[\x21-\x7e]{32,}$/,
)

/** A secret for a header or a query. */
export const apiKey = text('must be at most 1024 printable ASCII characters without spaces', /^[\x21-\x7e]{1,1024}$/)

export const printable = text('must be at most 1024 printable ASCII characters', /^[\x20-\x7e]{1,1024}$/)

export const providerLabel = text(
  'must be 1 to 50 letters, digits, spaces, dots, hyphens and underscores',
  /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,48}[\p{L}\p{N}])?$/u,
)

/** Whether an address, or the host of a URL, never leaves this machine. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return /^(localhost|::1|\[::1\])$/i.test(address) || (isIPv4(plain) && plain.startsWith('127.'))
}
