import { isIP, isIPv4 } from 'node:net'
import { Complaint, type Rule } from './fields.js'

/** A delay that `setTimeout` can keep; a longer one would fire at once. */
export const longestTimerMs = 2_147_483_647
/** A hundred years: sums with the clock stay valid dates. */
export const longestLifetimeMs = 3_155_760_000_000

export const anyText: Rule<string> = (text) => text

export function wholeNumber(least: number, most: number): Rule<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most
      ? value
      : new Complaint(`must be a whole number from ${String(least)} to ${String(most)}`)
  }
}

export function oneOf<T extends string>(choices: readonly T[]): Rule<T> {
  return (text) => choices.find((choice) => choice === text) ?? new Complaint(`must be one of ${choices.join(', ')}`)
}

export const trueOrFalse: Rule<boolean> = (text) =>
  text === 'true' || text === 'false' ? text === 'true' : new Complaint('must be true or false')

const label = '[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?'
const hostName = new RegExp(`^${label}(\\.${label})*\\.?$`, 'i')

/** An address to listen on: an IP address without brackets, or a host name. */
export const host: Rule<string> = (text) =>
  isIP(text) > 0 || hostName.test(text) ? text : new Complaint('must be an IP address or a host name')

/** A host as it stands in a URL: lower case, an IPv6 address in brackets, a port if there is one. */
export const hostAndPort: Rule<string> = (text) => {
  const [, name = '', port = '0'] = /^(.+?)(?::(\d{1,5}))?$/.exec(text) ?? []
  const isHost = hostName.test(name) || (/^\[.+\]$/.test(name) && isIP(name.slice(1, -1)) === 6)
  if (isHost && Number(port) <= 65_535) return text.toLowerCase()
  return new Complaint('must be a host name or IP address, with :port if needed')
}

/** `https://chat.example`, with or without a closing slash; the answer has none. */
export const origin: Rule<string> = (text) =>
  readOrigin(text) ?? new Complaint('must be http:// or https://, a host and perhaps a port, and nothing after them')

/** The origin of a text that is nothing else. */
export function readOrigin(text: string): string | undefined {
  // The URL parser mends what people did not mean (backslashes, tabs, a lone #), so the form is checked first.
  if (!/^https?:\/\/[^\s/?#@\\*]+\/?$/i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).origin
}

export const postgresUrl: Rule<string> = (text) =>
  /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)
    ? text
    : new Complaint('must be a URL that begins with postgres:// or postgresql://')

/** Several hosts with ports may stand in it, which the URL parser does not take. */
export const mongodbUrl: Rule<string> = (text) => {
  const form = /^mongodb(?:\+srv)?:\/\/(?:[^\s/?#@]*@)?([^\s/?#@]+)(?:\/([^\s/?#]*))?(?:\?[^\s#]*)?$/
  const [, hosts, database = ''] = form.exec(text) ?? []
  if (hosts === undefined) return new Complaint('must be a URL that begins with mongodb:// or mongodb+srv://')
  if (/[."$*<>:|\\]/.test(database)) return new Complaint('must name a database without any of . " $ * < > : | \\')
  const isPort = (host: string) => Number(/:(\d+)$/.exec(host)?.[1] ?? 1) <= 65_535
  return hosts.split(',').every(isPort) ? text : new Complaint('must have ports of at most 65535')
}

export const jwtSecretText: Rule<string> = (text) =>
  Buffer.byteLength(text) >= 64
    ? text
    : new Complaint('must be at least 64 bytes long; unset it and one is generated and kept in DATA_DIR')

/** What an Authorization header can carry behind `Bearer `. */
export const bearerToken: Rule<string> = (text) =>
  /^[\x21-\x7e]+$/.test(text) ? text : new Complaint('must be printable ASCII characters without spaces')

/** A bearer token that is too long to be guessed. */
export const serviceToken: Rule<string> = (text) =>
  /^[\x21-\x7e]{32,}$/.test(text)
    ? text
    : new Complaint(
        'must be at least 32 printable ASCII characters without spaces, such as `openssl rand -hex 32` prints',
      )

/** A secret that goes into a header or a query. */
export const apiKey: Rule<string> = (text) =>
  /^[\x21-\x7e]{1,1024}$/.test(text)
    ? text
    : new Complaint('must be at most 1024 printable ASCII characters without spaces')

/** An address to which paths are added: perhaps with a path, never with a closing slash, a query or a password. */
export const plainUrl: Rule<string> = (text) => {
  const isPlain = /^https?:\/\/[^\s/?#@\\]+(\/[^\s?#@\\]*)?$/i.test(text) && URL.canParse(text)
  if (!isPlain) return new Complaint('must be http:// or https://, a host, and perhaps a port and a path')
  return new URL(text).href.replace(/\/+$/, '')
}

/** An address or the host of a URL that never leaves this machine. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return /^(localhost|::1|\[::1\])$/i.test(address) || (isIPv4(plain) && plain.startsWith('127.'))
}

/** Of values in JSON: an integer from `least` to `most`. */
export function isWhole(value: unknown, { least, most }: { least: number; most: number }): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}
