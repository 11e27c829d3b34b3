import { parseUrl } from '@parley/runtime'

/** Of a request with a message of so many characters, of which JSON may escape each with twelve bytes. */
const requestBytes = (messageLimit: number) => 12 * messageLimit + 32 * 1_024
/** The most bytes of a message of a GraphQL WebSocket, where a message of a room may have so many characters. */
export const socketMessageBytes = (messageLimit: number): number => Math.max(128 * 1_024, requestBytes(messageLimit))
/** Those of a JSON body with a message of a room; of other bodies 1 MiB. */
export const messageBodyBytes = (messageLimit: number): number => Math.max(1_048_576, requestBytes(messageLimit))

/** How long an idempotency key is kept, in milliseconds (contract: common.12). */
export const idempotencyMs = 24 * 60 * 60 * 1_000

export const newestLine = '1.1'
/** The release lines of the REST contract, oldest first. rest-facade/contract/lines.ts lists the features of each. */
export const apiLines = ['0.1', '0.2', '0.3', '0.4', '0.5', '1.0', newestLine] as const
export type ApiLine = (typeof apiLines)[number]

/** The providers that an operator can configure (contract: sign-in.13). */
export const socialProviderIds = ['social-a', 'social-b', 'social-c'] as const
export type SocialProviderId = (typeof socialProviderIds)[number]

/** The acts that `RATE_LIMITS` limits. */
export const limitedActs = [
  'login',
  'register',
  'send',
  'mail',
  'verify',
  'wrongCode',
  'secondFactor',
  'apiKey',
  'refresh',
  'guestRoom',
  'guestEntry',
  'guestBytes',
  'shareLink',
  'tokenCount',
] as const
export type LimitedAct = (typeof limitedActs)[number]

/** The maximum number of acts, or bytes, in a window per address and per account; undefined means no limit. */
export interface RateLimit {
  readonly perAddress: number | undefined
  readonly perAccount: number | undefined
  /** Of all clients together. */
  readonly inAll?: number | undefined
  /** Of an account without a success in between, within a year. */
  readonly inARow?: number | undefined
  /** Milliseconds from the first counted act. */
  readonly windowMs: number
}

/** The limits of the relational database on PostgreSQL, in milliseconds: see `DATABASE_LIMITS`. */
export const databaseLimits = {
  lockMs: 2_000,
  turnMs: 2_000,
  statementMs: 6_000,
  longStatementMs: 600_000,
}

