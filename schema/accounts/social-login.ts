import { Field, InputType, ObjectType } from 'type-graphql'
import { z } from 'zod'
import type { SocialProvider as Provider } from '../../src/users/social/social-logins.js'
import { Account } from './account.js'
import { DateTime } from '../date-time.js'
import { SocialProviderId } from '../enums.js'
import { InputRule } from '../input-rule.js'
import { rules } from '../rules.js'

@ObjectType({ description: 'An external service that people can sign in with.' })
export class SocialProvider implements Pick<Provider, 'id' | 'name'> {
  @Field(() => SocialProviderId)
  readonly id!: SocialProviderId

  @Field(() => String, { description: 'The name that the operator gave it.' })
  readonly name!: string
}

@InputRule(
  z.object({
    provider: z.string(),
    code: rules.authorizationCode,
    redirectUri: rules.redirectUri.nullish(),
    state: rules.authorizationState.nullish(),
    codeVerifier: rules.codeVerifier.nullish(),
    nonce: rules.authorizationState.nullish(),
  }),
)
@InputType({ description: 'What the provider put into the redirect, and what the request to it had.' })
export class SocialLoginInput {
  @Field(() => SocialProviderId)
  provider!: SocialProviderId

  @Field(() => String, { description: 'Valid for one sign-in.' })
  code!: string

  @Field(() => String, {
    nullable: true,
    description: 'The same as in the authorization request, byte for byte; absent if it had none.',
  })
  redirectUri?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'For providers that ask for it. Compare it yourself with the one you sent: only you can.',
  })
  state?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Required if the authorization request had a `code_challenge` (PKCE).',
  })
  codeVerifier?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Required if the authorization request had one; the ID token must repeat it.',
  })
  nonce?: string | null
}

@ObjectType()
export class SocialLoginPayload {
  @Field(() => String, { description: 'As that of `login`.' })
  token!: string

  @Field(() => DateTime)
  expiresAt!: number

  @Field(() => String, { description: 'As that of `login`.' })
  refreshToken!: string

  @Field(() => DateTime)
  refreshExpiresAt!: number

  @Field(() => Account, { description: 'Created at the first sign-in.' })
  account!: Account
}
