/** The release lines of the REST contract, oldest first. What each has is a table: rest-facade/contract/lines.ts. */
export const apiLines = ['0.1', '0.2', '0.3', '0.4', '0.5', '1.0', '1.1'] as const
export type ApiLine = (typeof apiLines)[number]

/** What `RATE_LIMITS` limits. */
export const limitedActs = [
  'login',
  'register',
  'send',
  'verify',
  'apiKey',
  'refresh',
  'guestRoom',
  'guestEntry',
  'guestBytes',
] as const
export type LimitedAct = (typeof limitedActs)[number]

/** The most acts in a window, or bytes, for one address and for one account; undefined is without a limit. */
export interface RateLimit {
  readonly perAddress: number | undefined
  readonly perAccount: number | undefined
  /** Milliseconds from the first act that counts. */
  readonly windowMs: number
}

/** Every bound of the contract, in the unit its name says. Lengths count Unicode code points (contract: common.7). */
export const limits = {
  usernameLength: 100,
  emailLength: 100,
  /** Of a name or address in the form that is compared (NFKC, lower case): one letter can stand for eighteen. */
  canonicalLength: 400,
  passwordMinLength: 8,
  passwordLength: 255,
  characterNameLength: 100,
  characterTextLength: 65_535,
  imageUrlLength: 500,
  imageBytes: 5_242_880,
  imageIdLength: 64,
  roomNameLength: 200,
  roomTypeLength: 50,
  /** Of a room that the application service makes; the chat-log service has a shorter one. */
  roomUserIdLength: 100,
  logUserIdLength: 50,
  /** The next four are of earlier lines. */
  earlyLogUserIdMinLength: 6,
  earlyOutputDataLength: 500,
  earlyCharacterNameLength: 30,
  handleLength: 50,
  logImageUrlLength: 2048,
  /** Of a message in the documented REST bodies. */
  inputDataLength: 500,
  /** Of a message in GraphQL and `POST /generations`, where the operator has not set less. */
  messageLength: 8_000,
  idempotencyKeyLength: 255,
  /** Of one entry, the shown one included. */
  alternatives: 20,
  /** Of all but the shown one and the one before it, together, in UTF-16 code units; then the oldest go. */
  hiddenAlternativesLength: 200_000,
  apiKeyNameLength: 100,
  /** Of one account. */
  apiKeys: 50,
  /** Of one account: the one that was used longest ago ends when there is one more. */
  sessions: 1_000,
  listedSessions: 100,
  userAgentLength: 255,
  banReasonLength: 500,
  /** Of a conversation that a caller brings along. */
  completionMessages: 1_000,
  /** Of one message. */
  completionParts: 1_000,
  completionModalities: 10,
  completionTokens: 1_000_000,
  stops: 4,
  stopLength: 100,
  searchLength: 200,
  authorizationCodeLength: 4096,
  redirectUriLength: 2048,
  authorizationStateLength: 1024,
  pageSize: 100,
  /** Of the long texts of one result, in UTF-8 as they are read and in UTF-16 code units as they are written. */
  resultBytes: 8_388_608,
  defaultPageSize: 20,
  roomFeedEntries: 50,
  roomFeedGenerations: 10,
  largestRowId: Number.MAX_SAFE_INTEGER,
} as const

// written as the inside of a character class, so that a pattern says the whole rule and OpenAPI can repeat it
const unstorable = '\\u0000\\ud800-\\udfff'
// C0 and C1 controls, bidirectional controls, line and paragraph separators
const invisible = '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff'
const zeroWidth = '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200d\\u2060-\\u2064\\u3164\\ufeff\\uffa0'
// what is left is the atom of RFC 5322, with letters beyond ASCII (RFC 6531)
const mailAtom = `[^\\s.@<>(),;:"\\\\[\\]${invisible}${zeroWidth}]+`
// letters, digits and what is not ASCII
const notInLabel = `\\s\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u007f${invisible}${zeroWidth}`
const domainLabel = `[^${notInLabel}]+(?:-+[^${notInLabel}]+)*`

// what a font may draw nothing for, or a blank; U+2800 is a pattern of Braille without a dot
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]+/gu

/** A text without invisible characters. */
export const withoutUnseen = (value: string) => value.replaceAll(unseen, '')

const noneOf = (inside: string) => new RegExp(`^[^${inside}]*$`, 'u')

export const patterns = {
  uuid: /^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}$/,
  storedImageUrl: /^([Hh][Tt][Tt][Pp][Ss]?):\/\/([^\s/?#@\\]+)\/thumbnail\?id=[A-Za-z0-9_-]+$/,
  // what ends a part is never inside it, so there is one way to divide a text: no text makes this try twice
  email: new RegExp(`^${mailAtom}(?:\\.${mailAtom})*@(?:${domainLabel}\\.)+(?![0-9])${domainLabel}$`, 'u'),
  hostName: /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?![0-9])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
  webAddress: new RegExp(`^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[^\\s${invisible}]+$`, 'u'),
  /** The same, or an empty text for no picture. */
  pictureAddress: new RegExp(`^(?:[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[^\\s${invisible}]+)?$`, 'u'),
  absoluteAddress: new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*:[^\\s${invisible}]+$`, 'u'),
  codeVerifier: /^[A-Za-z0-9._~-]{43,128}$/,
  verificationType: /^(?:register|password_reset)$/,
  /** Any text a store can keep: whole characters, no NUL. */
  storable: noneOf(unstorable),
  oneLine: noneOf(invisible),
  /** The name of a person has no invisible character. */
  identifying: noneOf(invisible + zeroWidth),
  withoutOuterSpace: /^(?:\S(?:[\s\S]*\S)?)?$/u,
} as const

/** A UUID in lower case with hyphens, from any case with or without them; undefined for anything else. */
export function canonicalUuid(text: string): string | undefined {
  if (!patterns.uuid.test(text)) return undefined
  const digits = text.replaceAll('-', '').toLowerCase()
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * Whether a URL has the documented form of a stored image (contract: images.6): one of these hosts (`host[:port]`), path
 * `/thumbnail`, an id and nothing else.
 */
export function isStoredImageUrl(url: string, hosts: readonly string[]): boolean {
  // parsing a host normalizes it, in time that grows with the square of its length
  if (url.length > limits.logImageUrlLength) return false
  const [, scheme = '', authority = ''] = patterns.storedImageUrl.exec(url) ?? []
  const hostOf = (host: string) => parseUrl(`${scheme}://${host}`)?.host
  const sent = scheme === '' ? undefined : hostOf(authority)
  return sent !== undefined && hosts.some((host) => hostOf(host) === sent)
}

/** The id in the address of a stored image; undefined for any other text. */
export function storedImageId(url: string, hosts: readonly string[]): string | undefined {
  return isStoredImageUrl(url, hosts) ? url.slice(url.lastIndexOf('=') + 1) : undefined
}

/** Not by `URL.canParse`: that of Node 20 refuses letters such as ü once V8 has compiled the call. Undefined for any other text. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    // the caller says what that means
    return undefined
  }
}

/**
 * Whether a text is too long to be a name or address that is kept, in any form, counted in UTF-16 code units. Normalization sorts
 * combining marks, in time that grows with the square of the length, so such a text must never be normalized.
 */
export const isPastCanonicalLength = (text: string) => text.length > 2 * limits.canonicalLength

/** Counted in code points, as the rules count. */
export function isLongerThan(text: string, longest: number): boolean {
  // no text has more code points than code units
  return text.length > longest && Array.from(text).length > longest
}

/** What is said of a URL that is not `isStoredImageUrl`. */
export const notStoredImage = 'not the address of a stored image'