/** All limits of the contract. The name gives the unit; lengths count Unicode code points (contract: common.7). */
export const limits = {
  usernameLength: 100,
  emailLength: 100,
  /** A name or address in canonical form (NFKC, lower case), in which one letter can become eighteen. */
  canonicalLength: 400,
  passwordMinLength: 8,
  passwordLength: 255,
  characterNameLength: 100,
  characterTextLength: 65_535,
  /** The JSON of a character card. */
  cardBytes: 1_048_576,
  /** A file with a card. */
  cardFileBytes: 33_554_432,
  /** What a card has beside its JSON and its picture, such as sounds. */
  cardAssetBytes: 16_777_216,
  /** Of all characters of an account. */
  keptCardFileBytes: 1_073_741_824,
  /** Per account. */
  characters: 2_000,
  /** The notices of one import. */
  cardNotices: 100,
  cardNoticeFieldLength: 100,
  cardLevels: 32,
  cardValues: 100_000,
  /** Per character, besides its greeting. */
  alternateGreetings: 100,
  /** Per character. */
  tags: 64,
  tagLength: 64,
  /** Of one list of characters. */
  filterTags: 10,
  /** The exchanges of a character's example dialogues that a prompt has at most. */
  exampleTurns: 50,
  /** The JSON of a lorebook. */
  lorebookBytes: 1_048_576,
  /** Per account, besides those of its cards. */
  lorebooks: 100,
  lorebookNameLength: 200,
  /** Per book. */
  lorebookEntries: 2_000,
  /** Per entry. */
  lorebookKeys: 200,
  lorebookKeyLength: 500,
  /** Of all keys of a book, in UTF-16 code units. */
  lorebookKeyLetters: 200_000,
  /** Per room, per character, and in every chat room of an account. */
  lorebookUses: 5,
  /** The rooms and characters of one lorebook. */
  lorebookPlaces: 200,
  /** The notes of a lorebook that are shown. */
  lorebookNotes: 1_000,
  /** The entries that one call changes. */
  changedLoreEntries: 100,
  /** In messages. */
  loreScanDepth: 100,
  /** Of orders, budgets and depths. */
  largestLoreNumber: 1_000_000_000,
  /** The estimated tokens of the entries of all books in one prompt, or a quarter of the context if that is less. */
  loreTokens: 8_192,
  /** The most text of lorebook entries in which one reply replaces placeholders, in UTF-16 code units. */
  expandedLoreLength: 131_072,
  /** The newest exchanges of a conversation that stay when entries or the description of a persona need their room. */
  exchangesBeforeLore: 4,
  /** The entries of lorebooks that the record of a reply names. */
  namedLoreEntries: 300,
  lorePreviewLength: 32_000,
  /** Per account. */
  personas: 50,
  personaNameLength: 100,
  personaDescriptionLength: 4_000,
  imageUrlLength: 500,
  imageBytes: 5_242_880,
  imageIdLength: 64,
  /** The stored file of an image in a message: it travels with the job to the model. */
  messageImageBytes: 4_194_304,
  /** The replies of a process that may hold an image at the same time, 5.6 MB each. */
  repliesWithImages: 16,
  repliesWithImagesPerAccount: 2,
  /** Of an uploaded file. */
  fileBytes: 25_000_000,
  fileNameLength: 255,
  /** Of all files of an account. */
  keptFileBytes: 1_073_741_824,
  /** Per account. */
  files: 1_000,
  /** Per message. */
  attachments: 20,
  /** What an image counts in estimates of a prompt; providers count 85 to some 2,000. */
  imageTokens: 1_000,
  roomNameLength: 200,
  roomTypeLength: 50,
  roomInstructionsLength: 8_000,
  proposedTitleLength: 100,
  /** A room of the application service; the chat-log service has a lower limit. */
  roomUserIdLength: 100,
  logUserIdLength: 50,
  /** The next four are for earlier lines. */
  earlyLogUserIdMinLength: 6,
  earlyOutputDataLength: 500,
  earlyCharacterNameLength: 30,
  handleLength: 50,
  timeZoneLength: 64,
  logImageUrlLength: 2048,
  /** A message in the documented REST bodies. */
  inputDataLength: 500,
  /** A message in GraphQL and `POST /generations`, unless the operator has set another limit. */
  messageLength: 32_000,
  /** The highest limit that the operator can set for them. */
  longestMessageLength: 100_000,
  idempotencyKeyLength: 255,
  apiKeyNameLength: 100,
  invitationTokenLength: 100,
  invitationUses: 1_000,
  /** Per API key. */
  apiKeyModels: 100,
  modelLabelLength: 100,
  /** Per account. */
  apiKeys: 50,
  /** Per account. */
  shareLinks: 50,
  /** Of the copy of a conversation as HTML, in UTF-16 code units. */
  shareLinkLength: 1_000_000,
  /** Of one account. */
  secondFactors: 10,
  secondFactorNameLength: 100,
  /** A response with the attestation of a security key has about 4,000. */
  passkeyResponseLength: 20_000,
  /** Per account: at the limit a new session replaces the one that was unused for the longest time. */
  sessions: 1_000,
  listedSessions: 100,
  userAgentLength: 255,
  banReasonLength: 500,
  hiddenReasonLength: 500,
  /** Of the usage per day and model of an account. */
  usageDays: 90,
  /** Per conversation of a completion. */
  completionMessages: 1_000,
  /** Per message. */
  completionParts: 1_000,
  /** Of the fields of one message and of its calls that are passed on unread, in UTF-16 code units of their JSON text. */
  passedFieldsLength: 65_536,
  /** Of the author of a message. */
  messageNameLength: 256,
  completionModalities: 10,
  /** Per completion, and per message. */
  completionTools: 128,
  toolNameLength: 64,
  toolCallIdLength: 256,
  /** Of one JSON Schema, in UTF-16 code units of its JSON text without the descriptions. */
  schemaLength: 65_536,
  /** Of objects and lists in the variables of an operation, which are the first level. */
  variableLevels: 16,
  /** Of one object in the variables. */
  variableKeys: 1_000,
  /** In all objects and lists of the variables. */
  variableValues: 10_000,
  completionTokens: 1_000_000,
  /** Per reply in a room, unless the operator has set another limit. */
  roomReplyTokens: 2_048,
  stops: 4,
  stopLength: 100,
  searchLength: 200,
  /** Per excerpt of a found entry. */
  snippetHighlights: 10,
  authorizationCodeLength: 4096,
  redirectUriLength: 2048,
  authorizationStateLength: 1024,
  pageSize: 100,
  /** The long texts of one result: in UTF-8 when they are read, in UTF-16 code units when they are written. */
  resultBytes: 8_388_608,
  defaultPageSize: 20,
  /** Of one reply, in UTF-16 code units, without the mark that follows when they are cut. */
  thoughtsLength: 64_000,
  /** Of one reply. */
  sources: 20,
  /** Of each text of a source, in UTF-16 code units. */
  sourceTextLength: 2_000,
  roomFeedEntries: 50,
  roomFeedGenerations: 10,
  roomFeedRooms: 50,
  largestRowId: Number.MAX_SAFE_INTEGER,
} as const

