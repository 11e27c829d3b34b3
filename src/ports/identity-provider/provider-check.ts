import {
  boundedText,
  clockToleranceMs,
  isJsonObject,
  outboundFetch,
  parsedJson,
  type JsonObject,
} from '@parley/runtime'
import type { CodeExchange } from './code-exchange.js'
import type { ProviderFinding } from './identity-provider.js'
import { providerErrorOf, ProviderFailure } from './provider-failure.js'
import { codeOf as connectionCodeOf } from './request-provider.js'

interface ReadDocument {
  readonly status: number
  readonly object: JsonObject | undefined
  /** The clock of the provider, in epoch milliseconds; NaN if it sends none. */
  readonly sentAt: number
}

interface CheckedClient {
  readonly redirectUri: string
  readonly signal: AbortSignal
}

const answerLimitBytes = 262_144
/** No provider has issued it. */
const unissuedCode = 'a-code-that-was-never-issued'

/** Reads the metadata of an issuer and its keys. Without usable metadata there is nothing to check further. */
export async function checkMetadata(
  issuer: string,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: () => number },
): Promise<{ readonly metadata: JsonObject | undefined; readonly findings: readonly ProviderFinding[] }> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const read = await readDocument(url, signal)
  if (typeof read === 'string')
    return { metadata: undefined, findings: [{ kind: 'UNREACHABLE', message: `${url} cannot be reached: ${read}.` }] }
  const { status, object, sentAt } = read
  if (status !== 200 || !object) {
    const answer = status === 200 ? 'no JSON object' : `status ${String(status)}`
    const message = `${url} has no OpenID metadata (${answer}): the issuer is probably another address.`
    return { metadata: undefined, findings: [{ kind: 'NO_METADATA', message }] }
  }
  const findings: ProviderFinding[] = []
  const awayMs = Math.abs(sentAt - clock())
  if (awayMs > clockToleranceMs) {
    const seconds = String(Math.round(awayMs / 1_000))
    findings.push({
      kind: 'CLOCK_OFF',
      message: `The clocks of the provider and of this server differ by ${seconds} s: its tokens are refused. Set the clock by NTP.`,
    })
  }
  if (object['issuer'] !== issuer) {
    const named = typeof object['issuer'] === 'string' ? object['issuer'].slice(0, 200) : 'none'
    findings.push({
      kind: 'ISSUER_MISMATCH',
      message: `The provider calls itself ${named}: the issuer must be set to exactly that, with or without a slash at the end.`,
    })
  }
  const keysUrl = object['jwks_uri']
  const keys = typeof keysUrl === 'string' ? await readDocument(keysUrl, signal) : 'the metadata name no address'
  const hasKeys = typeof keys !== 'string' && Array.isArray(keys.object?.['keys']) && keys.object['keys'].length > 0
  if (!hasKeys) {
    const reason = typeof keys === 'string' ? keys : `status ${String(keys.status)}, and no list of keys`
    findings.push({ kind: 'NO_KEYS', message: `The keys of the provider cannot be read: ${reason}.` })
  }
  return { metadata: object, findings }
}

/** Sends a code that cannot be right: a provider that knows the client and its secret refuses the code alone. */
export async function checkClient(
  exchange: CodeExchange,
  server: Parameters<CodeExchange['tokens']>[1],
  { redirectUri }: CheckedClient,
): Promise<readonly ProviderFinding[]> {
  try {
    await exchange.tokens({ code: unissuedCode, redirectUri }, server)
    return []
  } catch (error) {
    const providerError = providerErrorOf(error)
    const { reason } = providerError
    if (providerError instanceof ProviderFailure)
      return [{ kind: 'UNREACHABLE', message: `The token endpoint of the provider does not work: ${reason}.` }]
    if (reason !== 'invalid_client' && reason !== 'unauthorized_client') return []
    const message = `The provider refuses the client (${reason}): the client id or the secret is wrong, or the secret has expired.`
    return [{ kind: 'CLIENT_REFUSED', message }]
  }
}

/** Opens the sign-in page as a browser would. Some providers refuse on a page of status 200, which is not seen. */
export async function checkSignInPage(
  authorizeUrl: string,
  { redirectUri, signal }: CheckedClient,
): Promise<readonly ProviderFinding[]> {
  const url = new URL(authorizeUrl)
  url.searchParams.set('redirect_uri', redirectUri)
  url.searchParams.set('state', 'check')
  const read = await readDocument(url.href, signal)
  if (typeof read === 'string')
    return [{ kind: 'UNREACHABLE', message: `The sign-in page of the provider cannot be reached: ${read}.` }]
  if (read.status < 400) return []
  const message = `The sign-in page answers ${String(read.status)}: ${redirectUri} is probably not among the redirect addresses of the client.`
  return [{ kind: 'REDIRECT_REFUSED', message }]
}

/** A text: why there was no answer. */
async function readDocument(url: string, signal: AbortSignal): Promise<ReadDocument | string> {
  try {
    const response = await outboundFetch(url, { signal, redirect: 'manual' })
    const body = await boundedText(response.body, answerLimitBytes, () => new ProviderFailure('too large'))
    const value = parsedJson(body)
    return {
      status: response.status,
      object: isJsonObject(value) ? value : undefined,
      sentAt: Date.parse(response.headers.get('date') ?? ''),
    }
  } catch (error) {
    if (signal.aborted) return 'it does not answer'
    return error instanceof ProviderFailure ? error.reason : connectionCodeOf(error)
  }
}
