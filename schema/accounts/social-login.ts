import { Field, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type {
  ProviderFinding as Finding,
  ProviderFindingKind as FindingKind,
} from '../../src/ports/identity-provider/identity-provider.js'
import type { ProviderTest, SocialProvider as Provider } from '../../src/users/social/social-logins.js'
import { Account } from './account.js'
import { DateTime } from '../date-time.js'
import { ProviderFindingKind, SocialProviderId } from '../enums.js'
import { type InputOf, inputType } from '../input-type.js'
import { rules } from '../rules.js'

@ObjectType({ description: 'An external service that people can sign in with.' })
export class SocialProvider implements Pick<Provider, 'id' | 'name'> {
  @Field(() => SocialProviderId)
  readonly id!: SocialProviderId

  @Field(() => String, { description: 'The display name, which the operator has set.' })
  readonly name!: string
}

export const SocialLoginInput = inputType(
  'SocialLoginInput',
  z.object({
    provider: z.enum(SocialProviderId),
    code: rules.authorizationCode.describe('The authorization code of the redirect. It is valid for one sign-in.'),
    redirectUri: rules.redirectUri
      .nullish()
      .describe('The `redirect_uri` of the authorization request, unchanged; absent if the request had none.'),
    state: rules.authorizationState
      .nullish()
      .describe(
        'The `state` of the redirect, which some providers require. The server cannot verify it: the client must compare it with the one that it sent.',
      ),
    codeVerifier: rules.codeVerifier
      .nullish()
      .describe('The PKCE code verifier. Required if the authorization request had a `code_challenge`.'),
    nonce: rules.authorizationState
      .nullish()
      .describe('The `nonce` of the authorization request. Required if it had one; the ID token must contain it.'),
    invitationToken: rules.invitationToken
      .nullish()
      .describe(
        'The token of an invitation, for a new account. One for an address that the provider has verified is used without it.',
      ),
    iss: rules.authorizationState
      .nullish()
      .describe(
        'The `iss` of the redirect, unchanged; absent if the redirect had none. With several providers it is required from those whose metadata say that they send it. UNAUTHENTICATED if it is not the issuer of this provider.',
      ),
  }),
  { description: 'The parameters of the redirect from the provider, and those of the authorization request.' },
)
export type SocialLoginInput = InputOf<typeof SocialLoginInput>

@ObjectType()
export class SocialLoginPayload {
  @Field(() => String, { description: 'Same as in the payload of `login`.' })
  token!: string

  @Field(() => DateTime)
  expiresAt!: number

  @Field(() => String, { description: 'Same as in the payload of `login`.' })
  refreshToken!: string

  @Field(() => DateTime)
  refreshExpiresAt!: number

  @Field(() => Account, { description: 'The account of this person, which the first sign-in creates.' })
  account!: Account
}

@ObjectType({ description: 'A reason why sign-ins by a provider fail, or will.' })
export class ProviderFinding implements Finding {
  @Field(() => ProviderFindingKind)
  readonly kind!: FindingKind

  @Field(() => String, { description: 'What is wrong, and what to do, in English.' })
  readonly message!: string
}

@ObjectType({ description: 'What a check of a sign-in provider has found. It begins no session.' })
export class IdentityProviderTest implements ProviderTest {
  @Field(() => String, {
    description:
      'The redirect address of the chat page, with which the client must be registered. The console and other front ends have addresses of their own.',
  })
  readonly redirectUri!: string

  @Field(() => [ProviderFinding], { description: 'Empty where sign-ins should work.' })
  readonly findings!: readonly Finding[]
}
