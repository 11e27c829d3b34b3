import type { Configuration, CustomFetch, CustomFetchOptions, ExportedJWKSCache, ServerMetadata } from 'openid-client'
import { z } from 'zod'
import { clockToleranceMs, type JsonObject, type Logger } from '@parley/runtime'
import { requestProvider, type ProviderRequest } from './request-provider.js'
import { authorizeUrl } from './authorize-url.js'
import { CodeExchange, loopbackRules, type ProviderClient, type Tokens } from './code-exchange.js'
import { claimAt, identityOfClaims } from './identity-of-claims.js'
import type { AuthorizationGrant, Identity, IdentityProvider, ProviderFinding } from './identity-provider.js'
import { checkClient, checkMetadata, checkSignInPage } from './provider-check.js'
import { ProviderFailure, ProviderRefusal, translateProviderErrors, providerErrorOf } from './provider-failure.js'

/** The shape of each answer. The library then judges the content. */
const shapes = {
  token: z.looseObject({ access_token: z.string(), token_type: z.string() }),
  userinfo: z.looseObject({ sub: z.string() }),
  keys: z.looseObject({ keys: z.array(z.unknown()) }),
}

const metadataLifetimeMs = 3_600_000
/** For `iat`, `nbf` and `exp`. */
const toleranceSeconds = clockToleranceMs / 1_000

/** A provider of OpenID Connect, discovered by its issuer. A signed ID token identifies the person. */
export class OpenidProvider implements IdentityProvider {
  readonly #exchange: CodeExchange
  #keys: ExportedJWKSCache | undefined
  #cached: { readonly server: Promise<ServerMetadata>; readonly until: number } | undefined

  constructor(
    private readonly options: {
      /** For the log. */
      readonly name: string
      readonly client: ProviderClient
      readonly issuer: string
      readonly scope: string
      /** Paths of claims that are read too, from the ID token or else from the user info. Default: none. */
      readonly claims?: readonly string[]
      /**
       * Whether a redirect without `iss` is refused when the metadata say that the provider sends one. Necessary beside
       * other providers: any of them could have been sent its code. Default false.
       */
      readonly requiresIss?: boolean
      readonly log: Logger
      /** Timeout of one sign-in in milliseconds, including the requests for metadata and keys. */
      readonly timeoutMs: number
      /** Epoch milliseconds. */
      readonly clock: () => number
    },
  ) {
    this.#exchange = new CodeExchange(options.client)
  }

  authorizeUrl(): Promise<string> {
    const { name, log, client, scope } = this.options
    const ask = async () => {
      const { authorization_endpoint: endpoint } = await this.#discover()
      if (endpoint === undefined || !/^https?:/.test(endpoint) || !URL.canParse(endpoint))
        throw new ProviderFailure('no authorization endpoint')
      return authorizeUrl(endpoint, client, scope)
    }
    return translateProviderErrors(ask, log, name)
  }

  identify(grant: AuthorizationGrant): Promise<Identity> {
    const { name, log } = this.options
    return translateProviderErrors(() => this.#identify(grant), log, name)
  }

  async check(redirectUri: string): Promise<readonly ProviderFinding[]> {
    const { issuer, client, scope, timeoutMs, clock } = this.options
    const signal = AbortSignal.timeout(timeoutMs)
    const { metadata, findings } = await checkMetadata(issuer, { signal, clock })
    const noEmail = scope.split(' ').includes('email') ? [] : [noEmailScope(scope)]
    const { token_endpoint: token, authorization_endpoint: page } = metadata ?? {}
    if (typeof token !== 'string' || typeof page !== 'string' || !URL.canParse(page)) return [...findings, ...noEmail]
    const server = { issuer, token_endpoint: token }
    const fetch: CustomFetch = (url, { method, headers, body }) =>
      answered(url, { method, headers, body: body ?? null, signal })
    const checked = { redirectUri, signal }
    return [
      ...findings,
      ...(await checkClient(this.#exchange, { server, fetch }, checked)),
      ...(await checkSignInPage(authorizeUrl(page, client, scope), checked)),
      ...noEmail,
    ]
  }

  async #identify(grant: AuthorizationGrant): Promise<Identity> {
    const signal = AbortSignal.timeout(this.options.timeoutMs)
    const server = await this.#discover()
    this.#requireIssuer(grant, server)
    const library = await import('openid-client')
    // the library reads the clock of the machine
    const clockSkew = Math.round((this.options.clock() - Date.now()) / 1_000)
    const metadata = { [library.clockSkew]: clockSkew, [library.clockTolerance]: toleranceSeconds }
    const { tokens, config } = await this.#exchange.tokens(grant, {
      server,
      metadata,
      fetch: (url, { method, headers, body }) => answered(url, { method, headers, body: body ?? null, signal }),
      prepare: (prepared) => {
        // by default the library trusts the connection and verifies no signature
        library.enableNonRepudiationChecks(prepared)
        if (this.#keys) library.setJwksCache(prepared, this.#keys)
      },
    })
    this.#keys = library.getJwksCache(config)
    const claims = tokens.claims()
    if (!claims) throw new ProviderRefusal('no ID token')
    // the library judges `exp` and `nbf`, and `iat` not at all
    if (claims.iat > this.options.clock() / 1_000 + toleranceSeconds) throw new ProviderRefusal('issued in the future')
    if (claims.nonce !== (grant.nonce ?? undefined)) throw new ProviderRefusal('another nonce')
    return this.#withUserInfo(claims, tokens, config)
  }

  /** Before the code is sent to the provider: another provider may have sent it (RFC 9207, 2.4). */
  #requireIssuer({ iss }: AuthorizationGrant, server: ServerMetadata): void {
    const isSent = server.authorization_response_iss_parameter_supported === true
    if (typeof iss !== 'string' ? isSent && this.options.requiresIss === true : iss !== server.issuer)
      throw new ProviderRefusal(typeof iss === 'string' ? 'another issuer' : 'no issuer')
  }

