import type { MemoryReservation } from '@parley/runtime'
import type { ApiKeys } from '../../src/api-keys/api-keys.js'
import type { Completions } from '../../src/completions/completions.js'
import type { Language } from '../../src/languages.js'
import type { Replies } from '../../src/replies/replies.js'
import type { RoomFeed } from '../../src/room-feed/room-feed.js'
import type { Subscriber } from '../../src/rate-limits/subscription-quota.js'
import type { InstallationSettings } from '../../src/installation-settings/installation-settings.js'
import type { Callers } from '../../src/sessions/callers.js'
import type { Credential } from '../../src/sessions/credential.js'
import type { Caller } from '../../src/users/caller.js'
import type { InputSettings } from '../../schema/input-rule.js'
import { Loaders, type LoaderSources } from './loaders.js'
import type { OperationNotes } from './operation-notes.js'
import { ResultBudget } from './result-budget.js'

/** The context of one operation: its caller, its origin and its batching loaders. */
export interface RequestContext extends InputSettings {
  readonly caller: Caller
  /** The credential of the caller; undefined for a guest. */
  readonly credential: Credential | undefined
  /** The validity of the token. An operation with an invalid token runs as a guest's. */
  readonly tokenState: 'none' | 'valid' | 'invalid'
  /** Whether callers without an account get nothing but the sign-in. */
  readonly isSignInRequired: () => Promise<boolean>
  readonly requestId: string
  readonly ipAddress: string | null
  readonly userAgent: string | null
  /** Of mails to the person who sends this request. */
  readonly language: Language
  /** Whether the client has disconnected. */
  readonly isGone: () => boolean
  /** The file of a form, in place of the text of a variable. Only the REST facade can send one. */
  readonly file?: Buffer
  /** Adds to the log line of the request. */
  readonly noteOperation: (notes: OperationNotes) => void
  /** The byte budget of the current operation's result. */
  readonly bytes: ResultBudget
  readonly loaders: Loaders
  /** `replies`, `roomFeed` and `completions` are for subscriptions, whose decorators cannot access an instance. */
  readonly replies: Replies
  readonly roomFeed: RoomFeed
  readonly completions: Completions
}

interface ContextSources extends InputSettings, LoaderSources {
  readonly apiKeys: Pick<ApiKeys, 'hasForm' | 'identify'>
  readonly callers: Callers
  readonly installationSettings: Pick<InstallationSettings, 'values'>
  readonly roomFeed: RoomFeed
  readonly completions: Completions
}

export interface Origin {
  /** As sent in the header or in `connection_init`; the prefix `Bearer ` is optional. */
  readonly authorization: string | undefined
  readonly requestId: string
  readonly ipAddress: string | null
  /** The client's own name; absent when it sends none. */
  readonly userAgent?: string | undefined
  /** English when absent. */
  readonly language?: Language | undefined
  /** Whether the client has disconnected; absent where that is unknown. */
  readonly isGone?: (() => boolean) | undefined
  /** Counts a large result as memory of the client. */
  readonly reserveMemory?: (() => MemoryReservation) | undefined
  /** Adds to the log line of the request; absent where the operation has its own line, or none. */
  readonly noteOperation?: ((notes: OperationNotes) => void) | undefined
  /** For REST; see Caller. */
  readonly isAskedToSignIn?: boolean
}

type RequestOrigin = Omit<Origin, 'authorization'>

/**
 * Identifies the caller by a token, or an API key with the scope `api`. Never throws for an invalid one, except RATE_LIMITED for
 * too many invalid keys; throws UNAVAILABLE when the store is unreachable.
 */
export async function createRequestContext(sources: ContextSources, origin: Origin): Promise<RequestContext> {
  const token = sentToken(origin.authorization)
  const known = token === undefined ? undefined : await identify(sources, token, origin)
  const caller: Caller = known?.caller ?? { kind: 'anonymous', isAskedToSignIn: origin.isAskedToSignIn ?? false }
  const tokenState = token === undefined ? 'none' : known ? 'valid' : 'invalid'
  return contextOf(sources, origin, { caller, credential: known?.credential, tokenState })
}

async function identify({ apiKeys, callers }: ContextSources, credential: string, { ipAddress }: Origin) {
  return apiKeys.hasForm(credential) ? apiKeys.identify(credential, 'api', ipAddress) : callers.identify(credential)
}

/**
 * For `/v1` and `/mcp`, which accept only API keys, with their scope. Throws RATE_LIMITED for too many invalid keys, never for
 * one.
 */
export async function createKeyContext(
  sources: ContextSources,
  origin: Origin,
  scope: 'v1' | 'mcp',
): Promise<RequestContext> {
  const text = sentToken(origin.authorization)
  const known = text === undefined ? undefined : await sources.apiKeys.identify(text, scope, origin.ipAddress)
  const caller: Caller = known?.caller ?? { kind: 'anonymous' }
  const tokenState = text === undefined ? 'none' : known ? 'valid' : 'invalid'
  return contextOf(sources, origin, { caller, credential: known?.credential, tokenState })
}

/**
 * For operations of the service schema: its listener has already checked access, and an `Authorization` header does not
 * identify an account.
 */
export function createServiceContext(sources: ContextSources, origin: RequestOrigin): RequestContext {
  return contextOf(sources, origin, { caller: { kind: 'service' }, credential: undefined, tokenState: 'none' })
}

const never = () => false
const noNotes = () => undefined

function contextOf(
  sources: ContextSources,
  origin: RequestOrigin,
  { caller, credential, tokenState }: Pick<RequestContext, 'caller' | 'credential' | 'tokenState'>,
): RequestContext {
  const bytes = new ResultBudget(origin.reserveMemory)
  return {
    caller: caller.kind === 'anonymous' ? caller : { ...caller, ipAddress: origin.ipAddress },
    credential,
    tokenState,
    isSignInRequired: async () => (await sources.installationSettings.values()).signInRequired,
    requestId: origin.requestId,
    ipAddress: origin.ipAddress,
    userAgent: origin.userAgent ?? null,
    language: origin.language ?? 'en',
    isGone: origin.isGone ?? never,
    noteOperation: origin.noteOperation ?? noNotes,
    messageLimit: sources.messageLimit,
    bytes,
    loaders: new Loaders(sources, caller, bytes),
    replies: sources.replies,
    roomFeed: sources.roomFeed,
    completions: sources.completions,
  }
}

/** Sent by clients that concatenate `Bearer ` with a missing token. */
const missing = new Set(['', 'null', 'undefined'])

/** The token of an `Authorization` header, whose prefix `Bearer ` is optional; undefined when the header contains no token. */
function sentToken(authorization = ''): string | undefined {
  const token = authorization.replace(/^\s*Bearer(\s+|$)/i, '').trim()
  return missing.has(token) ? undefined : token
}

/** The client for which a subscription counts. */
export function subscriberOf({ caller, ipAddress }: Pick<RequestContext, 'caller' | 'ipAddress'>): Subscriber {
  return { accountId: caller.kind === 'user' ? String(caller.id) : undefined, ipAddress }
}
