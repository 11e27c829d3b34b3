import { z } from 'zod'
import type { Logger } from '@parley/runtime'
import { requestProvider } from './request-provider.js'
import { authorizeUrl } from './authorize-url.js'
import { CodeExchange, type ProviderClient } from './code-exchange.js'
import { identityOfClaims } from './identity-of-claims.js'
import type { AuthorizationGrant, Identity, IdentityProvider, ProviderFinding } from './identity-provider.js'
import { checkClient, checkSignInPage } from './provider-check.js'
import { ProviderFailure, ProviderRefusal, translateProviderErrors } from './provider-failure.js'

export interface Oauth2Endpoints {
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly userinfoUrl: string
}

const tokenAnswer = z.object({ access_token: z.string().min(1), token_type: z.string().default('bearer') })

/** A provider of plain OAuth 2 (RFC 6749). The user info for the access token identifies the person. */
export class Oauth2Provider implements IdentityProvider {
  readonly #exchange: CodeExchange

  constructor(
    private readonly options: {
      /** For the log. */
      readonly name: string
      readonly client: ProviderClient
      readonly endpoints: Oauth2Endpoints
      /** The provider's own default when undefined. */
      readonly scope: string | undefined
      /** The issuers of the other providers: a code of one of them is not sent to this one. Default: none. */
      readonly otherIssuers?: readonly string[]
      readonly log: Logger
      /** Timeout of one sign-in, in milliseconds. */
      readonly timeoutMs: number
    },
  ) {
    this.#exchange = new CodeExchange(options.client)
  }

  async authorizeUrl(): Promise<string> {
    const { endpoints, client, scope } = this.options
    return authorizeUrl(endpoints.authorizeUrl, client, scope)
  }

  identify(grant: AuthorizationGrant): Promise<Identity> {
    const { name, log } = this.options
    return translateProviderErrors(() => this.#identify(grant), log, name)
  }

  async check(redirectUri: string): Promise<readonly ProviderFinding[]> {
    const { timeoutMs } = this.options
    const checked = { redirectUri, signal: AbortSignal.timeout(timeoutMs) }
    return [
      ...(await checkClient(this.#exchange, this.#tokenRequest(checked.signal), checked)),
      ...(await checkSignInPage(await this.authorizeUrl(), checked)),
    ]
  }

  #tokenRequest(signal: AbortSignal): Parameters<CodeExchange['tokens']>[1] {
    const { tokenUrl } = this.options.endpoints
    return {
      server: { issuer: tokenUrl, token_endpoint: tokenUrl },
      fetch: async (url, { method, headers, body }) => {
        const answer = await requestProvider(url, { method, headers, body: body ?? null, signal })
        return Response.json(tokenOnly(answer))
      },
    }
  }

  async #identify(grant: AuthorizationGrant): Promise<Identity> {
    const { endpoints, otherIssuers = [], timeoutMs } = this.options
    if (typeof grant.iss === 'string' && otherIssuers.includes(grant.iss)) throw new ProviderRefusal('another issuer')
    const signal = AbortSignal.timeout(timeoutMs)
    const { tokens } = await this.#exchange.tokens(grant, this.#tokenRequest(signal))
    const headers = { accept: 'application/json', authorization: `Bearer ${tokens.access_token}` }
    return identityOfClaims(await requestProvider(endpoints.userinfoUrl, { headers, signal }))
  }
}

/** Drops an ID token: without an issuer it cannot be verified. */
function tokenOnly(answer: unknown): object {
  const { data } = tokenAnswer.safeParse(answer)
  if (!data) throw new ProviderFailure('no access token')
  return data
}