  /** Adds claims from the user info that the ID token lacks. */
  async #withUserInfo(claims: Claims, { access_token: accessToken }: Tokens, config: Configuration): Promise<Identity> {
    const requested = this.options.claims ?? []
    const valuesOf = (info: JsonObject) =>
      Object.fromEntries(requested.map((path) => [path, claimAt(claims, path) ?? claimAt(info, path)]))
    const isWhole =
      [claims['name'], claims['email']].every((value) => value !== undefined) &&
      requested.every((path) => claimAt(claims, path) !== undefined)
    if (isWhole || config.serverMetadata().userinfo_endpoint === undefined)
      return identityOfClaims(claims, valuesOf({}))
    const { fetchUserInfo } = await import('openid-client')
    const info = await fetchUserInfo(config, accessToken, claims.sub)
    // the address and its verification must come from the same source
    const { email, email_verified } = claims['email'] === undefined ? info : claims
    return identityOfClaims({ ...info, ...claims, email, email_verified }, valuesOf(info))
  }

  /** Shares one request, and caches its result for an hour; a failure is not cached. */
  #discover(): Promise<ServerMetadata> {
    const now = this.options.clock()
    if (this.#cached && now < this.#cached.until) return this.#cached.server
    const known = { server: this.#metadata(), until: now + metadataLifetimeMs }
    this.#cached = known
    known.server.catch(() => {
      if (this.#cached === known) this.#cached = undefined
    })
    return known.server
  }

  async #metadata(): Promise<ServerMetadata> {
    const { issuer, client, timeoutMs } = this.options
    const library = await import('openid-client')
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const config = await library.discovery(new URL(issuer), client.clientId, undefined, undefined, {
        execute: loopbackRules(library, issuer),
        [library.customFetch]: async (url, { headers }) =>
          Response.json(await requestProvider(url, { headers, signal })),
      })
      return config.serverMetadata()
    } catch (error) {
      // no sign-in was judged, so this is not a refusal
      throw new ProviderFailure(`metadata: ${providerErrorOf(error).reason}`)
    }
  }
}

function noEmailScope(scope: string): ProviderFinding {
  const message = `The scope "${scope}" has no email: people get accounts without an address, and join no account that exists.`
  return { kind: 'NO_EMAIL_SCOPE', message }
}

/** A refusal can concern the code or the access token. A provider that refuses its public keys has failed. */
async function answered(url: string, request: ProviderRequest & Pick<CustomFetchOptions, 'headers'>) {
  const kind = request.method === 'POST' ? 'token' : 'authorization' in request.headers ? 'userinfo' : 'keys'
  try {
    const answer = await requestProvider(url, request)
    if (!shapes[kind].safeParse(answer).success) throw new ProviderFailure(`no ${kind} in its answer`)
    return Response.json(answer)
  } catch (error) {
    if (kind === 'keys' && error instanceof ProviderRefusal) throw new ProviderFailure(`keys: ${error.reason}`)
    throw error
  }
}

type Claims = NonNullable<ReturnType<Tokens['claims']>>
