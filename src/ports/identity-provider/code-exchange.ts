import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import type { AuthorizationGrant } from './identity-provider.js'
import { ProviderRefusal, verdictOf } from './provider-failure.js'

/** As the provider knows this service. */
export interface ProviderClient {
  readonly clientId: string
  readonly clientSecret: string
}

interface ExchangeOptions {
  readonly server: ServerMetadata
  readonly fetch: CustomFetch
  /** Last touches before the request. */
  readonly prepare?: (config: Configuration) => void
}

type Library = typeof import('openid-client')
export type Tokens = Awaited<ReturnType<Library['genericGrantRequest']>>

/** The library marks it as deprecated only to make it stand out. */
interface Loopback {
  readonly allowInsecureRequests: (config: Configuration) => void
}

/** Trades codes for tokens. Loads openid-client with the first one. */
export class CodeExchange {
  /** Where the secret goes: into a header, else into the form. What the provider accepted last time. */
  #isBasic = false

  constructor(private readonly client: ProviderClient) {}

  /** The tokens, with an ID token checked but for its nonce, and the configuration to go on with. */
  async tokens(
    grant: AuthorizationGrant,
    options: ExchangeOptions,
  ): Promise<{ tokens: Tokens; config: Configuration }> {
    const isBasic = this.#isBasic
    try {
      return await this.#ask(grant, options, isBasic)
    } catch (error) {
      const verdict = verdictOf(error)
      // many providers accept the secret in one place only, and few say in which
      if (!(verdict instanceof ProviderRefusal) || verdict.reason !== 'invalid_client') throw verdict
      const answer = await this.#ask(grant, options, !isBasic)
      this.#isBasic = !isBasic
      return answer
    }
  }

  async #ask(grant: AuthorizationGrant, { server, fetch, prepare }: ExchangeOptions, isBasic: boolean) {
    const library = await import('openid-client')
    const { clientId, clientSecret } = this.client
    const authentication = isBasic ? library.ClientSecretBasic(clientSecret) : library.ClientSecretPost(clientSecret)
    const config = new library.Configuration(server, clientId, undefined, authentication)
    config[library.customFetch] = fetch
    for (const rule of loopbackRules(library, server.issuer)) rule(config)
    prepare?.(config)
    // not its own authorization code grant: that one always sends a redirect_uri, and without its query
    return { tokens: await library.genericGrantRequest(config, 'authorization_code', parametersOf(grant)), config }
  }
}

/** What lets plain http pass. The settings of this service allow it on the loopback alone. */
export function loopbackRules({ allowInsecureRequests }: Loopback, url: string): ((config: Configuration) => void)[] {
  return url.startsWith('http:') ? [allowInsecureRequests] : []
}

function parametersOf({ code, redirectUri, state, codeVerifier }: AuthorizationGrant): Record<string, string> {
  return {
    code,
    ...(typeof redirectUri === 'string' ? { redirect_uri: redirectUri } : {}),
    ...(typeof state === 'string' ? { state } : {}),
    ...(typeof codeVerifier === 'string' ? { code_verifier: codeVerifier } : {}),
  }
}
