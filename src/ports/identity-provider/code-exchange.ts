import type { ClientMetadata, Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import type { AuthorizationGrant } from './identity-provider.js'
import { ProviderRefusal, providerErrorOf } from './provider-failure.js'

/** The registration of this service at the provider. */
export interface ProviderClient {
  readonly clientId: string
  readonly clientSecret: string
}

interface ExchangeOptions {
  readonly server: ServerMetadata
  readonly fetch: CustomFetch
  /** How the library judges the times of tokens. */
  readonly metadata?: Partial<ClientMetadata>
  /** Adjusts the configuration before the request. */
  readonly prepare?: (config: Configuration) => void
}

type Library = typeof import('openid-client')
export type Tokens = Awaited<ReturnType<Library['genericGrantRequest']>>

/** The library marks the function as deprecated only to draw attention to it. */
interface Loopback {
  readonly allowInsecureRequests: (config: Configuration) => void
}

/** Exchanges codes for tokens. Loads openid-client on first use. */
export class CodeExchange {
  /** Whether the secret goes into a header, or else into the form: the way that the provider accepted last. */
  #isBasic = false

  constructor(private readonly client: ProviderClient) {}

  /** The tokens and the configuration for further requests. An ID token is verified except for its nonce. */
  async tokens(
    grant: AuthorizationGrant,
    options: ExchangeOptions,
  ): Promise<{ tokens: Tokens; config: Configuration }> {
    const isBasic = this.#isBasic
    try {
      return await this.#requestTokens(grant, options, isBasic)
    } catch (error) {
      const providerError = providerErrorOf(error)
      // many providers accept the secret in one of the two ways only, and few document which
      if (!(providerError instanceof ProviderRefusal) || providerError.reason !== 'invalid_client') throw providerError
      const answer = await this.#requestTokens(grant, options, !isBasic)
      this.#isBasic = !isBasic
      return answer
    }
  }

  async #requestTokens(
    grant: AuthorizationGrant,
    { server, fetch, metadata, prepare }: ExchangeOptions,
    isBasic: boolean,
  ) {
    const library = await import('openid-client')
    const { clientId, clientSecret } = this.client
    const authentication = isBasic ? library.ClientSecretBasic(clientSecret) : library.ClientSecretPost(clientSecret)
    const config = new library.Configuration(server, clientId, metadata, authentication)
    config[library.customFetch] = fetch
    for (const rule of loopbackRules(library, server.issuer)) rule(config)
    prepare?.(config)
    // not the library's authorization code grant: it always sends a redirect_uri, and removes its query
    return { tokens: await library.genericGrantRequest(config, 'authorization_code', parametersOf(grant)), config }
  }
}

/** Allows plain http. The settings of this service accept it on the loopback only. */
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
