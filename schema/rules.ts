import { z } from 'zod'
import { limits, patterns } from '../src/limits.js'
import { newPassword } from '../src/password-rules.js'
import {
  emailAddress,
  formatFault,
  line,
  notOneLine,
  ownEmailAddress,
  personName,
  storedImageUrl,
  notStorable,
  text,
  typedEmail,
  username,
  uuid,
} from '../src/text-rules.js'
import { knownTimeZone } from '../src/time-zone.js'

const notWebAddress = formatFault('not an http or https address')
const logUserId = (min: number, max: number = limits.logUserIdLength) =>
  z.string().min(min).max(max).regex(patterns.oneLine, notOneLine)

export const messageLengthDescription =
  `1 to ${limits.messageLength.toLocaleString('en')} characters (Unicode code points), ` +
  'or as many as the operator has set with `MESSAGE_LIMIT`, at most 100,000'

export const newPasswordDescription =
  '8 to 255 characters, prepared as RFC 8265 says (OpaqueString). None of the 10,000 most common passwords.'

export const keyDescription =
  'A retry with the same key within 24 hours returns the first result. An empty key counts as absent.'

export const timeZoneDescription =
  'The IANA time zone of the dates that the model reads, in any case, such as `Europe/Berlin`. Default: that of the account, else that of the server.'

/** The rule of each value, used by the inputs of GraphQL and REST. */
export const rules = {
  username,
  /** In its usual spelling, which the rule reads from any case. */
  timeZone: z
    .string()
    .max(limits.timeZoneLength, { abort: true })
    .refine((name) => knownTimeZone(name) !== undefined, formatFault('not a known IANA time zone'))
    .overwrite((name) => knownTimeZone(name) ?? name),
  handle: personName(limits.handleLength),
  email: emailAddress,
  ownEmail: ownEmailAddress,
  /** For lookups: an address that an earlier rule accepted is found too. */
  knownEmail: typedEmail.min(1).max(limits.emailLength).regex(patterns.storable, notStorable),
  anyEmail: typedEmail,
  newPassword,
  anyPassword: z.string(),
  imageId: z.string().max(limits.imageIdLength).regex(patterns.oneLine, notOneLine),
  imageUrl: z.string().max(limits.imageUrlLength).regex(patterns.pictureAddress, notWebAddress),
  roomName: z.string().max(limits.roomNameLength).regex(patterns.oneLine, notOneLine),
  roomInstructions: text(0, limits.roomInstructionsLength),
  roomType: z.string().min(1).max(limits.roomTypeLength).regex(patterns.oneLine, notOneLine),
  uuid,
  roomUserId: logUserId(1, limits.roomUserIdLength),
  logUserId: logUserId(1),
  earlyLogUserId: logUserId(limits.earlyLogUserIdMinLength),
  inputData: text(1, limits.inputDataLength),
  message: (longest: number) => text(1, longest),
  outputData: text(1),
  card: text(1),
  earlyOutputData: text(1, limits.earlyOutputDataLength),
  logImageUrl: z.string().min(1).max(limits.logImageUrlLength).regex(patterns.webAddress, notWebAddress),
  /** Like `logImageUrl`, for an image that is stored here. */
  storedImageUrl,
  apiKeyName: line(limits.apiKeyNameLength),
  apiKeyModels: z.array(line(limits.apiKeyNameLength)).min(1).max(limits.apiKeyModels),
  apiKeyLimit: z.int().min(1),
  modelLabel: line(limits.modelLabelLength).refine(
    (value) => value.trim() !== '',
    formatFault('a label must not be blank'),
  ),
  secondFactorName: line(limits.secondFactorNameLength),
  factorCode: z.string().max(limits.secondFactorNameLength),
  passkeyResponse: z.string().max(limits.passkeyResponseLength),
  banReason: text(1, limits.banReasonLength),
  usageDays: z.int().min(1).max(limits.usageDays),
  hiddenReason: text(1, limits.hiddenReasonLength),
  /** An empty one counts as absent. */
  idempotencyKey: z.string().max(limits.idempotencyKeyLength).regex(patterns.oneLine, notOneLine),
  completionText: text(0),
  /** A conversation of such messages. */
  completionMessages: <Message extends z.ZodType>(message: Message) =>
    z.array(message).min(1).max(limits.completionMessages),
  messageName: text(0, limits.messageNameLength),
  toolName: z
    .string()
    .max(limits.toolNameLength)
    .regex(/^[A-Za-z0-9_-]+$/, formatFault('not letters, digits, underscores and hyphens')),
  maxTokens: z.int().min(1).max(limits.completionTokens),
  temperature: z.number().min(0).max(2),
  topP: z.number().min(0).max(1),
  tokenPenalty: z.number().min(-2).max(2),
  topK: z.int().min(-1).max(limits.completionTokens),
  minP: z.number().min(0).max(1),
  repeatPenalty: z.number().positive().max(2),
  stops: z.array(text(1, limits.stopLength)).max(limits.stops),
  verificationType: z
    .string()
    .regex(patterns.verificationType, formatFault('verification type must be register or password_reset')),
  pageSize: z.int().min(0).max(limits.pageSize),
  search: text(0, limits.searchLength),
  authorizationCode: z.string().min(1).max(limits.authorizationCodeLength).regex(patterns.oneLine, notOneLine),
  /** The address of a web page, or with the scheme of an app; it must reach the provider unchanged. */
  redirectUri: z
    .string()
    .max(limits.redirectUriLength)
    .regex(patterns.absoluteAddress, formatFault('not an absolute address')),
  /** Any text: one that is not a token is refused as a wrong one is. */
  invitationToken: text(0, limits.invitationTokenLength),
  invitationUses: z.int().min(1).max(limits.invitationUses),
  authorizationState: z.string().max(limits.authorizationStateLength).regex(patterns.oneLine, notOneLine),
  /** RFC 7636, 4.1 */
  codeVerifier: z
    .string()
    .regex(patterns.codeVerifier, formatFault('not 43 to 128 letters, digits, hyphens, dots, underscores or tildes')),
} as const

/** The rules of the fields of `SamplingInput`. */
export const samplingRules = {
  maxTokens: rules.maxTokens.nullish(),
  temperature: rules.temperature.nullish(),
  topP: rules.topP.nullish(),
  frequencyPenalty: rules.tokenPenalty.nullish(),
  presencePenalty: rules.tokenPenalty.nullish(),
} as const

/** Those of a completion, which may also set what the protocol of OpenAI lacks. */
export const completionSamplingRules = {
  ...samplingRules,
  topK: rules.topK.nullish(),
  minP: rules.minP.nullish(),
  repeatPenalty: rules.repeatPenalty.nullish(),
} as const
