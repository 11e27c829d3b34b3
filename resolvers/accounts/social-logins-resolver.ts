import { Arg, Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import {
  IdentityProviderTest,
  SocialLoginInput,
  SocialLoginPayload,
  SocialProvider,
} from '../../schema/accounts/social-login.js'
import { SocialProviderId } from '../../schema/enums.js'
import type { SocialLogins } from '../../src/users/social/social-logins.js'
import { mutationCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'

@Resolver(() => SocialProvider)
export class SocialLoginsResolver {
  constructor(private readonly socialLogins: SocialLogins) {}

  @Query(() => [SocialProvider], {
    nullable: true,
    description: 'The sign-in providers that the operator has configured.',
  })
  socialProviders() {
    return this.socialLogins.providers
  }

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => IdentityProviderTest, {
    nullable: true,
    complexity: mutationCost,
    description:
      'For administrators: asks a provider for its metadata and keys, and whether it knows the client and its redirect address. UNAVAILABLE if it is not configured.',
  })
  testIdentityProvider(@Arg('provider', () => SocialProviderId) provider: SocialProviderId) {
    return this.socialLogins.test(provider)
  }

  @Mutation(() => SocialLoginPayload, {
    complexity: mutationCost,
    description:
      'Signs in with an authorization code of a provider. The first sign-in creates an account, or links an existing one if both sides have verified the same e-mail address; that ends the sessions, API keys and password of the existing one.',
  })
  socialLogin(
    @Ctx() { ipAddress, userAgent, language }: RequestContext,
    @Arg('input', () => SocialLoginInput) { provider, invitationToken, ...grant }: SocialLoginInput,
  ) {
    return this.socialLogins.login({ provider, ipAddress, userAgent, language, invitationToken }, grant)
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The authorization URL of the provider. Add `redirect_uri`, `state` and optionally `code_challenge` and `nonce`. Null while the provider does not answer.',
  })
  authorizeUrl(@Root() { id }: SocialProvider) {
    return this.socialLogins.authorizeUrl(id)
  }
}
