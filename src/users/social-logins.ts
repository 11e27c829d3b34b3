import { AppError } from '../errors.js'
import type { AuthorizationGrant, IdentityProvider } from '../ports/identity-provider/identity-provider.js'
import type { SocialAccounts } from './social-accounts.js'
import type { Tokens } from './tokens.js'
import type { SignedIn } from './users.js'

/** The three places for providers that the contract has (`POST /api/auth/social-a`, ...). */
export type SocialProviderId = 'social-a' | 'social-b' | 'social-c'

/** A configured provider. */
export interface SocialProvider {
  readonly id: SocialProviderId
  /** The label that accounts keep; another one is another provider. */
  readonly name: string
  readonly identities: IdentityProvider
}

/** Signing in with an account of somebody else's service (contract 000, Authentication 6; decisions 2). */
export class SocialLogins {
  constructor(
    readonly providers: readonly SocialProvider[],
    private readonly accounts: SocialAccounts,
    private readonly tokens: Tokens,
  ) {}

  /** A provider's page for signing in. Throws UNAVAILABLE when the provider cannot say. */
  authorizeUrl(id: SocialProviderId): Promise<string> {
    return this.#provider(id).identities.authorizeUrl()
  }

  /**
   * A token for who brings a provider's code; at the first time an account is made. Anybody may call it. Throws
   * UNAUTHENTICATED when the provider refuses, UNAVAILABLE when it is not configured, out of reach or out of order.
   */
  async login(id: SocialProviderId, grant: AuthorizationGrant): Promise<SignedIn> {
    const { name, identities } = this.#provider(id)
    const account = await this.accounts.enter({ provider: name, identity: await identities.identify(grant) })
    return { ...this.tokens.issue({ userId: account.id, sessionVersion: account.sessionVersion }), account }
  }

  #provider(id: SocialProviderId): SocialProvider {
    const provider = this.providers.find((one) => one.id === id)
    if (!provider) throw new AppError('UNAVAILABLE', { message: 'This provider is not configured' })
    return provider
  }
}