// in the syntax of a character class, so that one pattern contains the whole rule and OpenAPI can show it
const unstorable = '\\u0000\\ud800-\\udfff'
// C0 and C1 controls, bidirectional controls, line and paragraph separators
const invisible = '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff'
const zeroWidth = '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200d\\u2060-\\u2064\\u3164\\ufeff\\uffa0'
// the rest is the atom of RFC 5322, with letters beyond ASCII (RFC 6531)
const mailAtom = `[^\\s.@<>(),;:"\\\\[\\]${invisible}${zeroWidth}]+`
// excludes ASCII characters other than letters and digits
const notInLabel = `\\s\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u007f${invisible}${zeroWidth}`
const domainLabel = `[^${notInLabel}]+(?:-+[^${notInLabel}]+)*`

// characters that a font may render as nothing or as a blank; U+2800 is a Braille pattern without dots
const invisibleCharacters = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]+/gu

/** A text without invisible characters. */
export const withoutInvisible = (value: string) => value.replaceAll(invisibleCharacters, '')

const noneOf = (inside: string) => new RegExp(`^[^${inside}]*$`, 'u')

export const patterns = {
  uuid: /^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}$/,
  storedImageUrl: /^([Hh][Tt][Tt][Pp][Ss]?):\/\/([^\s/?#@\\]+)((?:\/[^\s/?#@\\]+)*)\/thumbnail\?id=[A-Za-z0-9_-]+$/,
  // a separator never occurs inside a part, so there is only one way to match and no backtracking
  email: new RegExp(`^${mailAtom}(?:\\.${mailAtom})*@(?:${domainLabel}\\.)+(?![0-9])${domainLabel}$`, 'u'),
  hostName: /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?![0-9])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
  webAddress: new RegExp(`^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[^\\s${invisible}]+$`, 'u'),
  /** The same, or an empty text for no picture. */
  pictureAddress: new RegExp(`^(?:[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[^\\s${invisible}]+)?$`, 'u'),
  absoluteAddress: new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*:[^\\s${invisible}]+$`, 'u'),
  codeVerifier: /^[A-Za-z0-9._~-]{43,128}$/,
  verificationType: /^(?:register|password_reset)$/,
  /** Any text that a store accepts: no unpaired surrogates, no NUL. */
  storable: noneOf(unstorable),
  oneLine: noneOf(invisible),
  /** The name of a person must not contain invisible characters. */
  identifying: noneOf(invisible + zeroWidth),
  withoutOuterSpace: /^(?:\S(?:[\s\S]*\S)?)?$/u,
} as const

/** A UUID in lower case with hyphens, from any case, with or without hyphens; undefined for any other text. */
export function canonicalUuid(text: string): string | undefined {
  if (!patterns.uuid.test(text)) return undefined
  const digits = text.replaceAll('-', '').toLowerCase()
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * Whether a URL has the documented form of a stored image (contract: images.6): one of these hosts (`host[:port]`, perhaps
 * with a path), `/thumbnail`, an id and nothing else.
 */
export function isStoredImageUrl(url: string, hosts: readonly string[]): boolean {
  // parsing normalizes the host, in time quadratic in its length
  if (url.length > limits.logImageUrlLength) return false
  const [, scheme = '', authority = '', path = ''] = patterns.storedImageUrl.exec(url) ?? []
  const hostOf = (host: string) => parseUrl(`${scheme}://${host}`)?.host
  const sent = scheme === '' ? undefined : hostOf(authority)
  const isSent = (place: string) => {
    const slash = place.indexOf('/')
    const [host, before] = slash < 0 ? [place, ''] : [place.slice(0, slash), place.slice(slash)]
    // a path is compared as it is: parsed, one with dots in it would be another one
    return before === path && hostOf(host) === sent
  }
  return sent !== undefined && hosts.some(isSent)
}

/** The id in the URL of a stored image; undefined for any other text. */
export function storedImageId(url: string, hosts: readonly string[]): string | undefined {
  return isStoredImageUrl(url, hosts) ? url.slice(url.lastIndexOf('=') + 1) : undefined
}

/**
 * Whether a text is too long for any stored name or address, in any form, counted in UTF-16 code units. Normalization
 * sorts combining marks in time quadratic in the length, so such a text must never be normalized.
 */
export const isPastCanonicalLength = (text: string) => text.length > 2 * limits.canonicalLength

/** The form in which letters are compared: NFKC, without their case. Not for a text past the canonical length. */
export const folded = (text: string) => text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/** Compares the length in code points. */
export function isLongerThan(text: string, longest: number): boolean {
  // a text never has more code points than code units
  return text.length > longest && Array.from(text).length > longest
}

/** The error text for variables beyond their levels. */
export const tooManyValues = `have more than ${limits.variableValues} values`
export const tooManyLevels = `are nested more than ${limits.variableLevels} levels deep`

/** The error text for a URL that is not `isStoredImageUrl`. */
export const notStoredImage = 'not the address of a stored image'

/** What HTML calls ASCII whitespace. */
const asciiSpace = new Set(['\t', '\n', '\f', '\r', ' '])

/** An e-mail address as a person typed it, without the white space at its ends: keyboards of phones add a space after a word. */
export function typedAddress(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && asciiSpace.has(text.charAt(start))) start += 1
  while (end > start && asciiSpace.has(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}
