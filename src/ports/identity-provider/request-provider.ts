import { boundedText, isJsonObject, type JsonObject, outboundFetch, parsedJson } from '@parley/runtime'
import { ProviderFailure, ProviderRefusal } from './provider-failure.js'

export type ProviderRequest = RequestInit & { readonly signal: AbortSignal }

const answerLimitBytes = 262_144

/** With these statuses a provider refuses the request; any other one except 200 is a failure of the provider. */
const refusingStatuses: ReadonlySet<number> = new Set([400, 401, 403])
const providerFaults: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable'])

/**
 * The JSON object of a 200 answer, of at most 256 KiB, without following redirects. Throws ProviderRefusal with the
 * provider's error code (RFC 6749, 5.2), and ProviderFailure for everything else, an aborted signal included.
 */
export async function requestProvider(url: string, request: ProviderRequest): Promise<JsonObject> {
  const { status, body } = await fetched(url, request)
  const value = parsedJson(body)
  const object = isJsonObject(value) ? value : undefined
  const code = oauthErrorCode(object)
  if (code !== undefined && providerFaults.has(code)) throw new ProviderFailure(code)
  if (refusingStatuses.has(status)) throw new ProviderRefusal(code ?? `status ${status}`)
  if (status !== 200) throw new ProviderFailure(`status ${status}`)
  // some providers refuse with status 200
  if (code !== undefined) throw new ProviderRefusal(code)
  if (!object) throw new ProviderFailure('no JSON object')
  return object
}

async function fetched(url: string, request: ProviderRequest): Promise<{ status: number; body: string }> {
  try {
    const response = await outboundFetch(url, { ...request, redirect: 'manual' })
    const body = await boundedText(response.body, answerLimitBytes, () => new ProviderFailure('too large'))
    return { status: response.status, body }
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    throw new ProviderFailure(request.signal.aborted ? 'too slow' : `unreachable, ${codeOf(error)}`)
  }
}

/** The error code of the connection, which fetch puts into the cause. */
export function codeOf(error: unknown): string {
  const cause = hasKey(error, 'cause') ? error.cause : undefined
  return hasKey(cause, 'code') ? String(cause.code) : 'no connection'
}

function hasKey<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && key in value
}

/** Limited to plain characters, since it is logged. */
function oauthErrorCode(object: JsonObject | undefined): string | undefined {
  const error = object?.['error']
  if (error === undefined || error === null || error === '') return undefined
  return typeof error === 'string' && /^[\w.:-]{1,64}$/.test(error) ? error : 'an error'
}
