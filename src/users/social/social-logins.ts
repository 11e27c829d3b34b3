import { AppError } from '@parley/runtime'
import type { Queries } from '@parley/statements'
import type { ChangeOrigin } from '../../account-notices/client-words.js'
import type {
  AuthorizationGrant,
  Identity,
  IdentityProvider,
  ProviderFinding,
} from '../../ports/identity-provider/identity-provider.js'
import type { SocialProviderId } from '../../limits.js'
import type { RateLimits } from '../../rate-limits/rate-limits.js'
import type { Sessions } from '../../sessions/sessions.js'
import type { ProviderClaims } from './provider-claims.js'
import type { ProviderUser } from './provider-user.js'
import type { SocialAccounts } from './social-accounts.js'
import type { User } from '../user.js'
import type { SignedIn } from '../users.js'

export interface ProviderTest {
  /** The address of the chat page, which the client must be registered with. */
  readonly redirectUri: string
  /** Empty where sign-ins should work. */
  readonly findings: readonly ProviderFinding[]
}

export interface SocialProvider {
  readonly id: SocialProviderId
  /** The label stored with accounts; another label is another provider. */
  readonly name: string
  readonly identities: IdentityProvider
}

/** Concurrent sign-ins of one provider: no client can make this service flood a provider. */
const loginsAtOnce = 64
const retryAfterMs = 1_000

/** Sign-in with an account of another service (contract: sign-in.13). */
export class SocialLogins {
  readonly #waiting = new Map<SocialProviderId, number>()

  constructor(
    readonly providers: readonly SocialProvider[],
    private readonly parts: {
      accounts: SocialAccounts
      claims: ProviderClaims
      sessions: Sessions
      rateLimits: RateLimits
      /** That of the chat page. */
      publicUrl: string
    },
  ) {}

  /** Checks a provider, for administrators; see IdentityProvider. Throws UNAVAILABLE when it is not configured. */
  async test(id: SocialProviderId): Promise<ProviderTest> {
    const { publicUrl } = this.parts
    const redirectUri = this.providers.length === 1 ? `${publicUrl}/` : `${publicUrl}/sign-in/${id}`
    const findings = await this.#provider(id).identities.check(redirectUri)
    return { redirectUri, findings }
  }

  /** The sign-in page of a provider; null when its metadata cannot be read, so that a client can show the other providers. */
  async authorizeUrl(id: SocialProviderId): Promise<string | null> {
    try {
      return await this.#provider(id).identities.authorizeUrl()
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAVAILABLE') return null
      throw error
    }
  }

  /**
   * Exchanges a provider's code for a session; the first time it creates an account. Needs no credential. Throws
   * UNAUTHENTICATED when the provider refuses; UNAVAILABLE when it is not configured, unreachable or failing;
   * RATE_LIMITED for too many concurrent sign-ins, or too many from one address; FORBIDDEN for a banned account, and for a
   * person of none of the allowed groups; AWAITING_APPROVAL for an account that waits for it; BAD_USER_INPUT as
   * `SocialAccounts.findOrCreate`.
   */
  async login(
    {
      provider: id,
      invitationToken,
      ...origin
    }: ChangeOrigin & { readonly provider: SocialProviderId; readonly invitationToken?: string | null | undefined },
    grant: AuthorizationGrant,
  ): Promise<SignedIn> {
    const { accounts, claims, sessions, rateLimits } = this.parts
    await rateLimits.charge('login', { ipAddress: origin.ipAddress })
    const provider = this.#provider(id)
    const identity = await this.#identify(provider, grant)
    const person = { provider: provider.name, identity, origin }
    claims.requireGroup(person)
    for (let isFirst = true; ; isFirst = false) {
      // used up by the first try, if that has created the account
      const found = await accounts.findOrCreate({ ...person, ...(isFirst && { invitationToken }) })
      const { needsSecondStep } = found
      const account = needsSecondStep ? found.account : await this.#finish(found.account, person)
      const session = await sessions.open(account, origin, needsSecondStep ? { providerUser: person } : {})
      // without a session, the account was signed out everywhere, deleted or lost its second factor in the meantime
      if (session) return { ...session, account }
    }
  }

  /** In the transaction of the second step; see SocialAccounts. */
  complete(db: Queries, account: User, person: ProviderUser): Promise<User | undefined> {
    return this.parts.accounts.complete(db, account, person)
  }

  /** After that transaction. Returns the account with what the claims give. */
  async afterSecondStep(account: User, person: ProviderUser): Promise<User> {
    this.parts.accounts.announceJoin(account)
    return this.#finish(account, person)
  }

  async #finish(found: User, person: ProviderUser): Promise<User> {
    const { accounts, claims } = this.parts
    const account = await claims.apply(found, person)
    await accounts.recordSignIn(person)
    return account
  }

  async #identify({ id, identities }: SocialProvider, grant: AuthorizationGrant): Promise<Identity> {
    if (this.#waitingFor(id) >= loginsAtOnce) throw new AppError('RATE_LIMITED', { retryAfterMs })
    this.#waiting.set(id, this.#waitingFor(id) + 1)
    try {
      return await identities.identify(grant)
    } finally {
      this.#waiting.set(id, this.#waitingFor(id) - 1)
    }
  }

  #waitingFor(id: SocialProviderId): number {
    return this.#waiting.get(id) ?? 0
  }

  #provider(id: SocialProviderId): SocialProvider {
    const provider = this.providers.find((one) => one.id === id)
    if (!provider) throw new AppError('UNAVAILABLE', { message: 'This provider is not configured' })
    return provider
  }
}
